import { expect, test } from 'vitest'
import {
  DEFAULT_SOURCES,
  isSourceName,
  LICENSED_SOURCES,
  needsKey,
  SOURCE_REGISTRY,
  sourceLabel,
} from './source-registry.ts'

test('lists the default SOURCES and the optional ones', () => {
  expect(DEFAULT_SOURCES.join(',')).toBe(
    'company-site,press,hacker-news,sec,job-boards,github,app-store,packages,social,name-domains',
  )
  const others = SOURCE_REGISTRY.filter(({ isOnByDefault }) => !isOnByDefault).map(({ name }) => name)
  expect(others.join(',')).toBe(
    'google-news,bing-news,gdelt,wikidata,brreg,brave,perplexity,exa,tavily,newsapi,companies-house,sample',
  )
})

test('"sources whose terms forbid commercial use are off unless named"', () => {
  const forbidding = SOURCE_REGISTRY.filter(({ allowsCommercialUse }) => !allowsCommercialUse)
  expect(forbidding.map(({ name }) => name)).toEqual(['google-news', 'bing-news'])
  expect(forbidding.filter(({ isOnByDefault }) => isOnByDefault)).toEqual([])
})

test('every source has terms, the date they were read, and a unique name', () => {
  for (const { label, gives, terms, termsUrl, readOn } of SOURCE_REGISTRY) {
    expect([label, gives, terms].every((text) => text.length > 3)).toBe(true)
    expect(readOn).toMatch(/^20\d\d-\d\d-\d\d$/)
    if (termsUrl !== null) expect(termsUrl).toMatch(/^https:\/\/[a-z.-]+\//)
  }
  expect(new Set(SOURCE_REGISTRY.map(({ name }) => name)).size).toBe(SOURCE_REGISTRY.length)
})

test('valid source names are told apart from invalid ones', () => {
  expect(['sec', 'SEC', 'twitter', ''].map(isSourceName)).toEqual([true, false, false, false])
  expect(sourceLabel('sec')).toBe('SEC filings')
})

test('every source with a price says what one request costs and what could not be verified', () => {
  const licensed = SOURCE_REGISTRY.filter(({ name }) => LICENSED_SOURCES.some((each) => each === name))
  expect(licensed.map(({ name }) => name)).toEqual(['brave', 'perplexity', 'exa', 'tavily', 'newsapi'])
  for (const { dollarsPerRequest = 0, terms, readOn } of licensed) {
    expect(dollarsPerRequest).toBeGreaterThan(0)
    expect(terms).toMatch(/Needs a key\..*could not be verified/)
    expect(readOn).toBe('2026-11-19')
  }
})

test('sources with a key are on when it is set, so SOURCES cannot name them', () => {
  expect(SOURCE_REGISTRY.map(({ name }) => name).filter(needsKey)).toEqual([...LICENSED_SOURCES, 'companies-house'])
})
