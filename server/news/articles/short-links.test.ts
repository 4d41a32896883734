import { expect, test } from 'vitest'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { cannedFetch, rejected } from '../../testing/network/canned-fetch.ts'
import { Deferred } from '../sources/host-limits.ts'
import { goodResult } from '../sources/poll-result.ts'
import { EMPTY_MEMORY, type SourceResult, type PollResult } from '../sources/source.ts'
import { itemsOf } from './normalize.ts'
import { createShortLinks } from './short-links.ts'

const resultOf = (...urls: string[]): SourceResult =>
  goodResult(
    urls.map((url) => ({
      url,
      title: 'x',
      text: '',
      publishedAt: null,
      precision: 'none',
      publisher: null,
      language: null,
      kind: 'press',
      facts: {},
    })),
    EMPTY_MEMORY,
  )
const urlsOf = (found: PollResult) =>
  itemsOf(found, { kind: 'discover', url: null }, new Date()).map(({ item }) => item.url)

/** An HTTP client that redirects according to `targets`. */
function leading(targets: Record<string, string>) {
  const { fetch, asked } = cannedFetch({})
  const follow: Fetch = async (request) => ({
    ...(await fetch(request)),
    url: targets[request.url] ?? request.url,
  })
  return { fetch: follow, asked }
}

test('a short link is replaced by its target, with one request however often it occurs', async () => {
  const unshorten = createShortLinks()
  const { fetch, asked } = leading({
    'https://t.co/abc': 'https://planet.com/story?utm_source=x',
    'https://www.bit.ly/2': 'https://gazette.com/2',
  })
  const feed = resultOf('https://www.bit.ly/2', 'https://t.co/abc')
  const found: PollResult = {
    ...resultOf('https://t.co/abc', 'https://planet.com/long'),
    discovery: {
      facts: [],
      name: null,
      joins: [],
      watches: [
        { kind: 'feed', url: '/feed', result: feed },
        { kind: 'newsroom', url: '/news', result: null },
      ],
    },
  }
  const resolved = await unshorten(found, fetch)
  expect(urlsOf(resolved)).toEqual([
    'https://planet.com/story?utm_source=x',
    'https://planet.com/long',
    'https://gazette.com/2',
    'https://planet.com/story?utm_source=x',
  ])
  expect(await unshorten(found, fetch)).toEqual(resolved)
  expect(asked.map(({ url }) => url)).toEqual(['https://t.co/abc', 'https://www.bit.ly/2'])
})

test('URLs that are not short links cause no requests', async () => {
  const { fetch, asked } = leading({})
  const found = resultOf('https://t.co.example.com/x', 'https://bit.ly/', 'https://not-t.co/x')
  expect(await createShortLinks()(found, fetch)).toBe(found)
  expect(asked).toEqual([])
})

test('a short link that fails, ends at the shortener or exceeds the limit stays as it is', async () => {
  const refusing: Fetch = () => Promise.reject(rejected('refused-address'))
  expect(urlsOf(await createShortLinks()(resultOf('https://t.co/x'), refusing))).toEqual(['https://t.co/x'])
  const { fetch, asked } = leading({ 'https://lnkd.in/x': 'https://www.lnkd.in/x/warning' })
  expect(urlsOf(await createShortLinks()(resultOf('https://lnkd.in/x'), fetch))).toEqual(['https://lnkd.in/x'])
  const many = Array.from({ length: 60 }, (_, i) => `https://t.co/${i}`)
  expect(urlsOf(await createShortLinks()(resultOf(...many), fetch))).toEqual(many)
  expect(asked).toHaveLength(1 + 20)
})

test('the poll is deferred rather than saving a second URL for the same story', async () => {
  const deferring: Fetch = () => Promise.reject(new Deferred(new Date()))
  await expect(createShortLinks()(resultOf('https://t.co/x'), deferring)).rejects.toBeInstanceOf(Deferred)
})
