import { expect, test } from 'vitest'
import type { Permission } from '../robots.ts'
import { cannedFetch, type Canned } from '../../../testing/network/canned-fetch.ts'
import { rssOf } from '../../../testing/network/company-site.ts'
import { DISALLOWED } from '../poll-result.ts'
import { EMPTY_MEMORY, type PollTarget } from '../source.ts'
import { companySite } from './company-site.ts'

const SITE = 'https://acme.com'
const trackedCompany = { name: 'Acme', domain: 'acme.com', website: SITE, aliases: [], facts: [] }

/** Polls a site whose robots.txt permissions, by path, are given by `rules`; other paths are allowed. */
async function poll(target: Partial<PollTarget>, pages: Record<string, Canned>, rules: Record<string, Permission>) {
  const { fetch, asked } = cannedFetch(
    Object.fromEntries(Object.entries(pages).map(([path, page]) => [SITE + path, page])),
  )
  const permission = async (url: string): Promise<Permission> =>
    rules[url.replace(SITE, '')] ?? rules['*'] ?? { answer: 'yes', delayMs: 0 }
  const result = await companySite.poll(
    { kind: 'discover', url: null, memory: EMPTY_MEMORY, trackedCompany, ...target },
    {
      fetch,
      now: new Date('2026-11-15T12:00:00Z'),
      isTracked: () => false,
      mayFetch: async (url) => (await permission(url)).answer !== 'no',
      permission,
      sitemapsOf: async () => [],
    },
  )
  return { ...result, asked: asked.map(({ url }) => url.replace(SITE, '')) }
}

const no: Permission = { answer: 'no' }

test('a site that disallows robots is not requested, and the poll fails with that reason', async () => {
  expect(await poll({}, { '/': '<title>Acme</title>' }, { '*': no })).toMatchObject({
    state: 'failed',
    problem: DISALLOWED,
    asked: [],
  })
})

test('an unreadable robots.txt fails the poll with its reason', async () => {
  const rules: Permission = { answer: 'not-now', retryAt: new Date(), problem: 'The site asked us to slow down.' }
  expect(await poll({}, { '/': '<title>Acme</title>' }, { '*': rules })).toMatchObject({
    state: 'failed',
    problem: 'The site asked us to slow down.',
    asked: [],
  })
})

test('a newsroom that disallows robots is reported as such, not as “not found”', async () => {
  const pages = { '/': '<title>Acme</title><a href="/news">News</a>', '/news': '<a href="/news/a-first-post">A</a>' }
  const found = await poll({}, pages, { '/news': no })
  expect(found).toMatchObject({ state: 'failed', problem: DISALLOWED })
  expect(found.asked).not.toContain('/news')
})

test.each(['newsroom', 'sitemap'] as const)('a %s that robots.txt no longer allows fails', async (kind) => {
  const url = `${SITE}/list`
  expect(await poll({ kind, url }, { '/list': '<a href="/list/post">Post</a>' }, { '/list': no })).toMatchObject({
    state: 'failed',
    problem: DISALLOWED,
    asked: [],
  })
})

test('a feed is polled even if robots.txt disallows it', async () => {
  const url = `${SITE}/feed`
  expect(await poll({ kind: 'feed', url }, { '/feed': rssOf('One') }, { '*': no })).toMatchObject({ state: 'ok' })
})

test('a parked domain yields nothing, and none of its pages is watched', async () => {
  const pages = { '/': '<title>acme.com</title><p>This domain is for sale.</p><a href="/news">News</a>' }
  expect(await poll({}, pages, {})).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^The domain is parked or for sale\. /) as string,
    discovery: { facts: [], watches: [], joins: [], isLost: true },
    asked: ['/'],
  })
})
