// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { SearchHit } from '#domain/news/search.ts'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { sampleRow } from '../../testing/sample-data.ts'
import { dayAfter } from '#domain/local-time.ts'
import { NewsTab } from './news-tab.tsx'

const hit = (change: Partial<SearchHit> = {}): SearchHit => ({
  type: 'story',
  id: 1,
  companyId: 1,
  companyName: 'Cedar Robotics',
  title: [
    { text: 'Cedar ', hit: false },
    { text: 'raises', hit: true },
    { text: ' $18 million', hit: false },
  ],
  snippet: [{ text: 'A round led by Harbor.', hit: false }],
  section: 'Financial Updates',
  eventType: 'raise',
  publishedAt: '2026-03-10T10:00:00Z',
  precision: 'day',
  publisher: 'The Press',
  url: 'https://press.example/1',
  kind: 'press',
  source: 'press',
  articleCount: 3,
  ...change,
})

const found = (hits: SearchHit[], next: string | null = null) => ({ hits, next })

const addresses: Record<string, unknown>[] = []

function Tab({ search: given }: { search: Record<string, string> }) {
  const [search, setSearch] = useState<Record<string, string | undefined>>(given)
  return (
    <NewsTab
      search={search}
      onSearch={(change) => {
        const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)
        addresses.push(Object.fromEntries(next))
        setSearch(Object.fromEntries(next))
      }}
    />
  )
}

function open(search: Record<string, string>, routes: Record<string, unknown> = {}) {
  addresses.length = 0
  const server = fakeServer({
    'GET /api/news/feed?limit=100': [sampleRow(), sampleRow({ id: 2, name: 'Lumen Harbor' })],
    'GET /api/views': [],
    ...routes,
  })
  return renderPage(<Tab search={search} />, { server })
}

const asked = (server: ReturnType<typeof fakeServer>) =>
  server.calls.map(({ path }) => path).filter((path) => path.startsWith('/api/search'))

test('without a search, the feed is unchanged and no search is requested', async () => {
  const { server } = open({ sort: 'oldest', company: '2' })
  await screen.findByText('1 of 2 companies')
  expect((screen.getByLabelText('Sort') as HTMLSelectElement).value).toBe('oldest')
  expect(asked(server)).toEqual([])
})

test('a hit shows highlighted words, company, section, date and number of outlets', async () => {
  open({ q: 'raise' }, { 'GET /api/search?q=raise': found([hit()]) })
  const link = await screen.findByRole('link', { name: /Cedar raises \$18 million/ })
  expect(link.getAttribute('href')).toBe('https://press.example/1')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(within(link).getByText('raises').tagName).toBe('MARK')
  expect(screen.getByRole('link', { name: 'Cedar Robotics' }).getAttribute('href')).toBe('/companies/1')
  const text = link.closest('li')?.textContent
  expect(text).toContain('• Financial Updates')
  expect(text).toContain('The Press • Mar 10, 2026 • Startup and business press • 3 outlets')
  screen.getByText('1 result')
  expect(screen.queryByRole('article')).toBeNull()
})

test('external text is never rendered as markup, and only web addresses become links', async () => {
  const title = [{ text: '<img src=x onerror=alert(1)>', hit: true }]
  open({ q: 'x' }, { 'GET /api/search?q=x': found([hit({ title, url: 'javascript:alert(1)' })]) })
  expect((await screen.findByText('<img src=x onerror=alert(1)>')).tagName).toBe('MARK')
  expect(document.querySelector('li img, a[href^="javascript"]')).toBeNull()
})

test('a brief links to its company', async () => {
  const brief = hit({
    type: 'brief',
    url: null,
    title: [{ text: 'Brief of Cedar Robotics', hit: false }],
    articleCount: 0,
  })
  open({ q: 'x' }, { 'GET /api/search?q=x': found([brief]) })
  const link = await screen.findByRole('link', { name: 'Brief of Cedar Robotics' })
  expect(link.getAttribute('href')).toBe('/companies/1')
  expect(link.closest('li')?.textContent).not.toContain('outlets')
})

test('a search says its words and filters, and Clear ends it', async () => {
  open(
    { q: 'raise', company: '2', event: 'Funding' },
    { 'GET /api/search?q=raise&company=2&event=Funding': found([hit()]) },
  )
  await screen.findByText('1 result')
  screen.getByText('Results for “raise”')
  screen.getByRole('button', { name: 'Filters, 2 on' })
  press('Clear')
  await screen.findByText('2 companies')
  expect(addresses.at(-1)).toEqual({})
  expect(screen.queryByLabelText('Company')).toBeNull()
})

