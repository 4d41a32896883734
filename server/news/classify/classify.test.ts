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

test('a text without a title can belong to several sections', () => {
  const text =
    'In 2019 the company was acquired by Kestrel Foods for $80 million. Its chief executive resigned, and net profit fell.'
  expect(classify({ text }).section).toBe('Business')
  expect(classify({ text }).sections).toEqual(
    expect.arrayContaining(['Financial Updates', 'Leadership & Team', 'Business']),
  )
})

test.each([
  ['Brightwell marks fifty years with a garden party', 'The growers of Brightwell meet in Leeds on Sunday.'],
  ['Alder Capital Partners moves to Graz', 'Alder Capital Partners has a house near the river. It has ten rooms.'],
])('an article that reports no partnership is not filed under partnerships: %s', (title, text) => {
  expect(classify({ title, text }).section).not.toBe('Partnerships & Alliances')
  expect(classify({ title }).section).not.toBe('Partnerships & Alliances')
})

test.each([
  ['Brightwell Partners with Kestrel', 'Brightwell and Kestrel will develop sensors together.'],
  ['Brightwell and Kestrel sign supply agreement', 'Kestrel will buy sensors for its greenhouses.'],
])('a partnership is found in the title: %s', (title, text) => {
  expect(classify({ title, text }).section).toBe('Partnerships & Alliances')
})

test('a press release that fits no section goes under other updates', () => {
  const text =
    'LEEDS, March 3, 2026 /PRNewswire/ -- Brightwell invites families to walk through its gardens on Sunday, with music and cake for everybody.'
  expect(classify({ title: 'Brightwell invites families on Sunday', text }).section).toBe('Other Notable Updates')
})

test('an item without words is not company news', () => {
  expect(classify({ title: ' ', text: '—' })).toEqual({ section: null, sections: [], score: 0 })
})

test('classification is deterministic and takes linear time, even for hostile text', async () => {
  const hostile = (length: number) => ({
    title: 'raises '.repeat(length),
    text: `${'a'.repeat(5 * length)} ${'$ '.repeat(2 * length)}`,
  })
  expect(classify(hostile(20_000))).toEqual(classify(hostile(20_000)))
  expect(await growth(hostile, 20_000, classify)).toBeLessThan(LINEAR)
})
