import { expect, test } from 'vitest'
import { cannedFetch, rejected } from '../testing/canned-fetch.ts'
import type { Fetch } from '../ports.ts'
import { Deferred } from './host-budget.ts'
import type { FoundItem } from './item.ts'
import { createShortLinks } from './short-links.ts'

const item = (url: string): FoundItem => ({
  url,
  title: 'x',
  text: '',
  publishedAt: null,
  precision: 'none',
  publisher: null,
  language: null,
  kind: 'press',
  facts: {},
})

/** A door that ends where the table says. */
function leading(targets: Record<string, string>) {
  const { fetch, asked } = cannedFetch({})
  const follow: Fetch = async (request) => ({
    ...(await fetch(request)),
    url: targets[request.url] ?? request.url,
  })
  return { fetch: follow, asked }
}

test('a short link is replaced by the page it leads to, asked once however often it comes', async () => {
  const unshorten = createShortLinks()
  const { fetch, asked } = leading({
    'https://t.co/abc': 'https://planet.com/story?utm_source=x',
    'https://www.bit.ly/2': 'https://gazette.com/2',
  })
  const items = [
    'https://t.co/abc',
    'https://planet.com/long',
    'https://www.bit.ly/2',
    'https://t.co/abc',
  ].map(item)
  const found = (await unshorten(items, fetch)).map(({ url }) => url)
  expect(found).toEqual([
    'https://planet.com/story?utm_source=x',
    'https://planet.com/long',
    'https://gazette.com/2',
    'https://planet.com/story?utm_source=x',
  ])
  expect((await unshorten(items, fetch)).map(({ url }) => url)).toEqual(found)
  expect(asked.map(({ url }) => url)).toEqual(['https://t.co/abc', 'https://www.bit.ly/2'])
})

test('what is no short link costs nothing', async () => {
  const { fetch, asked } = leading({})
  const items = ['https://t.co.example.com/x', 'https://bit.ly/', 'https://not-t.co/x'].map(item)
  expect(await createShortLinks()(items, fetch)).toBe(items)
  expect(asked).toEqual([])
})

test('one that fails, ends at the shortener or is one too many stays as it is', async () => {
  const refusing: Fetch = () => Promise.reject(rejected('refused-address'))
  expect(await createShortLinks()([item('https://t.co/x')], refusing)).toEqual([item('https://t.co/x')])
  const { fetch, asked } = leading({ 'https://lnkd.in/x': 'https://www.lnkd.in/x/warning' })
  expect(await createShortLinks()([item('https://lnkd.in/x')], fetch)).toEqual([item('https://lnkd.in/x')])
  const many = Array.from({ length: 60 }, (_, i) => item(`https://t.co/${i}`))
  expect(await createShortLinks()(many, fetch)).toEqual(many)
  expect(asked).toHaveLength(1 + 20)
})

test('a look is put off rather than keeping a second address for the same story', async () => {
  const deferring: Fetch = () => Promise.reject(new Deferred(new Date()))
  await expect(createShortLinks()([item('https://t.co/x')], deferring)).rejects.toBeInstanceOf(Deferred)
})
