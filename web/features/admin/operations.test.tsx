// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Health } from '#domain/admin/health.ts'
import type { PollingHealth, JobOverview, ModelCost } from '#domain/admin/operations.ts'
import { DAY_MS } from '#domain/time.ts'
import { AdminPage } from '../../pages/admin.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'
// The page loads this module lazily; importing it up front saves the tests from waiting for it.
import './administration.tsx'

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const JOB = '00000000-0000-4000-8000-000000000001'

function open(routes: Record<string, unknown>, at: string) {
  const server = fakeServer({ 'GET /api/auth/user': sampleProfile({ role: 'admin' }), ...routes })
  const view = renderPage(<AdminPage />, { server, at })
  const sent = (method: string) => server.calls.filter((call) => call.method === method)
  return { ...view, sent }
}

test('health shows the number of problems and what to do about each', async () => {
  const health: Health = {
    checkedAt: inDays(0),
    checks: [
      { name: 'Workers', state: 'bad', text: 'No job has ever finished.', action: 'Start a worker.' },
      { name: 'Database', state: 'good', text: 'Answered in 1 ms.', action: null },
    ],
  }
  open({ 'GET /api/admin/health': health }, '/admin?tab=health')
  await screen.findByRole('heading', { name: '1 problem' })
  const rows = within(screen.getByRole('list', { name: 'Health' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'WorkersProblemNo job has ever finished.What to do: Start a worker.',
    'DatabaseOKAnswered in 1 ms.',
  ])
})

const EMPTY_COVERAGE = { active: 0, quiet: 0, partial: 0, broken: 0, 'not-found': 0, checking: 0 }

test('sources show their state, terms and polling health', async () => {
  const health: PollingHealth = {
    coverage: { active: 1200, quiet: 3, partial: 0, broken: 2, 'not-found': 0, checking: 0 },
    sources: [
      {
        name: 'press',
        label: 'The press',
        gives: 'Stories',
        terms: 'As they say',
        termsUrl: 'https://terms.example',
        readOn: '2026-11-15',
        allowsCommercialUse: false,
        isOn: true,
        addresses: 10,
        good: 8,
        failing: 2,
        parked: 1,
        unchecked: 0,
        checkedAt: inDays(0),
        goodAt: null,
        problem: 'It did not answer',
      },
    ],
    search: null,
    failing: [
      {
        source: 'own-feed',
        label: 'User feeds',
        address: null,
        failures: 1,
        failingSince: null,
        problem: null,
      },
    ],
  }
  open({ 'GET /api/admin/sources': health }, '/admin?tab=sources')
  await screen.findByText('1,200')
  screen.getByText('Not for commercial use')
  screen.getByText('Latest failure: It did not answer')
  screen.getByText('A user’s feed')
  expect(screen.getByRole('link', { name: 'Terms of The press' }).getAttribute('rel')).toBe('noopener noreferrer')
})

test('searches show what they cost this month and what only they found', async () => {
  const service = { name: 'brave', label: 'Brave News Search', requests: 120, dollars: 0.6, candidates: 900 }
  const search = {
    budget: 20,
    budgetPerCompany: 1,
    spent: 0.724,
    services: [
      { ...service, stories: 12, isRefused: false },
      { ...service, name: 'exa', label: 'Exa Search', dollars: 0.124, stories: 0, isRefused: true },
    ],
  }
  const health = { coverage: EMPTY_COVERAGE, sources: [], failing: [], search }
  const first = open({ 'GET /api/admin/sources': health }, '/admin?tab=sources')
  const panel = within(await screen.findByRole('region', { name: 'Search services' }))
  for (const text of ['$20.00', '$0.724', '$19.28', '$1.00']) panel.getByText(text)
  const cells = (name: RegExp) =>
    within(panel.getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.lastChild?.textContent)
  expect(cells(/^Brave/)).toEqual(['120', '$0.60', '900', '12', '$0.05'])
  expect(cells(/^Exa Search Key refused/)).toEqual(['120', '$0.124', '900', '0', '—'])
  first.unmount()
  open({ 'GET /api/admin/sources': { ...health, search: { ...search, budget: 0 } } }, '/admin?tab=sources')
  await screen.findByText(/SEARCH_BUDGET is 0/)
})

test('a parked job can be retried, or discarded after confirmation', async () => {
  const parked = {
    id: JOB,
    name: 'news.poll',
    createdAt: inDays(-1),
    failedAt: inDays(0),
    tries: 6,
    problem: 'Poison',
  }
  const jobs: JobOverview = {
    parked: [parked],
    lines: [{ name: 'news.poll', waiting: 1, active: 0, retrying: 0, parked: 1, doneAt: null }],
  }
  const { sent } = open(
    {
      'GET /api/admin/jobs': jobs,
      [`POST /api/admin/jobs/${JOB}/retry`]: new Refusal(204),
      [`DELETE /api/admin/jobs/${JOB}`]: new Refusal(404, { code: 'not-found', message: 'Job not found' }),
    },
    '/admin?tab=jobs',
  )
  await screen.findByText(/6 tries.*Poison/)
  const line = screen.getByRole('row', { name: /^news\.poll 1 parked/ })
  expect(within(line).getAllByRole('cell')[0]?.textContent).toBe('Waiting1')
  press('Try news.poll again')
  await screen.findByText('Job requeued')
  press('Discard news.poll')
  press('Discard')
  await screen.findByText('Could not discard the job')
  screen.getByText('Job not found')
  expect([sent('POST').length, sent('DELETE').length]).toEqual([1, 1])
})

test('shows the cost of the language model, or that none is connected', async () => {
  const day = {
    model: 'small',
    calls: 4,
    failures: 0,
    inputTokens: 900,
    outputTokens: 100,
    sentences: 9,
    dropped: 1,
  }
  const cost: ModelCost = {
    model: 'small',
    tokensADay: 5000,
    days: [
      { ...day, day: '2026-03-02', dollars: 0.5 },
      { ...day, day: '2026-03-01', dollars: 0.25 },
    ],
  }
  const first = open({ 'GET /api/admin/ai': cost }, '/admin?tab=model')
  await screen.findByText('$0.75')
  screen.getByText('Mar 2, 2026, small')
  first.unmount()
  open({ 'GET /api/admin/ai': { model: null, tokensADay: null, days: [] } }, '/admin?tab=model')
  await screen.findByText(/No language model is connected/)
})

test('a failed load shows an error and a retry button', async () => {
  open({ 'GET /api/admin/jobs': new Refusal(503, { code: 'unavailable', message: 'Later' }) }, '/admin?tab=jobs')
  await screen.findByText('We could not load the jobs.')
  screen.getByRole('button', { name: 'Try Again' })
})
