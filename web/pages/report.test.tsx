// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { NO_STORIES } from '#domain/companies/export.ts'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { press, renderPage } from '../testing/render-page.tsx'
import { sampleProfile } from '../testing/sample-data.ts'
import { ReportPage } from './report.tsx'

afterEach(() => vi.unstubAllGlobals())

const cedar = {
  name: 'Cedar Robotics',
  website: 'https://www.cedar.example/about',
  category: 'Robotics',
  stage: 'Seed',
  investmentDate: '2024-01-31',
  createdAt: '2026-01-02T12:00:00.000Z',
  sample: false,
  news: { items: 3, latestAt: '2026-02-28T12:00:00.000Z' },
  stories: { ...NO_STORIES, last90Days: 2, quietSince: '2025-12-01T12:00:00.000Z' },
}
const lumen = {
  ...cedar,
  name: 'Lumen',
  website: null,
  category: null,
  stage: null,
  investmentDate: null,
  sample: true,
  news: { items: 0, latestAt: null },
  stories: NO_STORIES,
}
const ALL = 'GET /api/companies/export?format=json'
const report = { exportedAt: '2026-03-01T12:00:00.000Z', companies: [cedar, lumen] }

const headlines = [
  {
    companyId: 7,
    name: cedar.name,
    website: cedar.website,
    headlines: [
      {
        label: 'Funding',
        text: 'Cedar Robotics raises $18 million',
        url: 'https://press.example/raise',
        publisher: 'The Press',
        publishedAt: '2026-02-03T12:00:00.000Z',
      },
    ],
  },
  { companyId: 8, name: 'Not in this view', website: null, headlines: [] },
]

const shown = (routes: Record<string, unknown>, at = '/investments/report') =>
  renderPage(<ReportPage />, {
    server: fakeServer({
      'GET /api/auth/user': sampleProfile({ firstName: 'Ada', lastName: 'Lovelace' }),
      'GET /api/analytics/headlines': headlines,
      ...routes,
    }),
    at,
  })

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('design: "a portfolio report": owner, date, order, counts, groups, and every company', async () => {
  shown({ [ALL]: report })
  await screen.findByRole('heading', { level: 1, name: 'Portfolio report' })
  await screen.findByText('Prepared for Ada Lovelace · Order: Newest First')
  const time = screen.getByText(/^Mar 1, 2026/, { selector: 'time' })
  expect(time.getAttribute('datetime')).toBe(report.exportedAt)
  const counts = screen.getAllByRole('definition').map((count) => count.textContent)
  expect(counts).toEqual(['2', '1', '1', 'Feb 28, 2026', '2', '1'])
  for (const [title, label] of [
    ['By category', 'Robotics'],
    ['By stage', 'Seed'],
    ['By year invested', '2024'],
  ] as const) {
    const table = screen.getByRole('table', { name: title })
    within(table).getByRole('rowheader', { name: label })
    within(table).getByRole('rowheader', { name: 'Not given' })
  }
  const holdings = screen.getByRole('table', { name: 'Holdings' })
  const [, first, second] = within(holdings).getAllByRole('row')
  expect(cellsOf(first as HTMLElement)).toEqual([
    'cedar.example',
    'Robotics',
    'Seed',
    'Jan 31, 2024',
    'Feb 28, 2026',
    '2',
  ])
  expect(cellsOf(second as HTMLElement)).toEqual(['–', '–', '–', '–', '–', '0'])
  expect(second?.textContent).toContain('Sample')
  screen.getByText(/Companies marked Sample are fictional/)
})

test('shows headlines of the companies in the report, with dates and outlets', async () => {
  const page = shown({ [ALL]: report })
  const section = await screen.findByRole('region', { name: 'Headlines, last 90 days' })
  expect(
    within(section)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual(['Cedar Robotics'])
  const link = within(section).getByRole('link', { name: /^Cedar Robotics raises \$18 million/ })
  expect(link.getAttribute('href')).toBe('https://press.example/raise')
  within(section).getByText('Feb 3, 2026')
  within(section).getByText('· Funding · The Press')
  within(section).getByText('No notable events at 1 other company.')
  page.unmount()
  const none = shown({ [ALL]: report, 'GET /api/analytics/headlines': [] })
  await screen.findByText('No notable events.')
  none.unmount()
  shown({ [ALL]: report, 'GET /api/analytics/headlines': new Refusal(500, 'broken') })
  await screen.findByText('The headlines could not be loaded.')
  screen.getByRole('table', { name: 'Holdings' })
})

test('the report uses the query string of the full view, and the link back keeps it', async () => {
  const { server } = shown(
    { 'GET /api/companies/export?format=json&q=ced&category=Robotics&sort=name': report },
    '/investments/report?q=ced&category=Robotics&sort=name&columns=stage',
  )
  await screen.findByText(/Search: “ced” · Category: Robotics · Order: Name, A to Z/)
  const back = screen.getByRole('link', { name: 'Your Investments' })
  expect(back.getAttribute('href')).toBe('/investments?q=ced&category=Robotics&sort=name')
  expect(server.calls.filter(({ path }) => path.includes('export'))).toHaveLength(1)
})

test('the report can be limited to selected companies', async () => {
  shown(
    { 'GET /api/companies/export?format=json&ids=3,5': { ...report, companies: [cedar] } },
    '/investments/report?ids=3,5',
  )
  await screen.findByText(/Selected companies/)
})

test.each(['ids=drop', 'ids=3,drop', 'sort=sideways'])('%s falls back to everything', async (question) => {
  shown({ [ALL]: report }, `/investments/report?${question}`)
  await screen.findByRole('table', { name: 'Holdings' })
})

test('a very large portfolio is split into parts without losing a company', async () => {
  const companies = Array.from({ length: 1100 }, (_, at) => ({ ...cedar, name: `Company ${at + 1}` }))
  shown({ [ALL]: { ...report, companies } })
  await screen.findByText('Holdings, 1,001 to 1,100')
  const names = [...document.querySelectorAll('.report-holdings tbody th')].map((cell) => cell.firstChild?.textContent)
  expect(names).toEqual(companies.map(({ name }) => name))
})

test('the Print button prints', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  shown({ [ALL]: report })
  await screen.findByRole('button', { name: 'Print' })
  press('Print')
  expect(print).toHaveBeenCalledOnce()
})

test('an empty view says so, and a failed load shows why', async () => {
  const { unmount } = shown({ [ALL]: { ...report, companies: [] } })
  await screen.findByText('Nothing to report')
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  unmount()
  shown({ [ALL]: new Refusal(503, { code: 'unavailable', message: 'Please wait' }) })
  await screen.findByText('Please wait')
  screen.getByRole('button', { name: 'Try Again' })
})
