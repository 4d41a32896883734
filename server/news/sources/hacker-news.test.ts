import { expect, test } from 'vitest'
import { EMPTY_MEMORY, type TrackedCompany } from './source.ts'
import { cannedFetch, rejected, type Canned } from '../../testing/network/canned-fetch.ts'
import { pollHackerNews, hackerNewsRequests, parseHackerNews } from './hacker-news.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const ORIGIN = 'http://127.0.0.1:9000'
const ACME: TrackedCompany = {
  name: 'Acme Robotics',
  domain: 'acme.example',
  website: 'https://acme.example',
  aliases: [],
  facts: [],
}

const hit = (more: object) => ({
  objectID: '4400001',
  title: 'Acme Robotics opens its arm',
  url: 'https://news.example.com/acme',
  author: 'someone',
  points: 42,
  num_comments: 7,
  created_at: '2026-03-03T09:30:00Z',
  created_at_i: 1_772_530_200,
  story_text: null,
  _tags: ['story', 'author_someone', 'story_4400001'],
  _highlightResult: { title: { value: '<em>Acme</em>' } },
  ...more,
})
const answer = (...hits: unknown[]) =>
  JSON.stringify({ hits, nbHits: hits.length, page: 0, nbPages: 1, hitsPerPage: 100, params: 'x' })

const result = (byName: Canned, bySite: Canned, memory = EMPTY_MEMORY, now = NOW) => {
  const since = memory.notes ? Number(memory.notes.polledAt) - 3 * 86_400 : now.getTime() / 1000 - 180 * 86_400
  const [name = '', site = ''] = hackerNewsRequests(ACME, since, ORIGIN)
  const { fetch, asked } = cannedFetch({ [name]: byName, [site]: bySite })
  return pollHackerNews(ACME, memory, { fetch, origin: ORIGIN, now }).then((found) => ({ found, asked }))
}

test('searches by name and by site, at the configured origin', () => {
  const [name, site] = hackerNewsRequests(ACME, 5, ORIGIN).map((url) => new URL(url))
  expect(name?.origin + name!.pathname).toBe(`${ORIGIN}/api/v1/search_by_date`)
  expect(Object.fromEntries(name!.searchParams)).toEqual({
    query: '"Acme Robotics"',
    advancedSyntax: 'true',
    tags: 'story',
    numericFilters: 'created_at_i>5',
    hitsPerPage: '100',
    typoTolerance: 'false',
  })
  expect(site?.searchParams.get('query')).toBe('acme.example')
  expect(site?.searchParams.get('restrictSearchableAttributes')).toBe('url')
})

test('a submission has its points, comments and discussion', () => {
  expect(parseHackerNews(Buffer.from(answer(hit({}))), NOW)).toEqual([
    {
      url: 'https://news.example.com/acme',
      title: 'Acme Robotics opens its arm',
      text: '',
      publishedAt: new Date('2026-03-03T09:30:00Z'),
      precision: 'second',
      publisher: null,
      language: null,
      kind: 'discussion',
      facts: { discussion: 'https://news.ycombinator.com/item?id=4400001', points: 42, comments: 7 },
    },
  ])
})

test.each([null, '', undefined, 'javascript:alert(1)'])('without a link (%j), the discussion is its URL', (url) => {
  const [item] = parseHackerNews(Buffer.from(answer(hit({ url, story_text: '<p>We &amp; you' }))), NOW) ?? []
  expect(item).toMatchObject({
    url: 'https://news.ycombinator.com/item?id=4400001',
    publisher: 'Hacker News',
    text: 'We & you',
  })
})

test.each([
  '',
  'Too many',
  '[]',
  '{}',
  '{"hits":{}}',
  'null',
  '{"hits":[null,5,{},{"objectID":"x","title":"y"},{"objectID":"1","title":[]}]}',
])('a malformed answer yields no items: %s', (body) => {
  expect(parseHackerNews(Buffer.from(body), NOW) ?? []).toEqual([])
})

test('merges both searches, without duplicates or stories that neither name nor link to the company', async () => {
  const own = hit({ objectID: '2', title: 'Show HN: our arm', url: 'https://blog.acme.example/arm' })
  const stranger = hit({ objectID: '3', title: 'Acme lives on', url: 'https://notacme.example/acme.example' })
  const { found } = await result(answer(hit({}), stranger), answer(own, hit({}), stranger))
  expect(found.state).toBe('ok')
  expect(found.items.map(({ title }) => title)).toEqual(['Acme Robotics opens its arm', 'Show HN: our arm'])
})

test('the next search starts a few days before the last poll', async () => {
  const { found } = await result(answer(), answer())
  expect(found).toMatchObject({ state: 'empty', memory: { notes: { polledAt: NOW.getTime() / 1000 } } })
  const later = await result(
    answer(),
    answer(hit({ url: 'https://acme.example/x' })),
    found.memory,
    new Date('2026-03-05T12:00:00Z'),
  )
  expect(later.found.items).toHaveLength(1)
})

test('one failed search makes a partial result and keeps the memory; two make a failed or throttled one', async () => {
  const { found } = await result(rejected('timeout'), answer(hit({})))
  expect(found).toMatchObject({
    state: 'partial',
    problem: 'It took too long to answer.',
    memory: EMPTY_MEMORY,
  })
  expect(found.items).toHaveLength(1)
  const failed = await result(rejected('timeout'), { status: 500 })
  expect(failed.found).toMatchObject({ state: 'failed', items: [], memory: EMPTY_MEMORY })
  const later = new Date('2026-03-04T13:00:00Z')
  const throttled = await result({ status: 429, retryAt: later }, rejected('throttled', later))
  expect(throttled.found).toMatchObject({ state: 'throttled', retryAt: later, items: [] })
})
