import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import { HOUR_MS } from '#domain/time.ts'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleBrief, sampleMorning, sampleEvent, sampleRow, sampleSection } from '../../../testing/sample-data.ts'
import { handedFile, handOver } from '../../companies/import/handed-file.ts'
import { SHOWN, showLatest } from '../morning/shown-morning.ts'
import { readFeedView } from './feed-view.ts'
import { NewsFeed } from './news-feed.tsx'

// @vitest-environment happy-dom

const COVERAGE = 'GET /api/news/coverage'
const REFRESH = 'POST /api/refresh-all-company-news-structured'

function Feed({ search }: { search: Record<string, string> }) {
  const [view, setView] = useState(readFeedView(search))
  return <NewsFeed view={view} onView={setView} isBelowMorning />
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const MORNING = `GET /api/news/morning?timeZone=${encodeURIComponent(timeZone)}`

const open = (rows: unknown, more: Record<string, unknown> = {}, search: Record<string, string> = {}) =>
  renderPage(<Feed search={search} />, { server: fakeServer({ 'GET /api/news/feed?limit=100': rows, ...more }) })

const loaded = () => screen.findByText(/^\d+ (?:of \d+ )?compan(?:y|ies)$/)

// Compares counts, because a failed assertion prints everything it was given, and this one fails until the last step.
const cards = (count: number) =>
  waitFor(() => expect(document.querySelectorAll('article').length).toBe(count), { timeout: 30_000 })

const withNews = (
  change: Partial<CompanyWithNews> = {},
  sections = [sampleSection('Funding', ['Raised $18 million', 1])],
) =>
  sampleRow({
    hasNews: true,
    latestNews: sampleBrief({ sections, publishedAt: new Date(Date.now() - 2 * HOUR_MS).toISOString() }),
    ...change,
  })

const line = (companyId: number, companyName: string) => ({
  companyId,
  companyName,
  kind: 'Product',
  short: 'Dosed its first patient',
  date: new Date().toISOString(),
  storyId: companyId,
  more: 0,
})

const PORTFOLIO = [
  withNews({ id: 1, name: 'Cedar' }),
  withNews({ id: 2, name: 'Northfield' }),
  sampleRow({ id: 3, name: 'Velvet' }),
  sampleRow({ id: 4, name: 'Umber' }),
]

const morning = sampleMorning({
  asOf: new Date().toISOString(),
  events: [sampleEvent({ companyName: 'Cedar' })],
  earlier: [],
  lines: [line(2, 'Northfield')],
})

test('below the seven: a line per company with other news, and folds for the rest that search finds', async () => {
  open(PORTFOLIO, { [MORNING]: morning })
  await screen.findByText('4 companies')
  await screen.findByText('Dosed its first patient')
  // Lines and cards that are folded away are in the document nevertheless.
  expect(document.querySelectorAll('article')).toHaveLength(4)
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(screen.getByText('Velvet').closest('[hidden=until-found]')).not.toBeNull()
  press('1 company: told above. Show')
  expect(screen.getAllByRole('article')).toHaveLength(2)
  const quiet = screen.getByRole('button', { name: '2 companies: nothing new. Show' })
  fireEvent(document.getElementById(quiet.getAttribute('aria-controls')!)!, new Event('beforematch'))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4))
  expect(screen.getAllByText('Added Jan 2, 2026')).toHaveLength(2)
})

test('a company whose event has arrived is not said to be told above before the list shows it', async () => {
  const shown = { ...morning, events: [] }
  const { queryClient } = open(PORTFOLIO, { [MORNING]: morning })
  queryClient.setQueryData(SHOWN, shown)
  await screen.findByText('4 companies')
  await screen.findByText('Dosed its first patient')
  expect(screen.queryByRole('button', { name: /told above/ })).toBeNull()
  act(() => void showLatest(queryClient))
  await screen.findByRole('button', { name: '1 company: told above. Show' })
})

test.each<Record<string, string>>([{ company: '2' }, { sort: 'oldest' }])(
  '%j shows cards instead of lines',
  async (search) => {
    open(PORTFOLIO, { [MORNING]: morning }, search)
    const [card] = await screen.findAllByRole('article')
    within(card!).getByText('Raised $18 million')
    press('Clear')
    await screen.findByText('Dosed its first patient')
    expect(document.activeElement?.textContent).toBe('Filters')
  },
)

