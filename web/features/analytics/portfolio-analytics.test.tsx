// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Analytics, EventCounts } from '#domain/news/analytics.ts'
import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { AnalyticsPage } from '../../pages/analytics.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'

const weeks = ['2026-02-09', '2026-02-16', '2026-02-23']
const data: Analytics = {
  asOf: '2026-03-01T12:00:00.000Z',
  weeks,
  stories: 1205,
  perWeek: [4, 0, 1201],
  sections: [
    { section: 'Business', stories: 1200 },
    { section: null, stories: 5 },
  ],
  sources: [
    { source: 'press', stories: 1201 },
    { source: 'own-feed', stories: 4 },
  ],
  companies: [
    { companyId: 7, name: '<b>Cedar</b>', stories: 1201, weeks: [0, 0, 1201] },
    { companyId: 8, name: 'Lumen', stories: 4, weeks: [4, 0, 0] },
  ],
  without: 3,
  quietAfterDays: 60,
  quiet: [
    {
      companyId: 9,
      name: 'Quarry',
      lastNewsAt: '2025-11-01T12:00:00.000Z',
      lastNewsTitle: 'Quarry opens an office',
      hiringAt: '2025-12-20T12:00:00.000Z',
      releaseAt: null,
      filingAt: null,
      siteGoodAt: '2025-12-28T12:00:00.000Z',
      siteFailingSince: null,
      checkedAt: '2025-12-28T12:00:00.000Z',
    },
  ],
  quietTotal: 1,
}

const counts: EventCounts = {
  months: ['2026-01-01', '2026-02-01'],
  events: [
    { event: 'Funding', perMonth: [0, 3] },
    { event: 'Leadership', perMonth: [1, 1200] },
  ],
}

const positions: PortfolioPositions = {
  totals: [
    {
      currency: 'USD',
      invested: '75000',
      proceeds: '9000',
      value: null,
      companies: 2,
      valued: 0,
      multiple: null,
      flows: null,
    },
  ],
  years: [
    { currency: 'USD', year: 2024, invested: '0', proceeds: '9000' },
    { currency: 'USD', year: 2022, invested: '75000', proceeds: '0' },
  ],
  companies: [7, 8].map((companyId) => ({
    companyId,
    currency: 'USD',
    invested: '37500',
    investedOn: '2022-03-14',
    value: null,
    multiple: null,
  })),
}

const names = [
  { id: 7, name: '<b>Cedar</b>' },
  { id: 8, name: 'Lumen' },
  { id: 9, name: 'Quarry' },
]

const standings = [
  {
    companyId: 7,
    companyName: '<b>Cedar</b>',
    standing: { word: 'Growing', tone: 'good' },
    roundAt: '2025-11-01T12:00:00.000Z',
    latest: {},
  },
]

const open = (answer: unknown, events: unknown = counts) =>
  renderPage(<AnalyticsPage />, {
    server: fakeServer({
      'GET /api/analytics': answer,
      'GET /api/analytics/events': events,
      'GET /api/positions': positions,
      'GET /api/companies/names': names,
      'GET /api/news/standings': standings,
    }),
    at: '/analytics',
  })

const openCounts = async (answer: unknown = data) => {
  const page = open(answer)
  await screen.findByRole('heading', { name: 'Who went quiet?' })
  press(/ in 3 weeks, by week, section, source and company/)
  return page
}

test('questions come first, each with a sentence as its answer; story counts are folded below', async () => {
  open(data)
  await screen.findByRole('heading', { name: 'How long since each last raised?' })
  await screen.findByRole('heading', { name: 'What happened?' })
  const shown = screen.getAllByRole('heading', { level: 2 }).filter((heading) => !heading.closest('[hidden]'))
  expect(
    shown.map((heading) => [heading.textContent, heading.closest('section')?.querySelector('p')?.textContent]),
  ).toEqual([
    [
      'What happened?',
      '1,204 events in 2 months, most often leadership (1,201) and funding (3); the busiest month was February (1,203).',
    ],
    ['Who went quiet?', '1 of your 5 companies was in the news before, but not in the last 60 days.'],
    ['What went in, and what came back?', 'You invested $75,000 in 2 companies, and $9,000 has come back so far.'],
    [
      'How long since each last raised?',
      expect.stringMatching(/^\d of 2 companies with a known round .*; Lumen has gone longest, /),
    ],
  ])
  press(/^1,205 stories in 3 weeks/)
  for (const name of ['News per week', 'By section', 'By source', 'By company']) screen.getByRole('heading', { name })
})

