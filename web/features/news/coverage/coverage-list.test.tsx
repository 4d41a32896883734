// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { sampleCoverage, sampleEntry } from '../../../testing/sample-data.ts'
import { CoverageList } from './coverage-list.tsx'

const company = { id: 7, name: 'Cedar Robotics', website: 'https://cedar.example' }
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const openCoverage = (routes: Record<string, unknown>, of = company) =>
  renderPage(<CoverageList company={of} />, { server: fakeServer(routes) })

test('sources show their state, last successful check, next check, and what failed since when', async () => {
  const entries = [
    sampleEntry({ state: 'unchanged', goodAt: at(-2), nextAt: at(0.5) }),
    sampleEntry({
      source: 'press',
      label: 'Startup and business press',
      address: null,
      state: 'failed',
      goodAt: null,
      nextAt: at(3),
      problem: 'It did not answer.',
      failingSince: '2026-03-08T12:00:00Z',
    }),
    sampleEntry({
      source: 'sec',
      label: 'SEC filings',
      address: 'Cedar Robotics',
      state: null,
      goodAt: null,
      nextAt: at(0),
    }),
  ]
  const coverage = sampleCoverage({ state: 'partial', goodAt: at(-2), nextAt: at(0.5), entries })
  openCoverage({ 'GET /api/companies/7/coverage': coverage })
  await screen.findByText(/^\d of 3 sources checked 2 hours ago\. 1 failed\./)
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(
    /^Company websitecedar\.example\/feed\.xml \(opens in a new tab\)OK, nothing newLast successful check2 hours agoNext checkin 30 minutes$/,
  )
  expect(rows[1]).toBe(
    'Startup and business pressFailedSince Mar 8, 2026: It did not answer.Last successful checkNeverNext checkin 3 hours',
  )
  expect(rows[2]).toMatch(/^SEC filingsCedar RoboticsNot checked yet.*any moment$/)
})

test('Retry refreshes this company', async () => {
  const { server } = openCoverage({
    'GET /api/companies/7/coverage': sampleCoverage({ state: 'broken', entries: [] }),
    'POST /api/refresh-all-company-news-structured': { news: [], failed: [], waiting: [], newStories: 1 },
  })
  await screen.findByText(/^No source could be read/)
  press('Retry')
  await screen.findByText('News refreshed for Cedar Robotics')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({ companies: [company] })
  expect(server.calls.filter(({ path }) => path.endsWith('/coverage'))).toHaveLength(2)
})

test('when no source has failed, there is nothing to retry', async () => {
  openCoverage({ 'GET /api/companies/7/coverage': sampleCoverage({ state: 'active', entries: [] }) })
  await screen.findByRole('button', { name: 'Check Now' })
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('without sources or a website, the panel suggests adding the website', async () => {
  const unknown = { ...company, website: null as never }
  openCoverage({ 'GET /api/companies/7/coverage': sampleCoverage({ state: 'not-found', entries: [] }) }, unknown)
  await screen.findByText(/^We have not found/)
  screen.getByText(/Add its website under Edit/)
})
