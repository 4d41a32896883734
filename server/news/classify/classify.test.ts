import { expect, test } from 'vitest'
import { classify } from './classify.ts'
import { growth, LINEAR } from '../../testing/growth.ts'

test.each([
  ['Brightwell raises $12M Series A led by Alder Ventures', 'Financial Updates'],
  ['Brightwell reports quarterly revenue of $3 million, beats estimates', 'Financial Updates'],
  ['Brightwell appoints Jane Miller as Chief Financial Officer', 'Leadership & Team'],
  ['Brightwell CEO steps down', 'Leadership & Team'],
  ['Brightwell partners with Kestrel Foods on greenhouse sensors', 'Partnerships & Alliances'],
  ['Brightwell launches new AI assistant for growers', 'Technology & Innovation'],
  ['Brightwell acquires Dunmore Labs', 'Business'],
  ['Brightwell sued over data breach', 'Other Notable Updates'],
  ['Fed raises interest rates by 75 basis points', null],
])('%s', (title, section) => {
  const said = classify({ title })
  expect(said.section).toBe(section)
  if (section !== null) expect(said.sections).toContain(section)
})

test('a text without a title, and one of several sections', () => {
  const text =
    'In 2019 the company was acquired by Kestrel Foods for $80 million. Its chief executive resigned, and net profit fell.'
  expect(classify({ text }).section).toBe('Business')
  expect(classify({ text }).sections).toEqual(
    expect.arrayContaining(['Financial Updates', 'Leadership & Team', 'Business']),
  )
})

test('nothing to read is no company news', () => {
  expect(classify({ title: ' ', text: '—' })).toEqual({ section: null, sections: [], score: 0 })
})

test('the same text always gets the same answer, however long and odd', async () => {
  const hostile = (length: number) => ({
    title: 'raises '.repeat(length),
    text: `${'a'.repeat(5 * length)} ${'$ '.repeat(2 * length)}`,
  })
  expect(classify(hostile(20_000))).toEqual(classify(hostile(20_000)))
  expect(await growth(hostile, 20_000, classify)).toBeLessThan(LINEAR)
})
