// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CoverageSummary } from '#domain/news/coverage.ts'
import type { BriefSection, NewsSource } from '#domain/news/briefs.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleBrief, sampleRow, sampleSection } from '../../../testing/sample-data.ts'
import { NewsCard } from './news-card.tsx'

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

const open = (row = sampleRow(), coverage?: CoverageSummary, onRefresh = () => {}) =>
  renderPage(
    <NewsCard
      row={row}
      coverage={coverage}
      now={now}
      below={false}
      refreshing={false}
      newMarks={new Set()}
      muted={undefined}
      onRefresh={onRefresh}
    />,
  )

const withNews = (sections: BriefSection[], sources: NewsSource[]) =>
  sampleRow({
    hasNews: true,
    latestNews: sampleBrief({ sections, sources }),
  })

test.each<[CoverageSummary, RegExp]>([
  [quiet, /^Quiet\. 1 source checked 2 hours ago, nothing new\./],
  [broken, /^No source could be read since Mar 8, 2026 \(1 of 1 failed\)\. The site did not answer\./],
  [{ ...quiet, state: 'not-found', sources: 0 }, /^We have not found a news source/],
  [{ ...quiet, state: 'checking' }, /^Not checked yet\./],
])('quiet, broken and not-found coverage read differently, beside the specified text: %j', async (coverage, words) => {
  open(sampleRow(), coverage)
  await screen.findByText('No news yet • Added Jan 2, 2026')
  screen.getByText('No recent news available for this company. Click "Refresh All" to fetch the latest updates.')
  screen.getByText(words)
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(coverage.state === 'broken')
})

test('a card without news says only once when it was checked', async () => {
  open(sampleRow(), { ...quiet, goodAt: '2026-03-10T11:48:00Z' })
  await screen.findByText(/^Quiet\. 1 source checked 12 minutes ago/)
  expect(screen.queryByText(/^Checked 12 minutes ago/)).toBeNull()
})

test('broken coverage can be retried for a company with news too', async () => {
  let asked = 0
  const { unmount } = open(withNews([sampleSection('Business', ['Told'])], []), broken, () => (asked += 1))
  await screen.findByText(/^No source could be read/)
  press('Retry Cedar Robotics')
  expect(asked).toBe(1)
  unmount()
})

test('a card with news shows the last check, the number of sources and the next check', async () => {
  open(withNews([sampleSection('Business', ['Told'])], []), {
    ...quiet,
    state: 'active',
    sources: 5,
    goodAt: '2026-03-10T11:48:00Z',
    nextAt: '2026-03-10T12:41:00Z',
  })
  await screen.findByText(/^Checked 12 minutes ago, 5 sources/)
  screen.getByText('Next check in 41 minutes')
})
