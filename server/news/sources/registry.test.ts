import { expect, test } from 'vitest'
import { DEFAULT_SOURCES, LICENSED_SOURCES, SOURCE_REGISTRY, type SourceName } from '#domain/news/source-registry.ts'
import { sampleWire } from '#domain/news/sample-wire.ts'
import { canonical } from '../formats/canonical-url.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { EMPTY_MEMORY, type FactKind, type TrackedCompany } from './source.ts'
import { cannedFetch } from '../../testing/network/canned-fetch.ts'
import { freeBudget, freeKeys } from '../../testing/network/free-budget.ts'
import { openSources, PUBLIC_ORIGINS, type Origins } from './registry.ts'
import { PRESS_LIST, pressFeeds } from './press.ts'
import { pollSample } from './sample.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const ACME: TrackedCompany = {
  name: 'Acme Robotics',
  domain: 'acme.example',
  website: 'https://acme.example',
  aliases: [],
  facts: [
    { kind: 'greenhouse', value: 'acme' },
    { kind: 'lever', value: 'acme' },
    { kind: 'ashby', value: 'acme' },
    { kind: 'github', value: 'acme' },
    { kind: 'cik', value: '1234567' },
  ],
}
const boardsOf = (...kinds: FactKind[]): TrackedCompany => ({
  ...ACME,
  facts: kinds.map((kind) => ({ kind, value: 'acme' })),
})
const COMPANIES = [
  {
    ...ACME,
    facts: [
      ...ACME.facts,
      { kind: 'app-store' as const, value: 'id123456789' },
      { kind: 'bluesky' as const, value: 'acme.example' },
    ],
  },
  boardsOf('npm', 'pypi', 'crates', 'huggingface'),
  boardsOf('workable', 'smartrecruiters', 'recruitee'),
  boardsOf('personio', 'teamtailor', 'bamboohr'),
]
const contact = 'support@tidings.example'
const EVERY = SOURCE_REGISTRY.map(({ name }) => name)

const search = { keys: new Map(LICENSED_SOURCES.map((name) => [name, 'key'])), budget: freeBudget().budget }
const companiesHouse = { key: 'key', keys: freeKeys().keys }

const SEARCH = { kind: 'search' as const, url: null }

const pollAll = async (fetch: Fetch, origins?: Partial<Origins>) => {
  for (const source of openSources(EVERY, { origins, contact, search, companiesHouse }).filter(
    ({ name }) => name !== 'company-site',
  ))
    for (const { kind, url } of source.accountKinds ? [SEARCH] : source.initialWatches)
      for (const trackedCompany of source.scope === 'company' ? COMPANIES : [null])
        await source.poll(
          { kind, url, memory: EMPTY_MEMORY, trackedCompany, trackedCompanyId: 1 },
          {
            fetch,
            now: NOW,
            isTracked: () => true,
            mayFetch: async () => true,
            permission: async () => ({ answer: 'yes', delayMs: 0 }),
            sitemapsOf: async () => [],
          },
        )
}

test('opens the configured sources and those that are always on', () => {
  const always = ['own-feed owner: feed', 'sample company: search']
  const opened = (names: SourceName[]) =>
    openSources(names, { contact }).map(({ name, scope, kinds }) => `${name} ${scope}: ${kinds.join(' ')}`)
  expect(opened(DEFAULT_SOURCES)).toEqual([
    'company-site company: discover feed newsroom sitemap',
    'press shared: feed',
    'hacker-news company: search',
    'sec company: search',
    'sec shared: stream',
    'job-boards company: search',
    'github company: search',
    'app-store company: search',
    'packages company: search',
    'social company: search',
    ...always,
  ])
  expect(opened([])).toEqual(always)
  expect(opened(['google-news', 'sample'])).toEqual(['google-news company: search', 'sample shared: stream', ...always])
})

test('only sources that identify the company exactly skip matching', () => {
  const trusted = openSources(EVERY, { contact, companiesHouse }).filter(({ needsMatch }) => !needsMatch)
  expect(trusted.map(({ name, scope }) => `${name} ${scope}`)).toEqual([
    'company-site company',
    'sec company',
    'job-boards company',
    'github company',
    'app-store company',
    'packages company',
    'social company',
    'wikidata company',
    'brreg company',
    'companies-house company',
    'own-feed owner',
  ])
})

test('every request goes to its configured origin and no other', async () => {
  const names = Object.keys(PUBLIC_ORIGINS) as (keyof Origins)[]
  const changed = Object.fromEntries(names.map((name, i) => [name, `http://127.0.0.1:${9000 + i}/`]))
  const { fetch, asked } = cannedFetch({})
  await pollAll(fetch, changed)
  const origins = new Set(asked.map(({ url }) => new URL(url).port))
  expect([...origins].sort()).toEqual(names.map((_, i) => String(9000 + i)))
  expect(asked.every(({ url }) => /^http:\/\/127\.0\.0\.1:90\d\d\/[^/]/.test(url))).toBe(true)
})

