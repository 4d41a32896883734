import { expect, test } from 'vitest'
import { longerNames } from './exclusions.ts'

test.each([
  ['Mercury', 'Fans say Mercury Records signed them.', ['Mercury Records']],
  ['Mercury', 'A song by Freddie Mercury was played.', ['Freddie Mercury']],
  ['Mercury', 'The Bank of Mercury closed.', ['Bank of Mercury']],
  ['Mercury', 'Mercury Inc. raised money, and Mercury’s CEO was glad.', []],
  ['Mercury', 'Yesterday Mercury said so. Mercury CEO Jane Doe agreed on Monday.', []],
  ['Mercury', 'Today mercury records a new high.', []],
  ['Mercury', 'Mercury Raises Fresh Money For Banking', []],
  [
    'Cedar Robotics',
    'Cedar Robotics Institute opened; the Cedar Robotics Institute is new.',
    ['Cedar Robotics Institute'],
  ],
  [
    'Mercury',
    'Mercury Insurance Group grew. Mercury Insurance Group hired. Mercury Records sang.',
    ['Mercury Insurance Group', 'Mercury Records'],
  ],
])('finds longer names that contain %s, if any: %s', (name, text, longer) => {
  expect(longerNames([name], [text])).toEqual(longer)
})

test('a long text is read only up to a limit, and yields at most three names', () => {
  expect(longerNames(['Mercury'], ['Mercury '.repeat(20_000)]).length).toBeLessThanOrEqual(3)
  const after = (letters: number) => longerNames(['Mercury'], [`${'so '.repeat(letters / 3)}Mercury Records sang.`])
  expect([after(9000), after(30_000)]).toEqual([['Mercury Records'], []])
})
