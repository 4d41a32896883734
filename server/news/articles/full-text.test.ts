import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/time.ts'
import { cannedFetch, rejected, type Canned } from '../../testing/network/canned-fetch.ts'
import { openLog } from '../../platform/log.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { Deferred } from '../sources/host-limits.ts'
import type { Permission } from '../sources/robots.ts'
import { wantsText, createStoryTexts } from './full-text.ts'
import { openCurator } from '../engine/open-curator.ts'
import { createBriefs } from '../briefs/write-briefs.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query(`delete from tracked_companies; delete from articles;
    insert into tracked_companies (site, name, created_at) values ('acme.com', 'acme', now())`)
})

const NOW = new Date('2026-03-01T12:00:00.000Z')
const STUB = 'Acme raises money.'
const SENTENCE = 'Acme has raised five million dollars from investors, and will open a second workshop in spring.'
const BODY = Array.from({ length: 6 }, (_, i) => `<p>${i + 1}. ${SENTENCE} ${SENTENCE}</p>`).join('\n')
const html = (body: string, head = ''): Canned => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<html><head><title>Acme raises money</title>${head}</head><body>${body}</body></html>`,
})
const STORY = html(`<article>${BODY}</article>`)

async function keep(urls: string[], { daysAgo = 1, isLinked = true, publisher = 'planet.com' } = {}) {
  const rows = await database.query(
    `insert into articles (url, key, title, text, publisher, published_at, precision, kind, facts, found_at, text_state)
     select url, url, url, $2, $5, $3, 'second', 'press', '{}', $4, 'wanted' from unnest($1::text[]) as url returning id`,
    [urls, STUB, new Date(NOW.getTime() - daysAgo * DAY_MS), NOW, publisher],
  )
  if (isLinked)
    await database.query(
      `insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence)
       select tracked_companies.id, articles.id, published_at, 'press', 1, '[]' from tracked_companies, articles where articles.id = any($1)`,
      [rows.map(({ id }) => id)],
    )
}

const texts = (
  fetch: Fetch,
  mayFetch: (url: string) => Promise<Permission> = async () => ({ answer: 'yes', delayMs: 0 }),
) => {
  const log = openLog('silent')
  const briefs = createBriefs({ curator: openCurator('inline'), log })
  return createStoryTexts({ database, clock: () => NOW, log, fetch, mayFetch, briefs })
}

const stored = async () =>
  (await database.query('select url, text_state, text from articles order by id')).map(
    ({ url, text_state: state, text }) => [url, state, text === STUB ? 'stub' : String(text).slice(0, 20)],
  )

describe('which articles are read in full on their page', () => {
  const item = {
    kind: 'press' as const,
    text: STUB,
    url: 'https://planet.com/1',
    facts: {},
    publishedAt: NOW,
  }
  test.each([
    ['a stub of the press', {}, true],
    ['a post of its own site', { kind: 'post' as const }, true],
    ['a whole text', { text: 'x'.repeat(400) }, false],
    ['an open role', { kind: 'jobs' as const }, false],
    ['a filing', { kind: 'filing' as const }, false],
    ['a release', { kind: 'release' as const }, false],
    ['one of last quarter', { publishedAt: new Date('2025-12-01') }, false],
    ['a token of an aggregator', { url: 'https://news.google.com/rss/articles/CBMi' }, false],
    [
      'a discussion without a page',
      { kind: 'discussion' as const, facts: { discussion: 'https://planet.com/1' } },
      false,
    ],
  ])('%s', (_, change, expected) => {
    expect(wantsText({ ...item, ...change }, NOW)).toBe(expected)
  })
})

test('the story is read from the page when the feed gives only a stub', async () => {
  await keep(['https://planet.com/1'])
  const { fetch, asked } = cannedFetch({ 'https://planet.com/1': STORY })
  expect(await texts(fetch).run()).toBe(1)
  expect(await stored()).toEqual([['https://planet.com/1', 'read', '1. Acme has raised f']])
  expect(await texts(fetch).run()).toBe(0)
  expect(asked).toHaveLength(1)
})

