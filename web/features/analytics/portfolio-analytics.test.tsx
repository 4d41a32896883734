// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Analytics, EventCounts } from '#domain/news/analytics.ts'
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

const open = (answer: unknown, events: unknown = counts) =>
  renderPage(<AnalyticsPage />, {
    server: fakeServer({ 'GET /api/analytics': answer, 'GET /api/analytics/events': events }),
    at: '/analytics',
  })

test('shows news per week, by section, by source, most active and gone quiet', async () => {
  open(data)
  await screen.findByRole('heading', { level: 2, name: 'News per week' })
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'News per week',
    'What happened',
    'By section',
    'By source',
    'Most active',
    'Compare companies',
    'Gone quiet',
  ])
  screen.getByText('2 of 5')
  screen.getByText('Uncategorized')
  screen.getByText('Your feed')
  const active = screen.getByRole('table', { name: 'Companies with the most stories' })
  const cedar = within(active).getByRole('link', { name: '<b>Cedar</b>' })
  expect(cedar.getAttribute('href')).toBe('/companies/7')
})

test('every chart has an accessible name and a table with the same numbers', async () => {
  open(data)
  await screen.findByRole('img', {
    name: '1,205 stories in 3 weeks, most of them (1,201) in the week of Feb 23, 2026',
  })
  screen.getByRole('img', { name: '4 stories in the last 3 weeks' })
  for (const title of ['News per week', 'By section', 'By source']) {
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
  open(data)
  const section = await screen.findByRole('link', { name: 'Business' })
  expect(section.getAttribute('href')).toBe('/dashboard?tab=news&section=Business&from=2026-02-09')
  expect(screen.queryByRole('link', { name: 'Uncategorized' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Your feed' }).getAttribute('href')).toBe(
    '/dashboard?tab=news&source=own-feed&from=2026-02-09',
  )
  const bar = screen.getByTitle('Week of Feb 9, 2026: 4 stories')
  expect(bar.getAttribute('href')).toBe('/dashboard?tab=news&from=2026-02-09&to=2026-02-15')
  press('Show as table: News per week')
  const week = screen.getByRole('link', { name: 'Feb 9, 2026' })
  expect(week.getAttribute('href')).toBe('/dashboard?tab=news&from=2026-02-09&to=2026-02-15')
})

test('up to four companies are compared on one scale', async () => {
  const companies = ['Ash', 'Birch', 'Cork', 'Dogwood', 'Elm'].map((name, at) => ({
    companyId: at + 1,
    name,
    stories: 10 - at,
    weeks: [10 - at, 0, 0],
  }))
  open({ ...data, companies })
  const list = await screen.findByRole('list', { name: 'Compared companies' })
  const bars = () =>
    within(list)
      .getAllByRole('img')
      .map((chart) => [
        chart.getAttribute('aria-label')?.split(':')[0],
        chart.querySelector('rect')?.getAttribute('height'),
      ])
  expect(bars()).toEqual([
    ['Ash', '40'],
    ['Birch', '36'],
  ])
  const chooser = () => screen.queryByRole('combobox', { name: 'Add a company to compare' })
  for (const id of ['3', '4']) fireEvent.change(chooser()!, { target: { value: id } })
  expect(bars().map(([name]) => name)).toEqual(['Ash', 'Birch', 'Cork', 'Dogwood'])
  expect(chooser()).toBeNull()
  press('Stop comparing Ash')
  expect(bars()).toEqual([
    ['Birch', '40'],
    ['Cork', expect.stringMatching(/^35\.5/)],
    ['Dogwood', expect.stringMatching(/^31\.1/)],
  ])
  expect(
    within(chooser()!)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Add a company', 'Ash', 'Elm'])
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
  await screen.findByText(/^No stories about your companies in the last 3 weeks/)
  screen.getByText(/^None\. Every company/)
  silent.unmount()
  let isBroken = true
  open(() => (isBroken ? new Refusal(500, 'broken') : data))
  await screen.findByText('We could not load your analytics.')
  isBroken = false
  press('Try Again')
  await screen.findByRole('heading', { name: 'News per week' })
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
  press('Show the last 12')
  screen.getByRole('link', { name: 'Quiet 11' })
})
