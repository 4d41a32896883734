import { expect, test } from 'vitest'
import { siteOf, type Site } from '../../site/site.ts'
import { isOwnFeed, joinByFeed, whereLeads } from './own-site.ts'

const site = (address: string): Site => siteOf(address)!

test.each([
  ['https://acme.com', 'https://acme.com/feed', true],
  ['https://acme.com', 'https://stories.acme.com/feed', true],
  ['https://acme.com', 'https://feeds.feedburner.com/acme', true],
  ['https://acme.com', 'https://acme.substack.com/feed', true],
  ['https://acme.com', 'https://wordpress.com/feed', false],
  ['https://one.builder.com', 'https://builder.com/feed', false],
  ['https://one.builder.com', 'https://two.builder.com/feed', false],
  ['https://one.wordpress.com', 'https://two.wordpress.com/feed', false],
  ['https://host.com/one', 'https://host.com/one/feed', true],
  ['https://host.com/one', 'https://host.com/feed', false],
  ['https://host.com/one', 'https://host.com/two/one', false],
  ['https://medium.com/@acme', 'https://medium.com/feed/@acme', true],
  ['https://medium.com/@acme', 'https://medium.com/feed/@other', false],
  ['https://acme.com', 'mailto:a@acme.com', false],
])('tells whether %s owns the feed %s', (own, feed, isOwn) => {
  expect(isOwnFeed(site(own), feed)).toBe(isOwn)
})

test.each([
  ['https://acme.io', 'https://acme.com/', 'join'],
  ['https://blog.acme.com', 'https://acme.com/blog', 'join'],
  ['https://acme.wordpress.com', 'https://acme.com/', 'join'],
  ['https://gone.wordpress.com', 'https://wordpress.com/typo/?subdomain=gone', 'nowhere'],
  ['https://acme.com', 'https://www.sedo.com/search', 'nowhere'],
  ['https://www.linkedin.com/company/acme', 'https://www.linkedin.com/authwall', 'nowhere'],
  ['https://host.com/gone', 'https://host.com/', 'nowhere'],
  ['https://host.com/old', 'https://host.com/new', 'follow'],
  ['https://bought.com', 'https://buyer.com/products/bought', 'follow'],
  ['https://acme.com', 'https://www.linkedin.com/company/acme', 'follow'],
])('classifies a redirect from %s to %s: %s', (from, to, leads) => {
  expect(whereLeads(site(from), site(to))).toBe(leads)
})

test.each([
  ['https://acme.com', 'https://blog.acme.com', 'https://blog.acme.com/feed', 'blog.acme.com → acme.com'],
  ['https://acme.com/en', 'https://acme.com', 'https://acme.com/feed', 'acme.com/en → acme.com'],
  ['https://acme.com', 'https://other.com', 'https://theme.com/feed', null],
  ['https://acme.com', 'https://other.com', 'https://acme.com/feed', null],
  ['https://acme.com', 'https://blog.acme.com', 'https://theme.com/feed', null],
  ['https://host.com/one', 'https://host.com/two', 'https://host.com/feed', null],
  ['https://one.wordpress.com', 'https://wordpress.com', 'https://one.wordpress.com/feed', null],
])('joining %s and %s by the feed %s yields %s', (one, other, feed, joined) => {
  for (const [a, b] of [
    [one, other],
    [other, one],
  ] as const) {
    const join = joinByFeed(site(a), site(b), feed)
    expect(join && `${join.from.key} → ${join.to.key}`).toBe(joined)
  }
})