test('the search sends the filters, the company and the sort order', async () => {
  const { server } = open({ q: 'ceo', company: '2' })
  await waitFor(() => expect(asked(server)).toEqual(['/api/search?q=ceo&company=2']))
  fireEvent.change(await screen.findByLabelText('Kind'), { target: { value: 'Leadership & Team' } })
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: 'chosen' } })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-01' } })
  fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'newest' } })
  const query = 'q=ceo&company=2&section=Leadership+%26+Team&from=2026-01-01&sort=newest'
  await waitFor(() => expect(asked(server).at(-1)).toBe(`/api/search?${query}`))
  expect(addresses.at(-1)).toEqual(Object.fromEntries(new URLSearchParams(query)))
})

test('a kind and a period can be chosen without words, and any time is the default again', async () => {
  open({})
  await screen.findByText('2 companies')
  press('Filters')
  fireEvent.change(await screen.findByLabelText('Kind'), { target: { value: 'Layoffs' } })
  const week = dayAfter(new Date().toISOString().slice(0, 10), -7)
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '7' } })
  expect(addresses.at(-1)).toEqual({ event: 'Layoffs', from: week })
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: 'any' } })
  expect(addresses.at(-1)).toEqual({ event: 'Layoffs' })
})

test('a source is offered only while one is chosen', async () => {
  open({ source: 'brief' }, { 'GET /api/search?source=brief': found([]) })
  await screen.findByText('No news found')
  fireEvent.change(await screen.findByLabelText('Source'), { target: { value: '' } })
  await screen.findByText('2 companies')
  press('Filters')
  await screen.findByLabelText('Kind')
  expect(screen.queryByLabelText('Source')).toBeNull()
})

test('a search for a kind of event offers the stories with that label', async () => {
  open({ q: 'layoff' }, { 'GET /api/search?q=layoff': found([]), 'GET /api/search?event=Layoffs': found([hit()]) })
  fireEvent.click(await screen.findByRole('button', { name: 'Show stories labeled Layoffs' }))
  await screen.findByText('1 result')
  expect(addresses.at(-1)).toEqual({ event: 'Layoffs' })
  expect(screen.queryByRole('button', { name: /labeled/ })).toBeNull()
})

test('dates in the wrong order are rejected in the form, without a request', async () => {
  const { server } = open({ from: '2026-02-01', to: '2026-01-01' })
  await screen.findByText('The first day must not be after the last day.')
  expect(screen.getByLabelText('From').getAttribute('aria-invalid')).toBe('true')
  expect(asked(server)).toEqual([])
})

test('handles empty, failed and additional pages of results', async () => {
  const none = open({ q: 'x' }, { 'GET /api/search?q=x': found([]) })
  await screen.findByText('No news found')
  none.unmount()
  const broken = open({ q: 'x' }, { 'GET /api/search?q=x': new Refusal(500, 'broken') })
  await screen.findByText('We could not load the results.')
  broken.unmount()
  open(
    { q: 'x' },
    {
      'GET /api/search?q=x': found([hit()], 'abc'),
      'GET /api/search?q=x&cursor=abc': found([hit({ id: 2 })]),
    },
  )
  await screen.findByText('The first 1 results')
  press('Load More')
  await screen.findByText('2 results')
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
})

test('shows a placeholder while loading', async () => {
  open({ q: 'x' }, { 'GET /api/search?q=x': () => new Promise<never>(() => {}) })
  await screen.findByText('Searching your news')
})

const VIEW = { id: 5, name: 'Raises', query: 'q=raise&company=2', createdAt: '2026-01-01T00:00:00Z' }

test('a search is saved under a name; a taken name is reported in its field', async () => {
  const answers: unknown[] = [new Refusal(409, { message: 'You already have a view called raise' }), VIEW]
  const { server } = open(
    { q: 'raise', company: '2' },
    { 'GET /api/search?q=raise&company=2': found([hit()]), 'POST /api/views': () => answers.shift() },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Save view' }))
  const name = screen.getByLabelText<HTMLInputElement>('Name')
  expect([name.value, name.selectionStart, name.selectionEnd]).toEqual(['raise', 0, 5])
  press('Save')
  await screen.findByText('You already have a view called raise')
  type('Name', 'Raises')
  press('Save')
  await screen.findByText('View saved: Raises')
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Raises',
    query: 'q=raise&company=2',
  })
})

test('a saved view can be opened and removed; a failed removal restores it', async () => {
  let isRefused = true
  const { server } = open(
    {},
    {
      'GET /api/views': [VIEW],
      'GET /api/search?q=raise&company=2': found([hit()]),
      'DELETE /api/views/5': () => (isRefused ? new Refusal(503, { message: 'Not now' }) : ''),
    },
  )
  await screen.findByText('2 companies')
  press('Filters')
  fireEvent.click(await screen.findByRole('button', { name: 'Raises' }))
  await screen.findByText('1 result')
  expect(addresses.at(-1)).toEqual({ q: 'raise', company: '2' })
  expect(screen.getByRole('button', { name: 'Raises' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
  press('Remove view Raises')
  await screen.findByText('Could not remove the view Raises')
  await screen.findByRole('button', { name: 'Raises' })
  isRefused = false
  press('Remove view Raises')
  await waitFor(() => expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2))
})
