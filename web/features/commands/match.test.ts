import { expect, test } from 'vitest'
import { find, findable, isBlank } from './match.ts'

const NAMES = [
  'Northfield Bio',
  'Cedar Robotics',
  'Émile & Søn',
  'Field Notes',
  'Robin Foods',
  'Łódź Łabs',
  'C3 Robots',
]
const among = NAMES.map((name) => findable(name, name))
const found = (typed: string, most = 10) => find(among, typed, most).map(({ item }) => item)

test('names that start with the typed text rank before names that contain it later', () => {
  expect(found('rob')).toEqual(['Robin Foods', 'Cedar Robotics', 'C3 Robots'])
  expect(found('field')).toEqual(['Field Notes', 'Northfield Bio'])
})

test('words can be typed in any order and need not be complete', () => {
  expect(found('bio north')).toEqual(['Northfield Bio'])
  expect(found('cedar xyz')).toEqual([])
})

test.each([
  ['EMILE', 'Émile & Søn'],
  ['émile', 'Émile & Søn'],
  ['son', 'Émile & Søn'],
  ['lodz labs', 'Łódź Łabs'],
  ['Ｃｅｄａｒ', 'Cedar Robotics'],
])('case and accents are ignored: %s', (typed, name) => {
  expect(found(typed)[0]).toBe(name)
})

test('letters inside a word rank last, and scattered letters match nothing', () => {
  expect(find(among, 'thfie', 5)).toEqual([{ item: 'Northfield Bio', rank: 3 }])
  expect(found('ed')).toEqual([])
  for (const scattered of ['cdr', 'nfb', 'cedarbtics', 'bfn']) expect(found(scattered)).toEqual([])
})

test('equal matches keep their order', () => {
  const same = Array.from({ length: 50 }, (_, index) => findable(index, `Company ${index}`))
  expect(find(same, 'comp', 5).map(({ item }) => item)).toEqual([0, 1, 2, 3, 4])
  expect(find(same, 'comp', 5)).toEqual(find(same, 'comp', 5))
})

test('a website matches its company, after matching names', () => {
  const companies = [findable('Acme', 'Acme', 'orbit.example'), findable('Orbit', 'Orbit', 'other.example')]
  expect(find(companies, 'orbit', 5).map(({ item }) => item)).toEqual(['Orbit', 'Acme'])
})

test('blanks and dashes match nothing', () => {
  expect(['', '  ', '- &'].map(isBlank)).toEqual([true, true, true])
  expect(found('  ')).toEqual([])
  expect(isBlank('C')).toBe(false)
})