test('money and rounds are tables, and nothing is estimated', async () => {
  open(data)
  const money = await screen.findByRole('table', { name: 'Money by year, USD' })
  const texts = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(texts(money)).toEqual([
    ['Year', 'Invested', 'Came back'],
    ['2024', '–', '$9,000'],
    ['2022', '$75,000', '–'],
  ])
  const rounds = await screen.findByRole('table', { name: 'Time since the last round' })
  expect(texts(rounds).map(([name, when]) => [name, when])).toEqual([
    ['Company', 'Last round'],
    ['Lumen', 'Mar 2022Your investment'],
    ['<b>Cedar</b>', 'Nov 2025'],
  ])
  expect(within(rounds).getByRole('link', { name: 'Lumen' }).getAttribute('href')).toBe('/companies/8')
  screen.getByText('1 company has no known round. Add your investments to see them here.')
})

test('every chart has an accessible name and a table with the same numbers', async () => {
  await openCounts()
  screen.getByRole('img', {
    name: '1,205 stories in 3 weeks, most of them (1,201) in the week of Feb 23, 2026',
  })
  for (const title of ['News per week', 'By section', 'By source', 'By company']) {
    press(`Show as table: ${title}`)
    screen.getByRole('table', { name: title })
    screen.getByRole('button', { name: `Show as chart: ${title}` })
  }
  const rows = within(screen.getByRole('table', { name: 'News per week' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Week ofStories',
    'Feb 23, 20261,201',
    'Feb 16, 20260',
    'Feb 9, 20264',
  ])
})

test('events are counted by month, and each number links to its stories', async () => {
  const page = open(data)
  const table = await screen.findByRole('table', { name: 'Events by month' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['EventJanFeb', 'Funding–3', 'Leadership11,200'])
  const hrefOf = (name: string) => within(table).getByRole('link', { name }).getAttribute('href')
  expect(hrefOf('Funding, February 2026: 3 stories')).toBe(
    '/dashboard?tab=news&event=Funding&from=2026-02-01&to=2026-02-28',
  )
  expect(hrefOf('Leadership')).toBe('/dashboard?tab=news&event=Leadership&from=2026-01-01')
  page.unmount()
  open(data, { ...counts, events: [] })
  await screen.findByText('Nothing but mentions in the last 2 months.')
})

test('bars link to their stories', async () => {
  await openCounts()
  const section = screen.getByRole('link', { name: 'Business' })
  expect(section.getAttribute('href')).toBe('/dashboard?tab=news&section=Business&from=2026-02-09')
  expect(screen.queryByRole('link', { name: 'Uncategorized' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Your feed' }).getAttribute('href')).toBe(
    '/dashboard?tab=news&source=own-feed&from=2026-02-09',
  )
  const company = within(screen.getByRole('region', { name: 'By company' })).getByRole('link', { name: 'Lumen' })
  expect(company.getAttribute('href')).toBe('/dashboard?tab=news&company=8&from=2026-02-09')
  const bar = screen.getByTitle('Week of Feb 9, 2026: 4 stories')
  expect(bar.getAttribute('href')).toBe('/dashboard?tab=news&from=2026-02-09&to=2026-02-15')
  press('Show as table: News per week')
  const week = screen.getByRole('link', { name: 'Feb 9, 2026' })
  expect(week.getAttribute('href')).toBe('/dashboard?tab=news&from=2026-02-09&to=2026-02-15')
})

test('"sign of life" facts include only what is known about a quiet company', async () => {
  open(data)
  const link = await screen.findByRole('link', { name: 'Quarry' })
  const row = link.closest('li') as HTMLElement
  expect(row.textContent).toContain('Nov 1, 2025: Quarry opens an office')
  expect(
    within(row)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['Open roles changed', 'Site answered', 'Last checked'])
})

test('handles no companies, no stories and a failed request', async () => {
  const nothing = { stories: 0, perWeek: [0, 0, 0], sections: [], sources: [], companies: [], quiet: [] }
  const empty = open({ ...data, ...nothing, quietTotal: 0, without: 0 })
  await screen.findByRole('heading', { name: 'No companies yet' })
  empty.unmount()
  const silent = open({ ...data, ...nothing, quietTotal: 0 })
  await screen.findByText(/^None\. Every company/)
  expect(screen.queryByText(/by week, section, source/)).toBeNull()
  silent.unmount()
  let isBroken = true
  open(() => (isBroken ? new Refusal(500, 'broken') : data))
  await screen.findByText('We could not load your analytics.')
  isBroken = false
  press('Try Again')
  await screen.findByRole('heading', { name: 'Who went quiet?' })
})

test('a long list of quiet companies is shortened and says how many more there are', async () => {
  const quiet = Array.from({ length: 12 }, (_, at) => ({
    ...data.quiet[0],
    companyId: at + 1,
    name: `Quiet ${at}`,
  }))
  open({ ...data, quiet, quietTotal: 40 })
  await screen.findByText('28 more have been quiet for longer; the export names them all.')
  expect(screen.queryByRole('link', { name: 'Quiet 11' })).toBeNull()
  press('Show all 12')
  screen.getByRole('link', { name: 'Quiet 11' })
})