test('a post too short to extract gets the description of its page as its text', async () => {
  await keep(['https://acme.com/blog/letter'])
  const said = 'Today we are parting ways with 20% of our team.'
  const page = html('<p>Today was hard.</p>', `<meta name="description" content="${said}">`)
  await texts(cannedFetch({ 'https://acme.com/blog/letter': page }).fetch).run()
  expect(await stored()).toEqual([['https://acme.com/blog/letter', 'read', said.slice(0, 20)]])
})

test('old articles and articles of no tracked company are left alone', async () => {
  await keep(['https://planet.com/old'], { daysAgo: 31 })
  await keep(['https://planet.com/nobody'], { isLinked: false })
  const { fetch, asked } = cannedFetch({})
  expect(await texts(fetch).run()).toBe(0)
  expect(asked).toEqual([])
})

const LOCKED = '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false}</script>'

test.each<[string, Canned, string]>([
  ['structured data says that it is for subscribers', html(`<article>${BODY}</article>`, LOCKED), 'refused'],
  ['401', { status: 401 }, 'refused'],
  ['402', { status: 402 }, 'refused'],
  ['403', { status: 403, headers: { 'content-type': 'text/html' }, body: BODY }, 'refused'],
  ['gone', { status: 404 }, 'failed'],
  ['a picture', { headers: { 'content-type': 'image/png' }, body: BODY }, 'failed'],
  ['nothing but a frame', html('<div id="app"></div>'), 'failed'],
  [
    'a wall in words',
    html(`<article><p>Subscribe now to continue reading. ${SENTENCE} ${SENTENCE}</p></article>`),
    'failed',
  ],
  ['a drop in an ocean', html(`<p>${SENTENCE}</p>${'<i></i>'.repeat(9000)}`), 'failed'],
  ['silence', rejected('timeout'), 'failed'],
  ['asked to wait', rejected('throttled', NOW), 'wanted'],
  ['asked to wait by the answer', { status: 429, retryAt: NOW }, 'wanted'],
  ['the host has been asked enough', new Deferred(NOW), 'wanted'],
])('the stub stays, and no paywall or placeholder replaces it: %s', async (_, answer, state) => {
  await keep(['https://planet.com/1'])
  await texts(cannedFetch({ 'https://planet.com/1': answer }).fetch).run()
  expect(await stored()).toEqual([['https://planet.com/1', state, 'stub']])
})

test.each([
  ['https://id.planet.com/login?next=1', 'refused'],
  ['https://planet.com/subscribe/now', 'refused'],
  ['https://planet.com/', 'failed'],
  ['https://planet.com/2026/1', 'read'],
])('a redirect to %s sets the text state', async (url, state) => {
  await keep(['https://planet.com/1'])
  const { fetch } = cannedFetch({ 'https://planet.com/1': STORY })
  await texts(async (request) => ({ ...(await fetch(request)), url })).run()
  expect((await stored())[0]?.[1]).toBe(state)
})

test('respects robots.txt: forbidden pages, temporary failures and crawl delays', async () => {
  const urls = ['https://no.com/1', 'https://unknown.com/1', 'https://slow.com/1', 'https://slow.com/2']
  await keep(urls)
  const { fetch, asked } = cannedFetch(Object.fromEntries(urls.map((url) => [url, STORY])))
  await texts(fetch, async (url) =>
    url.includes('no.com')
      ? { answer: 'no' }
      : url.includes('unknown')
        ? { answer: 'not-now', retryAt: NOW, problem: 'Later.' }
        : { answer: 'yes', delayMs: 10_000 },
  ).run()
  expect(asked).toHaveLength(1)
  expect(Object.groupBy(await stored(), ([, state]) => String(state))).toMatchObject({
    refused: [['https://no.com/1', 'refused', 'stub']],
    read: [[expect.stringContaining('slow.com'), 'read', expect.any(String)]],
    wanted: [expect.any(Array), expect.any(Array)],
  })
})

