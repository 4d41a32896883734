// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
