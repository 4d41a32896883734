import { expect, test } from 'vitest'
import { hubLinksOf } from './hub-links.ts'

const linksOf = (body: string, link?: string) =>
  hubLinksOf({ url: 'https://paper.example/feed', headers: link ? { link } : {}, bytes: Buffer.from(body) })

const BOTH = { hub: 'https://hub.example/', topic: 'https://paper.example/self?a=1&b=2' }

test.each([
  [
    'RSS',
    `<rss><channel><atom:link rel="self" href="https://paper.example/self?a=1&amp;b=2"/><atom:link href='https://hub.example' rel='hub'/><item/></channel></rss>`,
  ],
  ['Atom', `<feed><link rel="hub" href="https://hub.example/"/><link href="/self?a=1&amp;b=2" rel="SELF"/></feed>`],
  [
    'one link for both',
    `<feed><link rel="self" href="/self?a=1&amp;b=2"/><link rel="alternate hub" href="https://hub.example/"/>`,
  ],
])('the links of a feed name its hub: %s', (_, body) => {
  expect(linksOf(body)).toEqual(BOTH)
})

test('headers name the hub, too, and come first', () => {
  const header = '<https://hub.example/>; rel="hub", <https://paper.example/self?a=1&b=2>; rel=self'
  expect(linksOf('<rss/>', header)).toEqual(BOTH)
  expect(linksOf('<feed><link rel="hub" href="https://other.example/"/></feed>', header)).toEqual(BOTH)
})

test('without a self link, the feed is called by its URL', () => {
  expect(linksOf('<feed><link rel="hub" href="https://hub.example/"/></feed>')).toEqual({
    hub: 'https://hub.example/',
    topic: 'https://paper.example/feed',
  })
})

test.each([
  '',
  '<feed><link rel="self" href="https://paper.example/feed"/></feed>',
  '<feed><link rel="hub" href=""/></feed>',
  '<feed><link rel="hub" href="javascript:alert(1)"/></feed>',
  '<feed><link rel="hub" href="ftp://hub.example/"/></feed>',
  `<feed><link rel="hub" href="https://hub.example/${'x'.repeat(3000)}"/></feed>`,
  '<feed><entry><link rel="hub" href="https://hub.example/"/></entry></feed>',
  `<feed>${' '.repeat(30_000)}<link rel="hub" href="https://hub.example/"/></feed>`,
  '<link '.repeat(5000),
])('%#: what is no usable hub of the feed is ignored', (body) => {
  expect(linksOf(body)).toBeNull()
})