test.each<[Permission, string]>([
  [{ answer: 'no' }, 'refused'],
  [{ answer: 'not-now', retryAt: NOW, problem: 'Later.' }, 'wanted'],
])('a redirect to a site whose robots.txt says %o leaves the article %s', async (elsewhere, state) => {
  await keep(['https://planet.com/1'])
  const { fetch } = cannedFetch({ 'https://planet.com/1': STORY })
  const moved: Fetch = async (request) => ({ ...(await fetch(request)), url: 'https://other.com/1' })
  await texts(moved, async (url) => (url.includes('other.com') ? elsewhere : { answer: 'yes', delayMs: 0 })).run()
  expect(await stored()).toEqual([['https://planet.com/1', state, 'stub']])
})

test('a host that may not be asked for its robots.txt yet does not keep the others waiting', async () => {
  await keep(['https://planet.com/1', 'https://busy.com/1'])
  const { fetch } = cannedFetch({ 'https://planet.com/1': STORY })
  await texts(fetch, async (url) => {
    if (url.includes('busy.com')) throw new Deferred(NOW)
    return { answer: 'yes', delayMs: 0 }
  }).run()
  expect((await stored()).map(([, state]) => state)).toEqual(['read', 'wanted'])
})

test('a new text and its missing classification are saved together or not at all', async () => {
  await keep(['https://planet.com/1'])
  await database.query(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end';
    create trigger refuse before update on tracked_company_articles execute function refuse()`)
  await expect(texts(cannedFetch({ 'https://planet.com/1': STORY }).fetch).run()).rejects.toThrow()
  await database.query('drop function refuse cascade')
  expect(await stored()).toEqual([['https://planet.com/1', 'failed', 'stub']])
})

test('a run is bounded, and one rate-limited site does not keep the others waiting', async () => {
  const later = Array.from({ length: 60 }, (_, i) => `https://later.com/${i}`)
  const many = Array.from({ length: 60 }, (_, i) => `https://planet.com/${i}`)
  await keep(many, { daysAgo: 2 })
  await keep(later)
  const { fetch, asked } = cannedFetch(Object.fromEntries(many.map((url) => [url, STORY])))
  const run = () =>
    texts(fetch, async (url) =>
      url.includes('later') ? { answer: 'not-now', retryAt: NOW, problem: 'Later.' } : { answer: 'yes', delayMs: 0 },
    ).run()
  const first = await run()
  expect(first).toBeGreaterThanOrEqual(40)
  expect(first).toBeLessThan(60)
  expect(first + (await run())).toBe(60)
  expect(asked).toHaveLength(60)
})

test('one process reads at a time, and the next one takes over what a killed process leaves', async () => {
  await keep(['https://planet.com/1'])
  const { fetch, asked } = cannedFetch({ 'https://planet.com/1': STORY })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let arrived = () => {}
  const there = new Promise<void>((resolve) => (arrived = resolve))
  const slow = texts(async (request) => {
    arrived()
    await held
    return fetch(request)
  }).run()
  await there
  expect(await texts(fetch).run()).toBe(0)
  // A process that loses its connection, as when it's killed, no longer holds the lock.
  await database.query(`select pg_terminate_backend(pid, 20000) from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`)
  expect(await texts(fetch).run()).toBe(1)
  release()
  await expect(slow).rejects.toThrow()
  expect(asked).toHaveLength(2)
  expect((await stored())[0]?.[1]).toBe('read')
})

test('copies that are recognized only by their full texts are kept once', async () => {
  await keep(['https://planet.com/1'])
  await keep(['https://gazette.com/1'], { publisher: 'gazette.com' })
  const { fetch } = cannedFetch({ 'https://planet.com/1': STORY, 'https://gazette.com/1': STORY })
  expect(await texts(fetch).run()).toBe(2)
  const rows = await database.query(
    `select count(*) filter (where same_as is null and text <> '')::int as kept,
       count(*) filter (where same_as is not null and text = '')::int as same from articles`,
  )
  expect(rows).toEqual([{ kept: 1, same: 1 }])
})
