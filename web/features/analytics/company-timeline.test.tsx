// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Timeline, TimelineEvent } from '#domain/news/analytics.ts'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { CompanyTimeline } from './company-timeline.tsx'

const event = (storyId: number, change: Partial<TimelineEvent> = {}): TimelineEvent => ({
  storyId,
  type: 'press',
  title: `Story ${storyId}`,
  url: `https://press.example/${storyId}`,
  publishedAt: '2026-02-20T10:00:00.000Z',
  precision: 'day',
  publisher: 'Founders Ledger',
  tellings: 1,
  facts: null,
  ...change,
})

const raise = event(1, {
  type: 'funding',
  title: 'Cedar raises',
  tellings: 3,
  facts: [
    { kind: 'raised', amount: { currency: 'USD', value: 18_000_000 }, certainty: 'stated' },
    { kind: 'round', name: 'Series A', certainty: 'stated' },
    { kind: 'investor', name: 'Harborline', certainty: 'stated' },
  ],
})
const timeline: Timeline = {
  weeks: ['2026-02-16', '2026-02-23'],
  perWeek: [2, 0],
  events: [raise, event(2), event(3, { type: 'filing', title: 'A notice', url: 'javascript:alert(1)' })],
}

const open = (answer: unknown, at = '/companies/7') =>
  renderPage(<CompanyTimeline company={{ id: 7, name: 'Cedar' }} />, {
    server: fakeServer({ 'GET /api/companies/7/timeline': answer }),
    at,
    path: '/companies/$id',
  })

const titles = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

test('"a timeline of typed events and a sparkline": type in words, date, title, facts, who told it', async () => {
  open(timeline)
  await screen.findByRole('img', { name: '2 stories in the last 2 weeks' })
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(/^Funding•Feb 20, 2026Cedar raises/)
  expect(first?.textContent).toContain('Raised $18 million, Series A')
  expect(first?.textContent).toContain('Founders Ledger, 2 more outlets')
  expect(screen.queryByRole('link', { name: /A notice/ })).toBeNull()
})

test('the type is held in the address, and an unknown one shows everything', async () => {
  const { router } = open(timeline)
  await screen.findByRole('button', { name: 'All 3' })
  press('Filing 1')
  await waitFor(() => expect(titles()).toEqual(['A notice']))
  expect(router.state.location.search).toEqual({ events: 'filing' })
  expect(screen.getByRole('button', { name: 'Filing 1' }).getAttribute('aria-pressed')).toBe('true')
  press('All 3')
  await waitFor(() => expect(titles()).toHaveLength(3))
  expect(router.state.location.search).toEqual({})
})

test.each([
  ['events=funding', 1],
  ['events=FUNDING', 3],
  ['events=toString', 3],
])('%s shows %i', async (question, shown) => {
  open(timeline, `/companies/7?${question}`)
  await waitFor(() => expect(titles()).toHaveLength(shown))
})

test('a type that nothing is of can be left; nothing at all; a failure', async () => {
  const chosen = open(timeline, '/companies/7?events=hiring')
  await screen.findByText('No events of this type yet.')
  press('All 3')
  await waitFor(() => expect(titles()).toHaveLength(3))
  chosen.unmount()
  const none = open({ ...timeline, events: [] })
  await screen.findByText(/^No events yet/)
  none.unmount()
  open(new Refusal(500, 'broken'))
  await screen.findByText('We could not load the timeline.')
})

test('of many events the newest are drawn first', async () => {
  open({ ...timeline, events: Array.from({ length: 200 }, (_, at) => event(at + 1)) })
  await waitFor(() => expect(titles()).toHaveLength(12))
  press('Show all 200')
  expect(titles()).toHaveLength(200)
})
