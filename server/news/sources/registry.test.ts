import { expect, test } from 'vitest'
import { DEFAULT_SOURCES, SOURCE_REGISTRY, type SourceName } from '#domain/news/source-registry.ts'
import { sampleWire } from '#domain/news/sample-wire.ts'
import { canonical } from '../articles/canonical-url.ts'
import { EMPTY_MEMORY, type TrackedCompany } from './source.ts'
import { cannedFetch } from '../../testing/network/canned-fetch.ts'
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
  ],
}
const contact = 'support@tidings.example'
const EVERY = SOURCE_REGISTRY.map(({ name }) => name)

test('what is on by default, and nothing else', () => {
  expect(openSources(DEFAULT_SOURCES, { contact }).map(({ name, scope }) => `${name} ${scope}`)).toEqual([
    'hacker-news subject',
    'sec subject',
    'sec everybody',
    'job-boards subject',
    'github subject',
  ])
  expect(openSources([], { contact })).toEqual([])
  expect(openSources(['google-news', 'sample'], { contact }).map(({ label }) => label)).toEqual([
    'Google News',
    'Sample wire',
  ])
})

test('every request goes to the origin that its setting names, and to no other', async () => {
  const names = Object.keys(PUBLIC_ORIGINS) as (keyof Origins)[]
  const changed = Object.fromEntries(names.map((name, i) => [name, `http://127.0.0.1:${9000 + i}/`]))
  const { fetch, asked } = cannedFetch({})
  for (const source of openSources(EVERY, { origins: changed, contact })) {
    if (source.scope === 'company') await source.poll(ACME, EMPTY_MEMORY, { fetch, now: NOW })
    else await source.poll(EMPTY_MEMORY, { fetch, now: NOW, isTracked: () => true })
  }
  const origins = new Set(asked.map(({ url }) => new URL(url).port))
  expect([...origins].sort()).toEqual(names.map((_, i) => String(9000 + i)))
  expect(asked.every(({ url }) => /^http:\/\/127\.0\.0\.1:90\d\d\/[^/]/.test(url))).toBe(true)
})

test('the SEC is told who asks, with an e-mail address; nobody else is', async () => {
  const { fetch, asked } = cannedFetch({})
  for (const source of openSources(EVERY, { contact }))
    if (source.scope === 'company') await source.poll(ACME, EMPTY_MEMORY, { fetch, now: NOW })
    else await source.poll(EMPTY_MEMORY, { fetch, now: NOW, isTracked: () => true })
  const told = asked.filter(({ userAgent }) => userAgent !== undefined)
  expect(new Set(told.map(({ userAgent }) => userAgent))).toEqual(new Set(['Tidings support@tidings.example']))
  expect(asked.every(({ url, userAgent }) => /sec\.gov/.test(url) === (userAgent !== undefined))).toBe(true)
})

test('by default the public services are asked', async () => {
  const { fetch, asked } = cannedFetch({})
  for (const source of openSources(EVERY, { contact })) {
    if (source.scope === 'company') await source.poll(ACME, EMPTY_MEMORY, { fetch, now: NOW })
    else await source.poll(EMPTY_MEMORY, { fetch, now: NOW, isTracked: () => true })
  }
  expect(new Set(asked.map(({ url }) => new URL(url).origin))).toEqual(new Set(Object.values(PUBLIC_ORIGINS)))
})

test('the wire tells what has been published since the last look, and asks nobody', async () => {
  const first = await pollSample(EMPTY_MEMORY, { now: NOW })
  expect(first.state).toBe('ok')
  expect(first.items.every(({ publishedAt }) => publishedAt! <= NOW)).toBe(true)
  const anHour = await pollSample(first.memory, { now: new Date('2026-03-04T13:30:00Z') })
  expect(anHour.items).toHaveLength(13)
  expect(anHour.items.at(-1)?.title).toBe('Tideline Energy opens talks about a Series C')
  const aDay = await pollSample(anHour.memory, { now: new Date('2026-03-05T13:30:00Z') })
  expect(first.items.length + anHour.items.length + aDay.items.length).toBe(sampleWire(NOW, NOW).length)
  expect((await pollSample(aDay.memory, { now: new Date('2026-03-06T13:30:00Z') })).state).toBe('empty')
})

test('the built-in press: at least 25 feeds, each once', () => {
  const { addresses, faults } = pressFeeds(null, () => '')
  expect(addresses.length).toBeGreaterThanOrEqual(25)
  expect(new Set(addresses.map((address) => canonical(address)?.key)).size).toBe(addresses.length)
  expect(addresses.every((address) => address.startsWith('https://') && new URL(address).href === address)).toBe(true)
  expect([faults, new Set(PRESS_LIST.map(({ publisher }) => publisher)).size]).toEqual([[], addresses.length])
})

test('PRESS_FEEDS: "comma list of feed URLs, or a path to a file with one per line"', () => {
  const none = () => {
    throw new Error('no file is read')
  }
  expect(
    pressFeeds('nonsense, https://a.example/feed, http://b.example:8080/rss,https://a.example/feed,,', none),
  ).toEqual({
    addresses: ['https://a.example/feed', 'http://b.example:8080/rss'],
    faults: ['This is no address of a feed: nonsense'],
  })
  const file =
    '\uFEFF# ours\r\nhttps://a.example/feed # the first\r\n\r\n  https://b.example/feed#top\nftp://c.example\n'
  expect(pressFeeds('feeds.txt', (path) => (path === 'feeds.txt' ? file : ''))).toEqual({
    addresses: ['https://a.example/feed', 'https://b.example/feed#top'],
    faults: ['This is no address of a feed: ftp://c.example'],
  })
  expect(pressFeeds('feeds.txt', () => '# nothing yet\n')).toEqual({ addresses: [], faults: [] })
})

test('PRESS_FEEDS that names the wrong file tells so, in a few words', () => {
  const missing = () => {
    throw new Error('ENOENT')
  }
  expect(pressFeeds('gone.txt', missing)).toEqual({
    addresses: [],
    faults: ['The file gone.txt cannot be read.'],
  })
  const { faults } = pressFeeds('novel.txt', () => 'It was a dark night.\n'.repeat(500))
  expect([faults.length, faults.at(-1)]).toEqual([21, 'And 480 more like these.'])
  const many = Array.from({ length: 2001 }, (_, at) => `https://a.example/${at}`).join('\n')
  const found = pressFeeds('many.txt', () => many)
  expect([found.addresses.length, found.faults]).toEqual([2000, ['Of 2001 feeds the first 2000 are watched.']])
})

test('a name in the register has a source, or is watched feed by feed', () => {
  const opened = new Set<SourceName>(openSources(EVERY, { contact }).map(({ name }) => name))
  expect(EVERY.filter((name) => !opened.has(name))).toEqual(['company-site', 'press'])
})
