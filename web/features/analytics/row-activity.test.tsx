// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#domain/time.ts'
import { Portfolio } from '../companies/portfolio.tsx'
import { manyCompanies, portfolioServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { RowActivity } from './row-activity.tsx'

afterEach(() => vi.unstubAllGlobals())

const screenOf = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))

const weeks = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]
const latest = {
  storyId: 1,
  type: 'funding',
  title: 'Raised $18 million',
  publishedAt: new Date(Date.now() - HOUR_MS).toISOString(),
  precision: 'second',
}
const open = () => {
  const server = portfolioServer(manyCompanies(3), {
    'GET /api/companies/activity?ids=1,2,3': [
      { companyId: 1, perWeek: weeks, latest },
      { companyId: 2, perWeek: weeks.map(() => 0), latest: null },
    ],
  })
  renderPage(<Portfolio onAdd={() => {}} activity={RowActivity} />, { server })
  return server
}
const asked = ({ calls }: ReturnType<typeof portfolioServer>) =>
  calls.filter(({ path }) => path.includes('activity')).map(({ path }) => path)

test('"the latest event and the sparkline sit between them without headings": loaded in one request', async () => {
  screenOf(true)
  const server = open()
  await screen.findByText('Raised $18 million')
  screen.getByRole('img', { name: '3 stories in the last 12 weeks' })
  screen.getByText('No news yet')
  screen.getByRole('img', { name: '0 stories in the last 12 weeks' })
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Company', 'Actions'])
  expect(asked(server)).toEqual(['/api/companies/activity?ids=1,2,3'])
})

test('on narrow screens activity is not requested', async () => {
  screenOf(false)
  const server = open()
  await screen.findByRole('link', { name: 'View Company 3' })
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(3))
  expect(asked(server)).toEqual([])
})
