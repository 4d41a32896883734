// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Coverage } from '#domain/coverage.ts'
import type { NewsSource } from '#domain/news.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleCoverage, sampleEntry, sampleRow } from '../testing/sample-data.ts'
import { NewsCard } from './news-card.tsx'

/** What is observed comes into sight when it is told to. */
const shown: (() => void)[] = []
vi.stubGlobal(
  'IntersectionObserver',
  class {
    readonly tell: IntersectionObserverCallback
    constructor(tell: IntersectionObserverCallback) {
      this.tell = tell
    }
    observe(target: Element) {
      const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry
      shown.push(() => this.tell([entry], this as unknown as IntersectionObserver))
    }
    unobserve() {}
  },
)
afterEach(() => void (shown.length = 0))
const look = () => act(() => shown.forEach((show) => show()))

const now = new Date('2026-03-10T12:00:00Z')
const COVERAGE = 'GET /api/companies/1/coverage'
const source = (change: Partial<NewsSource> = {}): NewsSource => ({
  title: 'Cedar raises $18 million',
  url: 'https://press.example/cedar',
  publisher: 'The Press',
  publishedAt: '2026-03-10T10:00:00Z',
  ...change,
})

const open = (row = sampleRow(), routes: Record<string, unknown> = {}) =>
  renderPage(<NewsCard row={row} now={now} below={false} refreshing={false} onRefresh={() => {}} />, {
    server: fakeServer(routes),
  })

const withNews = (content: string, sources: NewsSource[]) =>
  sampleRow({
    hasNews: true,
    latestNews: { id: 1, content, sources, publishedAt: '2026-03-10T10:00:00Z', createdAt: '' },
  })

test('W63: the numbered sources stand as links beneath the section that uses them', async () => {
  const content = 'Funding\n- Raised $18 million [2]\n\nTeam\n- New hires [1][3]\n\nKey\n- Nothing cited'
  open(
    withNews(content, [
      source({ title: 'Hires' }),
      source(),
      source({ title: 'More hires', publisher: null }),
    ]),
  )
  await screen.findByText('Latest Update • 2 hours ago')
  const lists = screen.getAllByRole('list', { name: 'Sources' })
  expect(lists.map(({ textContent }) => textContent?.replaceAll(' (opens in a new tab)', ''))).toEqual([
    '[2]Cedar raises $18 million, The Press',
    '[1]Hires, The Press[3]More hires',
  ])
  const link = screen.getByRole('link', { name: /Cedar raises/ })
  expect(link.getAttribute('href')).toBe('https://press.example/cedar')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(lists[0]?.closest('.max-w-\\[66ch\\]')?.querySelector('h4')?.textContent).toBe('Funding')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'not an address', ''])(
  'a source at %j is no link, and a title is text',
  async (url) => {
    open(withNews('Told [1]', [source({ url, title: '<b>Cedar</b>' })]))
    await screen.findByText('<b>Cedar</b>')
    expect(screen.queryByRole('link', { name: /Cedar<|<b>/ })).toBeNull()
  },
)

test('a marker without a source leaves nothing behind', async () => {
  open(withNews('Told [4]', [source()]))
  await screen.findByText('Told')
  expect(screen.queryByRole('list', { name: 'Sources' })).toBeNull()
})

test('quiet is told from broken from never found, once the card is looked at', async () => {
  let coverage: Coverage = sampleCoverage()
  const { server, queryClient } = open(sampleRow(), { [COVERAGE]: () => coverage })
  await screen.findByText('No news yet • Added Jan 2, 2026')
  expect(server.calls).toEqual([])
  look()
  await screen.findByText(/^Quiet: all sources answer/)
  const failing = sampleEntry({ state: 'failed', failingSince: '2026-03-08T00:00:00Z' })
  for (const [next, words] of [
    [sampleCoverage({ state: 'broken', entries: [failing] }), /^Broken: no source answers since Mar 8/],
    [sampleCoverage({ state: 'not-found', entries: [] }), /^Never found: no place/],
    [sampleCoverage({ state: 'checking', entries: [] }), 'Being checked for the first time.'],
  ] as const) {
    coverage = next
    await act(() => queryClient.invalidateQueries())
    await screen.findByText(words)
  }
})
