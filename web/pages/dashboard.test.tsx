// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NewsAttention } from '#domain/news/new-stories.ts'
import { DashboardPage } from './dashboard.tsx'
import { fakeServer } from '../testing/fake-server.ts'
import { renderPage } from '../testing/render-page.tsx'
import { sampleProfile, sampleSummary } from '../testing/sample-data.ts'

test('a slow server leaves a placeholder, not an empty page', async () => {
  const answer = Promise.withResolvers<unknown>()
  renderPage(<DashboardPage />, {
    server: fakeServer({ 'GET /api/auth/user': sampleProfile(), 'GET /api/news/summary': () => answer.promise }),
    at: '/dashboard',
  })
  await screen.findByText('Loading your dashboard')
  answer.resolve(sampleSummary())
  await screen.findByText('No news at your 3 companies yet')
  expect(screen.queryByText('Loading your dashboard')).toBeNull()
})

test('the companies that need attention are links', async () => {
  const attention: NewsAttention = {
    quiet: [{ companyId: 7, name: 'Granite', lastNewsAt: '2025-01-01T00:00:00.000Z' }],
    notResponding: [
      { companyId: 8, name: 'Paperlark', failing: 1, sources: 4 },
      { companyId: 9, name: 'Echo', failing: 3, sources: 3 },
      { companyId: 10, name: 'Foxglove', failing: 3, sources: 3 },
    ],
    total: 300,
  }
  renderPage(<DashboardPage />, {
    server: fakeServer({
      'GET /api/auth/user': sampleProfile(),
      'GET /api/news/summary': sampleSummary(),
      'GET /api/news/attention': attention,
    }),
    at: '/dashboard',
  })
  await screen.findByRole('link', { name: 'Granite' })
  const links = within(screen.getByRole('region', { name: 'New since you were here' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Granite', '/companies/7'],
    ['Paperlark', '/companies/8'],
    ['Echo', '/companies/9'],
  ])
  expect(links[0]?.parentElement?.textContent).toMatch(
    /^Granite has been quiet for \d+ days · Paperlark: 1 source is not responding · Echo: no source is responding · 297 more$/,
  )
})
