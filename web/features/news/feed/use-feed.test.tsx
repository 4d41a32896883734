import { cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleBrief, sampleRow } from '../../../testing/sample-data.ts'
import { LOAD_MORE, readFeedView } from './feed-view.ts'
import { useCoverage } from './use-coverage.ts'
import { useFeed } from './use-feed.ts'

// @vitest-environment happy-dom

const FEED = '/api/news/feed'
const [SECOND, THIRD] = [`GET ${FEED}?limit=100&cursor=b`, `GET ${FEED}?limit=100&cursor=c`]

function Feed({ search }: { search: Record<string, string> }) {
  const [view, setView] = useState(readFeedView(search))
  const feed = useFeed(view)
  const { companies, rows, error, more } = feed
  useCoverage(feed)
  return (
    <>
      <output aria-label="rows">{rows ? `${rows.length} from ${rows[0]?.name}` : 'loading'}</output>
      <output aria-label="companies">{companies?.length}</output>
      <output aria-label="more">{more.isThere ? 'more' : 'no more'}</output>
      {more.hasFailed && <p role="alert">{String(error)}</p>}
      <button onClick={() => setView({ ...view, show: view.show + LOAD_MORE })}>Show more</button>
      <button onClick={() => void more.fetch()}>Try again</button>
      <button onClick={() => setView({ ...view, company: 3 })}>Choose 3</button>
      <button onClick={() => setView({ ...view, sort: 'oldest' })}>Turn around</button>
    </>
  )
}

const rows = Array.from({ length: 250 }, (_, at) => {
  const publishedAt = new Date(Date.UTC(2026, 0, 1) - at * HOUR_MS).toISOString()
  return sampleRow({ id: at + 1, name: `Company ${at + 1}`, hasNews: true, latestNews: sampleBrief({ publishedAt }) })
})

const page = (from: number, next?: string, all = rows) =>
  Response.json(all.slice(from, from + 100), { headers: next ? { link: `<${FEED}?${next}>; rel="next"` } : {} })

/** 250 companies, paginated as by the server; the last one has the oldest news. */
function open(search: Record<string, string> = {}, more: Record<string, unknown> = {}) {
  const { server } = renderPage(<Feed search={search} />, {
    server: fakeServer({
      [`GET ${FEED}?limit=100`]: page(0, 'limit=100&cursor=b'),
      [SECOND]: page(100, 'limit=100&cursor=c'),
      [THIRD]: page(200),
      [`GET ${FEED}?limit=100&sort=oldest`]: page(0, 'limit=100&sort=oldest&cursor=d', rows.toReversed()),
      [`GET ${FEED}?limit=1&company=250`]: rows.slice(-1),
      [`GET ${FEED}?limit=1&company=999`]: [],
      'GET /api/companies/names': rows.map(({ id, name, website }) => ({ id, name, website })),
      ...more,
    }),
  })
  const askedOf = (start: string) => server.calls.flatMap(({ path }) => (path.startsWith(start) ? path : []))
  return { askedOf, asked: () => askedOf(FEED) }
}

const shows = (label: string, text: string) =>
  waitFor(() => expect(screen.getByRole('status', { name: label }).textContent).toBe(text))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a long portfolio is loaded page by page as needed, but counted as a whole', async () => {
  const { asked } = open()
  await shows('companies', '250')
  await shows('rows', '100 from Company 1')
  expect(asked()).toEqual([`${FEED}?limit=100`])
  press('Show more')
  await shows('rows', '200 from Company 1')
  press('Show more')
  await shows('more', 'more')
  expect(asked()).toHaveLength(2)
  press('Show more')
  await shows('rows', '250 from Company 1')
  await shows('more', 'no more')
})

test('coverage is requested page by page, or for all companies if they fit on one page', async () => {
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at + 1).join(',')
  const of = (from: number, to: number) => `/api/news/coverage?company=${ids(from, to)}`
  const long = open()
  await shows('rows', '100 from Company 1')
  expect(long.askedOf('/api/news/coverage')).toEqual([of(0, 100)])
  press('Show more')
  await shows('rows', '200 from Company 1')
  expect(long.askedOf('/api/news/coverage')).toEqual([of(0, 100), of(100, 200)])
  cleanup()
  const short = open({}, { [`GET ${FEED}?limit=100`]: rows.slice(0, 9) })
  await shows('rows', '9 from Company 1')
  expect(short.askedOf('/api/news/coverage')).toEqual(['/api/news/coverage'])
})

test('a link to a long view loads the pages it shows', async () => {
  open({ show: '200' })
  await shows('rows', '200 from Company 1')
})

test('the filter finds a company on a later page, and one on a loaded page without a request', async () => {
  const { asked } = open({ company: '250' })
  await shows('rows', '1 from Company 250')
  await shows('companies', '250')
  press('Choose 3')
  await shows('rows', '1 from Company 3')
  expect(asked()).toEqual([`${FEED}?limit=100`, `${FEED}?limit=1&company=250`])
})

test('an unknown company matches nothing', async () => {
  const { askedOf } = open({ company: '999' })
  await shows('rows', '0 from undefined')
  expect(askedOf('/api/news/coverage').filter((path) => !/company=[0-9]/.test(path))).toEqual([])
})

test('oldest-first order comes from the server unless all pages are loaded', async () => {
  const { asked } = open()
  await shows('rows', '100 from Company 1')
  press('Turn around')
  await shows('rows', '100 from Company 250')
  expect(asked().at(-1)).toBe(`${FEED}?limit=100&sort=oldest`)
})

test('a one-page portfolio is reversed and counted without another request', async () => {
  const { asked } = open({}, { [`GET ${FEED}?limit=100`]: rows.slice(0, 9) })
  await shows('companies', '9')
  press('Turn around')
  await shows('rows', '9 from Company 9')
  expect(asked()).toEqual([`${FEED}?limit=100`])
})

test('a page that fails to load is requested once, shows why, and loads on retry', async () => {
  let isDown = true
  const second = async () => {
    await pause(20)
    return isDown ? new Refusal(500, { message: 'Out of order' }) : page(100)
  }
  const { asked } = open({}, { [SECOND]: second })
  await shows('rows', '100 from Company 1')
  press('Show more')
  expect((await screen.findByRole('alert')).textContent).toContain('Out of order')
  await pause(100)
  expect(asked()).toHaveLength(2)
  isDown = false
  press('Try again')
  await shows('rows', '200 from Company 1')
  expect(screen.queryByRole('alert')).toBeNull()
})
