// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Suggestion } from '#domain/news/discover.ts'
import { DiscoverPage } from './discover.tsx'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { press, renderPage } from '../testing/render-page.tsx'
import { sampleCompany } from '../testing/sample-data.ts'

const suggestion = (name: string, change: Partial<Suggestion> = {}): Suggestion => ({
  name,
  kind: 'investor',
  sentence: `The round was led by ${name}.`,
  sentenceUrl: 'https://press.example/quoted',
  roles: ['investor'],
  stories: 1,
  companies: 1,
  evidence: [
    {
      title: `${name} backs Cedar`,
      url: 'https://press.example/1',
      publisher: 'The Press',
      publishedAt: '2026-03-10T12:00:00Z',
      company: { id: 7, name: 'Cedar Robotics' },
      role: 'investor',
    },
  ],
  ...change,
})

const [alder, kestrel] = [
  suggestion('Alder Ventures'),
  suggestion('Kestrel Foods', { kind: 'company', roles: ['partner', 'buyer'], stories: 3, companies: 2 }),
]
const facets = { total: 1, sample: 0, removed: 0, categories: [], stages: [] }

const open = (routes: Record<string, unknown>, at = '/discover') =>
  renderPage(<DiscoverPage />, {
    server: fakeServer({
      'GET /api/discover': [kestrel, alder],
      'GET /api/discover/hidden': [],
      'GET /api/companies/facets': facets,
      ...routes,
    }),
    at,
  })
const shown = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

test('each suggestion shows its role, how often it is named, and the stories as evidence', async () => {
  open({})
  await screen.findByRole('heading', { name: 'Kestrel Foods' })
  screen.getByText('Partner, Acquirer • 3 stories of 2 companies')
  const stories = screen.getByRole('list', { name: 'Stories that name Alder Ventures' })
  const link = within(stories).getByRole('link', { name: /^Alder Ventures backs Cedar/ })
  expect(link.getAttribute('href')).toBe('https://press.example/1')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(within(stories).getByRole('link', { name: 'Cedar Robotics' }).getAttribute('href')).toBe('/companies/7')
  expect(stories.textContent).toContain('The Press • Mar 10, 2026')
})

test('companies come before investors, each with the sentence that names it, quoted and linked', async () => {
  const titled = suggestion('Dunmore Labs', { kind: 'company', sentence: 'Dunmore Labs backs Cedar' })
  const { unmount } = open({ 'GET /api/discover': [kestrel, titled, alder] })
  const companies = await screen.findByRole('region', { name: 'Companies in your news' })
  const investors = screen.getByRole('region', { name: 'Investors in your companies' })
  const namesIn = (region: HTMLElement) =>
    within(region)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
  expect(namesIn(companies)).toEqual(['Kestrel Foods', 'Dunmore Labs'])
  expect(namesIn(investors)).toEqual(['Alder Ventures'])
  const quote = within(investors).getByRole('link', { name: /^“The round was led by Alder Ventures\.”/ })
  expect(quote.getAttribute('href')).toBe('https://press.example/quoted')
  expect(within(companies).getAllByText(/Dunmore Labs backs Cedar/)).toHaveLength(1)
  unmount()
  open({ 'GET /api/discover': [kestrel] })
  await screen.findByRole('heading', { name: 'Companies in your news' })
  expect(screen.queryByRole('heading', { name: 'Investors in your companies' })).toBeNull()
})

test('a suggestion is added at once, and Undo reverts it', async () => {
  let list = [kestrel, alder]
  const { server } = open({
    'GET /api/discover': () => list,
    'POST /api/companies/bulk': () => {
      list = [kestrel]
      return [sampleCompany({ id: 9, name: 'Alder Ventures', website: null })]
    },
    'DELETE /api/companies/9': () => ((list = [kestrel, alder]), ''),
  })
  await screen.findByRole('heading', { name: 'Alder Ventures' })
  press('Add Alder Ventures')
  await waitFor(() => expect(shown()).toEqual(['Kestrel Foods']))
  await screen.findByText('Company added successfully')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual([{ name: 'Alder Ventures' }])
  press('Undo')
  await waitFor(() => expect(shown()).toEqual(['Kestrel Foods', 'Alder Ventures']))
  await screen.findByText('Alder Ventures is a suggestion again.')
})

test('a suggestion that could not be added comes back with an error', async () => {
  open({ 'POST /api/companies/bulk': new Refusal(500, 'broken') })
  await screen.findByRole('heading', { name: 'Alder Ventures' })
  press('Add Alder Ventures')
  await screen.findByText('Failed to add company')
  screen.getByText('Alder Ventures was not added.')
  expect(shown()).toEqual(['Kestrel Foods', 'Alder Ventures'])
})

test('hidden suggestions stay hidden, appear in their own list and can be restored', async () => {
  const hiddenOne = [{ name: 'Alder Ventures', hiddenAt: '2026-03-10T12:00:00Z' }]
  let list = [kestrel, alder]
  const { server, router } = open({
    'GET /api/discover': () => list,
    'POST /api/discover/hidden': () => ((list = [kestrel]), hiddenOne),
    'DELETE /api/discover/hidden': () => ((list = [kestrel, alder]), []),
  })
  await screen.findByRole('heading', { name: 'Alder Ventures' })
  press('Hide Alder Ventures')
  await waitFor(() => expect(shown()).toEqual(['Kestrel Foods']))
  await screen.findByText('Alder Ventures is hidden')
  await screen.findByRole('button', { name: 'Hidden (1)' })
  press('Undo')
  await waitFor(() => expect(shown()).toEqual(['Kestrel Foods', 'Alder Ventures']))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Hidden/ })).toBeNull())
  press('Hide Alder Ventures')
  await screen.findByRole('button', { name: 'Hidden (1)' })
  press('Hidden (1)')
  await waitFor(() => expect(router.state.location.searchStr).toBe('?view=hidden'))
  const hidden = await screen.findByRole('list', { name: 'Hidden suggestions' })
  expect(hidden.textContent).toContain('Alder VenturesHidden on Mar 10, 2026')
  press('Restore Alder Ventures')
  await screen.findByText('Nothing is hidden')
  press('Show suggestions')
  await waitFor(() => expect(shown()).toEqual(['Kestrel Foods', 'Alder Ventures']))
  expect(server.calls.findLast(({ path }) => path === '/api/discover/hidden')).toMatchObject({
    method: 'DELETE',
    body: { name: 'Alder Ventures' },
  })
})

test('a suggestion that could not be hidden comes back', async () => {
  open({ 'POST /api/discover/hidden': new Refusal(500, 'broken') })
  await screen.findByRole('heading', { name: 'Alder Ventures' })
  press('Hide Alder Ventures')
  await screen.findByText('Alder Ventures was not hidden')
  expect(shown()).toEqual(['Kestrel Foods', 'Alder Ventures'])
})

test('handles empty and failed lists', async () => {
  const { unmount } = open({ 'GET /api/discover': [] })
  await screen.findByText('Nothing to discover yet')
  unmount()
  open({ 'GET /api/discover': new Refusal(500, 'broken') })
  await screen.findByText('We could not load the suggestions.')
})