test('only requests to the SEC, crates.io and Wikidata carry a contact email address', async () => {
  const { fetch, asked } = cannedFetch({})
  await pollAll(fetch)
  const named = asked.filter(({ userAgent }) => userAgent !== undefined)
  expect(new Set(named.map(({ userAgent }) => userAgent))).toEqual(new Set(['Tidings support@tidings.example']))
  expect(
    asked.every(({ url, userAgent }) => /sec\.gov|crates\.io|wikidata/.test(url) === (userAgent !== undefined)),
  ).toBe(true)
})

test('by default requests go to the public services', async () => {
  const { fetch, asked } = cannedFetch({})
  await pollAll(fetch)
  expect(new Set(asked.map(({ url }) => new URL(url).origin.replace('//acme.', '//')))).toEqual(
    new Set(Object.values(PUBLIC_ORIGINS)),
  )
})

test('the sample wire yields what was published since the last poll', async () => {
  const first = await pollSample(EMPTY_MEMORY, { now: NOW })
  expect(first.state).toBe('ok')
  expect(first.items.every(({ publishedAt }) => publishedAt! <= NOW)).toBe(true)
  const anHour = await pollSample(first.memory, { now: new Date('2026-03-04T13:30:00Z') })
  expect(anHour.items).toHaveLength(12)
  expect(anHour.items.at(-1)?.title).toBe('Tideline Energy opens talks about a Series C')
  const aDay = await pollSample(anHour.memory, { now: new Date('2026-03-05T13:30:00Z') })
  expect(first.items.length + anHour.items.length + aDay.items.length).toBe(sampleWire(NOW, NOW).length)
  expect((await pollSample(aDay.memory, { now: new Date('2026-03-06T13:30:00Z') })).state).toBe('empty')
})

test('the built-in press list has at least 25 distinct feeds', () => {
  const { urls, faults } = pressFeeds(null, () => '')
  expect(urls.length).toBeGreaterThanOrEqual(25)
  expect(new Set(urls.map((url) => canonical(url)?.key)).size).toBe(urls.length)
  expect(urls.every((url) => url.startsWith('https://') && new URL(url).href === url)).toBe(true)
  expect([faults, new Set(PRESS_LIST.map(({ publisher }) => publisher)).size]).toEqual([[], urls.length])
})

test('PRESS_FEEDS: "comma list of feed URLs, or a path to a file with one per line"', () => {
  const none = () => {
    throw new Error('no file is read')
  }
  expect(
    pressFeeds('nonsense, https://a.example/feed, http://b.example:8080/rss,https://a.example/feed,,', none),
  ).toEqual({
    urls: ['https://a.example/feed', 'http://b.example:8080/rss'],
    faults: ['This is not the address of a feed: nonsense'],
  })
  const file =
    '\uFEFF# ours\r\nhttps://a.example/feed # the first\r\n\r\n  https://b.example/feed#top\nftp://c.example\n'
  expect(pressFeeds('feeds.txt', (path) => (path === 'feeds.txt' ? file : ''))).toEqual({
    urls: ['https://a.example/feed', 'https://b.example/feed#top'],
    faults: ['This is not the address of a feed: ftp://c.example'],
  })
  expect(pressFeeds('feeds.txt', () => '# nothing yet\n')).toEqual({ urls: [], faults: [] })
})

test('a wrong PRESS_FEEDS file is reported in a few lines', () => {
  const missing = () => {
    throw new Error('ENOENT')
  }
  expect(pressFeeds('gone.txt', missing)).toEqual({
    urls: [],
    faults: ['The file gone.txt cannot be read.'],
  })
  const { faults } = pressFeeds('novel.txt', () => 'It was a dark night.\n'.repeat(500))
  expect([faults.length, faults.at(-1)]).toEqual([21, 'And 480 more like these.'])
  const many = Array.from({ length: 2001 }, (_, at) => `https://a.example/${at}`).join('\n')
  const found = pressFeeds('many.txt', () => many)
  expect([found.urls.length, found.faults]).toEqual([2000, ['Of 2001 feeds the first 2000 are watched.']])
})

test('every registered source except name-domains can be opened', () => {
  const opened = new Set<string>(openSources(EVERY, { contact, search, companiesHouse }).map(({ name }) => name))
  // A job requests its domains, so it isn't polled.
  expect(EVERY.filter((name) => !opened.has(name))).toEqual(['name-domains'])
})