test("a card with news shows 'Latest Update • {date}' and sentences, in the specification's order", async () => {
  const day = new Date(Date.now() - 2 * HOUR_MS)
  const text = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(day)
  open([withNews(), sampleRow({ id: 2, name: 'Northfield' })], {}, { sort: 'oldest' })
  await screen.findByText(`Latest Update • ${text}`)
  screen.getByText('Raised $18 million')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Cedar Robotics',
    'Northfield',
  ])
})

test('cards without content or without news say so', async () => {
  open([withNews({}, []), sampleRow({ id: 2, name: 'Northfield' })], {}, { sort: 'oldest' })
  await screen.findByText('No news content available.')
  screen.getByText('No news yet • Added Jan 2, 2026')
  screen.getByText('No recent news available for this company. Click "Refresh All" to fetch the latest updates.')
})

test('hundreds of company options are rendered only once the filter is focused', async () => {
  open(Array.from({ length: 301 }, (_, at) => sampleRow({ id: at + 1, name: `Company ${at + 1}` })))
  await loaded()
  press('Filters')
  const filter = screen.getByRole('combobox', { name: 'Company' })
  expect(filter.querySelectorAll('option')).toHaveLength(1)
  fireEvent.focus(filter)
  expect(filter.querySelectorAll('option')).toHaveLength(302)
})

test('external text is never rendered as markup', async () => {
  open([withNews({ name: '<img src=x onerror=alert(1)>' }, [sampleSection('Business', ['<script>alert(1)</script>'])])])
  expect(await screen.findAllByText('<script>alert(1)</script>')).toHaveLength(2)
  expect(document.querySelector('article script, article img')).toBeNull()
})

const coverage = (companyId: number, state: CompanyCoverage['state']): CompanyCoverage => ({
  companyId,
  state,
  sources: 1,
  unchecked: 0,
  failing: 0,
  goodAt: null,
  nextAt: null,
  failingSince: null,
  problem: null,
})

test('a notice appears when no company has news, and matches the state of the checks', async () => {
  const rows = [sampleRow(), sampleRow({ id: 2 })]
  const { unmount } = open(rows, { [COVERAGE]: [coverage(1, 'quiet'), coverage(2, 'checking')] })
  await screen.findByText(/^First check is running\.\.\./)
  unmount()
  const known = open(rows, { [COVERAGE]: [coverage(1, 'quiet'), coverage(2, 'broken')] })
  await screen.findByText(/^No news about your companies yet\./)
  known.unmount()
  open(rows, { [COVERAGE]: new Refusal(500, 'broken') })
  await loaded()
  expect(screen.queryByText(/First check is running|No news about your companies/)).toBeNull()
})

test('one request loads the state of every card, and there is no notice when a company has news', async () => {
  const many = Array.from({ length: 30 }, (_, id) => sampleRow({ id: id + 1, name: `Company ${id}` }))
  const summaries = many.map(({ id }) => coverage(id, id % 2 ? 'quiet' : 'not-found'))
  const { server } = open([withNews({ id: 200 }), ...many], { [COVERAGE]: summaries })
  await cards(31)
  expect(await screen.findAllByText(/^We have not found/)).toHaveLength(15)
  expect(server.calls.filter(({ path }) => path.includes('coverage'))).toHaveLength(1)
  expect(screen.queryByText(/First check is running|No news about your companies/)).toBeNull()
})

test("empty: 'No companies in portfolio' with one of two reasons", async () => {
  const { unmount } = open([])
  await screen.findByText('No companies in portfolio')
  screen.getByText('Add companies to your portfolio to start tracking news updates.')
  expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull()
  screen.getByRole('button', { name: 'Load sample portfolio' })
  press('Add Company')
  await screen.findByRole('dialog', { name: 'Add Investment' })
  unmount()
  open([sampleRow()], {}, { company: '99' })
  await screen.findByText('No companies match the selected filter.')
  screen.getByRole('button', { name: 'Refresh' })
})

