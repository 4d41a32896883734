import { expect, test } from 'vitest'
import { LICENSED_SOURCES, type LicensedSource } from '#domain/news/source-registry.ts'
import { DAY_MS } from '#domain/time.ts'
import { parseSearch, searchedSince, searchRequest, SERVICES } from './search-apis.ts'

const NOW = new Date('2026-11-19T12:00:00Z')
const ASKED = { query: '"Acme Robotics"', since: new Date('2026-11-05T09:30:00Z'), now: NOW }

/** In the shapes of each service's documentation. */
const ANSWERS: Record<LicensedSource, unknown> = {
  brave: {
    type: 'news',
    query: { original: '"Acme Robotics"', spellcheck_off: true },
    results: [
      {
        type: 'news_result',
        title: 'Acme Robotics raises &amp; hires',
        url: 'https://paper.example/acme',
        description: '<strong>Acme Robotics</strong> raised $5 million.',
        age: '2 hours ago',
        page_age: '2026-11-18T14:30:00',
        source: { name: 'The Paper', url: 'https://paper.example', favicon: 'https://paper.example/favicon.ico' },
        meta_url: { scheme: 'https', netloc: 'paper.example', hostname: 'paper.example', path: '/acme' },
        extra_snippets: ['More.'],
      },
    ],
  },
  perplexity: {
    id: 'a1',
    results: [
      {
        title: 'Acme Robotics raises & hires',
        url: 'https://paper.example/acme',
        snippet: 'Acme Robotics raised $5 million.',
        date: '2026-11-18',
        last_updated: '2026-11-19',
      },
    ],
  },
  exa: {
    requestId: 'a1',
    resolvedSearchType: 'neural',
    results: [
      {
        id: 'https://paper.example/acme',
        title: 'Acme Robotics raises & hires',
        url: 'https://paper.example/acme',
        publishedDate: '2026-11-18T14:30:00.000Z',
        author: null,
        score: 0.4,
      },
    ],
    searchType: 'auto',
    costDollars: { total: 0.005 },
  },
  tavily: {
    query: '"Acme Robotics"',
    answer: null,
    images: [],
    results: [
      {
        title: 'Acme Robotics raises & hires',
        url: 'https://paper.example/acme',
        content: 'Acme Robotics raised $5 million.',
        score: 0.8,
        raw_content: null,
        published_date: 'Wed, 18 Nov 2026 14:30:00 GMT',
      },
    ],
    response_time: 0.5,
  },
  newsapi: {
    status: 'ok',
    totalResults: 900,
    articles: [
      {
        source: { id: null, name: 'The Paper' },
        author: 'Ada',
        title: 'Acme Robotics raises & hires',
        description: 'Acme Robotics raised $5 million.',
        url: 'https://paper.example/acme',
        urlToImage: null,
        publishedAt: '2026-11-18T14:30:00Z',
        content: 'Acme… [+900 chars]',
      },
    ],
  },
}

const bytes = (answer: unknown) => ({
  bytes: Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)),
})

test.each(LICENSED_SOURCES)('an answer of %s is read', (name) => {
  const items = parseSearch(name, bytes(ANSWERS[name]), NOW)
  const date = name === 'perplexity' ? '2026-11-18' : '2026-11-18T14:30'
  expect(items).toHaveLength(1)
  expect(items?.[0]).toMatchObject({
    url: 'https://paper.example/acme',
    title: 'Acme Robotics raises & hires',
    text: name === 'exa' ? '' : 'Acme Robotics raised $5 million.',
    publisher: name === 'brave' || name === 'newsapi' ? 'The Paper' : null,
    kind: 'press',
  })
  expect(items?.[0]?.publishedAt?.toISOString()).toMatch(new RegExp(`^${date}`))
})

test.each(LICENSED_SOURCES)(
  'a request to %s has the query, the time span and the key, which is not in the URL',
  (name) => {
    const { url, headers, post, ...rest } = searchRequest(name, 'sk-secret', 'https://origin.example', ASKED)
    const sent = `${decodeURIComponent(url)} ${post?.body.toString() ?? ''}`.replaceAll('+', ' ').replaceAll('\\"', '"')
    expect(url).toMatch(new RegExp(`^https://origin\\.example${SERVICES[name].path}(\\?|$)`))
    expect(sent).toContain('"Acme Robotics"')
    expect(sent).toMatch(/2026-11-05|11\/05\/2026/)
    expect(sent).not.toContain('sk-secret')
    expect(JSON.stringify(headers)).toContain('sk-secret')
    expect(rest).toMatchObject({ accept: 'application/json' })
  },
)

test.each([
  '',
  '<!doctype html><title>Just a moment…</title>',
  '[]',
  'null',
  '"results"',
  { results: 'many', articles: 'many' },
  { results: { title: 'x' }, articles: null },
  { error: { code: 'quota' } },
])('%#: what is no search result is unreadable', (answer) => {
  for (const name of LICENSED_SOURCES) expect(parseSearch(name, bytes(answer), NOW)).toBeNull()
})

test('results with wrong types, other schemes, no title or no date are left out', () => {
  const good = { title: 'Acme', url: 'https://a.example/1', page_age: '2026-11-18T10:00:00', source: 'The Paper' }
  const results = [
    null,
    7,
    'text',
    { ...good, title: ['x'] },
    { ...good, title: '' },
    { ...good, url: 7 },
    { ...good, url: 'javascript:alert(1)' },
    { ...good, url: '//a.example' },
    { ...good, page_age: undefined },
    { ...good, page_age: 7 },
    { ...good, page_age: '2031-01-01T00:00:00' },
    { ...good, description: { html: 'x' } },
  ]
  expect(parseSearch('brave', bytes({ results }), NOW)).toMatchObject([{ title: 'Acme', text: '', publisher: null }])
})

test('long answers are cut', () => {
  const results = Array.from({ length: 500 }, (_, at) => ({
    title: 'Acme '.repeat(500),
    url: `https://a.example/${at}`,
    description: 'x'.repeat(2000),
    page_age: '2026-11-18T10:00:00',
    source: { name: 'P'.repeat(9999) },
  }))
  const items = parseSearch('brave', bytes({ results }), NOW) ?? []
  expect(items).toHaveLength(100)
  expect(items[0]?.title.length).toBeLessThan(1001)
  expect(items[0]?.publisher?.length).toBeLessThan(121)
  const long = searchRequest('newsapi', 'k', 'https://o.example', { ...ASKED, query: 'x'.repeat(9999) })
  expect(new URL(long.url).searchParams.get('q')).toHaveLength(380)
})

test('a search looks back to the last one, and never more than a month', () => {
  const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
  expect(searchedSince(null, NOW)).toEqual(ago(29))
  expect(searchedSince(ago(7), NOW)).toEqual(ago(9))
  expect(searchedSince(ago(60), NOW)).toEqual(ago(29))
})
