// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleBrief, sampleRow, sampleSection } from '../../../testing/sample-data.ts'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import { entryOf } from './arrange-rows.ts'
import { NewsRow } from './news-row.tsx'

const now = new Date('2026-03-10T12:00:00Z')
const quiet: CoverageSummary = {
  state: 'quiet',
  sources: 1,
  unchecked: 0,
  failing: 0,
  goodAt: '2026-03-10T10:00:00Z',
  nextAt: null,
  failingSince: null,
  problem: null,
}
const broken: CoverageSummary = {
  ...quiet,
  state: 'broken',
  failing: 1,
  failingSince: '2026-03-08T00:00:00Z',
  problem: 'The site did not answer.',
}

type Given = { row?: CompanyWithNews; coverage?: CoverageSummary; look?: 'line' | 'card'; onRefresh?: () => void }

const open = ({ row = sampleRow(), coverage, look = 'card', onRefresh = () => {} }: Given) =>
  renderPage(
    <NewsRow
      entry={entryOf(row)}
      look={look}
      coverage={coverage}
      now={now}
      newMarks={new Set()}
      muted={undefined}
      isRefreshing={false}
      onRefresh={onRefresh}
    />,
  )

const withNews = sampleRow({
  hasNews: true,
  latestNews: sampleBrief({
    sections: [sampleSection('Business', ['Cedar Robotics opened a plant', 1])],
    sources: [
      {
        title: 'Cedar Robotics opened a plant',
        url: 'https://press.example/1',
        publisher: 'The Press',
        publishedAt: '2026-03-09T10:00:00Z',
        storyId: 7,
        label: 'Expansion',
      },
    ],
  }),
})

const openMenu = async () => {
  const menu = await screen.findByRole('button', { name: 'More about Cedar Robotics' })
  fireEvent.focus(menu)
  fireEvent.click(menu)
}

test.each<[CoverageSummary, RegExp | null]>([
  [quiet, null],
  [broken, /^No source could be read since Mar 8, 2026 \(1 of 1 failed\)\. The site did not answer\./],
  [{ ...quiet, state: 'not-found', sources: 0 }, /^We have not found a news source/],
])('a card says only what is wrong with its sources, beside the specified text: %j', async (coverage, words) => {
  open({ coverage })
  await screen.findByText('No news yet • Added Jan 2, 2026')
  screen.getByText('No recent news available for this company. Click "Refresh All" to fetch the latest updates.')
  expect(screen.queryByText(/source/) !== null).toBe(words !== null)
  if (words) screen.getByText(words)
})

test('a company that was never read is not said to have no news', async () => {
  open({ coverage: { ...quiet, state: 'checking' } })
  await screen.findByText('Reading…')
  expect(screen.queryByText(/No news yet/)).toBeNull()
})

test('a line says the kind, what happened and the day, and unfolds into the card that search finds', async () => {
  const { router } = open({ row: withNews, look: 'line' })
  const link = await screen.findByRole('link', { name: 'Cedar Robotics' })
  screen.getByText('Opened a plant')
  expect(link.closest('header')?.textContent).toContain('Latest Update • Mar 9')
  const body = document.querySelector('[hidden=until-found]')
  expect(body?.textContent).toContain('The Press')
  expect(link.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(link)
  expect(body?.hasAttribute('hidden')).toBe(false)
  expect(router.state.location.href).toBe('/dashboard')
  press('Fold Cedar Robotics')
  expect(body?.getAttribute('hidden')).toBe('until-found')
  expect(document.activeElement).toBe(link)
  fireEvent(body!, new Event('beforematch', { bubbles: true }))
  await waitFor(() => expect(body?.hasAttribute('hidden')).toBe(false))
})

test('Ctrl and click on a line open the company like any link', async () => {
  open({ row: withNews, look: 'line' })
  const link = await screen.findByRole('link', { name: 'Cedar Robotics' })
  fireEvent.click(link, { ctrlKey: true })
  expect(link.getAttribute('aria-expanded')).toBe('false')
  expect(link.getAttribute('href')).toBe('/companies/1')
})

test('everything that is no news is in one menu', async () => {
  open({
    row: withNews,
    coverage: { ...quiet, state: 'active', sources: 5, goodAt: '2026-03-10T11:48:00Z', nextAt: '2026-03-10T12:41:00Z' },
  })
  await screen.findByText('Latest Update • Mar 9')
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByText(/word for word|checked/i)).toBeNull()
  await openMenu()
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual([
    'Refresh Cedar Robotics',
    'Mute for a week',
    'Mute for a month',
    'Mute always',
    'Not my company: Cedar Robotics opened a plant',
  ])
  screen.getByText('Quoted word for word. 5 sources checked 12 minutes ago. Next check in 41 minutes.')
})

test('broken coverage can be retried for a company with news too', async () => {
  let asked = 0
  open({ row: withNews, coverage: broken, onRefresh: () => (asked += 1) })
  await screen.findByText(/^No source could be read/)
  await openMenu()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Retry Cedar Robotics' }))
  expect(asked).toBe(1)
})