test('empty: pasted names and websites are previewed as an import', async () => {
  const { router } = open([])
  const box = await screen.findByLabelText('Or paste names and websites, one per line')
  press('Preview')
  await screen.findByText('Enter at least one company')
  fireEvent.input(box, { target: { value: 'Cedar Robotics cedar.example\n\nHarbor Foods' } })
  expect(screen.queryByText('Enter at least one company')).toBeNull()
  press('Preview')
  await waitFor(() => expect(router.state.location.pathname).toBe('/investments/upload'))
  expect(await handedFile()?.text()).toBe(
    'Company,Website\n"Cedar Robotics","https://cedar.example"\n"Harbor Foods",""\n',
  )
  handOver(null)
})

test('loading: skeleton of 3 cards', async () => {
  open(() => new Promise<never>(() => {}))
  const skeleton = (await screen.findByText('Loading your news')).parentElement
  expect(skeleton?.querySelectorAll('.border-t')).toHaveLength(3)
})

test('"Visible count starts at 100; Load More adds 50 and shows when more items exist than are shown"', async () => {
  open(Array.from({ length: 151 }, (_, id) => sampleRow({ id: id + 1, name: `Company ${id}` })))
  await cards(100)
  press('Load More')
  await cards(150)
  press('Load More')
  await cards(151)
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
})

test("'Refresh All', or 'Refresh {company name}' when a company filter is chosen", async () => {
  open([sampleRow(), sampleRow({ id: 2, name: 'Lumen Harbor' })])
  await loaded()
  screen.getByRole('button', { name: 'Refresh All' })
  press('Filters')
  fireEvent.change(screen.getByLabelText('Company'), { target: { value: '2' } })
  await screen.findByRole('button', { name: 'Refresh Lumen Harbor' })
  screen.getByText('1 of 2 companies')
  screen.getByRole('button', { name: 'Filters, 1 on' })
})

test('a long portfolio whose names could not be loaded says so, and Refresh All works after another try', async () => {
  const row = withNews()
  let names: unknown = new Refusal(503, { code: 'unavailable', message: 'Busy right now' })
  open(Response.json([row], { headers: { link: '</api/news/feed?cursor=b>; rel="next"' } }), {
    'GET /api/companies/names': () => names,
  })
  await screen.findByText('We could not load the list of your companies.')
  const isDisabled = () => screen.getByRole('button', { name: 'Refresh All' }).hasAttribute('disabled')
  expect(isDisabled()).toBe(true)
  names = [{ id: row.id, name: row.name, website: row.website }]
  press('Try Again')
  await waitFor(() => expect(isDisabled()).toBe(false))
  expect(screen.queryByText('We could not load the list of your companies.')).toBeNull()
})

test.each([
  ['all', 'Fetching latest news...', 'News refreshed successfully', 2],
  ['2', 'Fetching news for Lumen Harbor...', 'News refreshed for Lumen Harbor', 1],
])('refreshing %s shows %s, then %s', async (company, fetching, refreshed, asked) => {
  let answer: (value: unknown) => void = () => {}
  const rows = [sampleRow(), sampleRow({ id: 2, name: 'Lumen Harbor' })]
  const { server } = open(rows, { [REFRESH]: () => new Promise((resolve) => (answer = resolve)) }, { company })
  await loaded()
  fireEvent.click(screen.getAllByRole('button', { name: /^Refresh/ })[0]!)
  await screen.findByText(fetching)
  screen.getByText('This may take a few moments.')
  answer({ news: [{}], failed: [], waiting: [], newStories: 1 })
  await screen.findByText(refreshed)
  screen.getByText('Your news feed has been updated with the latest information.')
  const sent = server.calls.find(({ method }) => method === 'POST')?.body as { companies: unknown[] }
  expect(sent.companies).toHaveLength(asked)
})

test.each([
  [
    [sampleRow()],
    {},
    'Failed to refresh news',
    'There was an error refreshing your news feed. Please try again later.',
  ],
  [[], {}, 'No companies found', 'Add some companies to your portfolio first.'],
  [[sampleRow()], { company: '99' }, 'No companies to refresh', 'Please select a valid company from the dropdown.'],
])('a refresh that fails explains why (%#): %s', async (rows, search, title, description) => {
  open(rows, { [REFRESH]: new Refusal(503, 'down') }, search as Record<string, string>)
  await loaded()
  press('Refresh All')
  await screen.findByText(title)
  screen.getByText(description)
})
