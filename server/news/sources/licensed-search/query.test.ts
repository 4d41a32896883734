import { expect, test } from 'vitest'
import type { TrackedCompany } from '../source.ts'
import { isCommonWord, isMostlyNamesakes, searchQueries } from './query.ts'

const company = (name: string, more: Partial<TrackedCompany> = {}): TrackedCompany => ({
  name,
  domain: null,
  website: null,
  aliases: [],
  facts: [],
  ...more,
})
const known = {
  domain: 'getbeacon.example',
  facts: [{ kind: 'description' as const, value: 'Beacon is the freight platform for European shippers.' }],
}

test('a distinctive name is asked for alone first, then with its trade, then with its site', () => {
  expect(searchQueries(company('Zorvexa Inc.', known))).toEqual([
    '"Zorvexa"',
    '"Zorvexa" beacon freight platform european',
    '"Zorvexa" getbeacon.example',
  ])
  expect(searchQueries(company('Zorvexa'))).toEqual(['"Zorvexa"'])
})

test('a common word is asked for only with its trade or site', () => {
  expect(searchQueries(company('Beacon', known))).toEqual([
    '"Beacon" freight platform european shippers',
    '"Beacon" getbeacon.example',
  ])
  expect(searchQueries(company('Beacon'))).toEqual([])
})

test('common words and first names are calls from coined and longer names', () => {
  expect(['Beacon', 'Notion', 'Clark', 'Apple Inc.'].map(isCommonWord)).toEqual([true, true, true, true])
  expect(['Zorvexa', 'GitLab', 'Beacon Freight', '3M'].map(isCommonWord)).toEqual([false, false, false, false])
})

test('mostly namesakes: at least four pages, of which fewer than a quarter are about the company', () => {
  expect(isMostlyNamesakes({ found: 8, linked: 1 })).toBe(true)
  expect(isMostlyNamesakes({ found: 8, linked: 2 })).toBe(false)
  expect(isMostlyNamesakes({ found: 3, linked: 0 })).toBe(false)
})
