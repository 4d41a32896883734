// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Notification } from '#domain/mailings/notifications.ts'
import type { RefreshProgress } from '#domain/news/briefs.ts'
import { refreshQuery } from '../features/news/queries.ts'
import { lateRefreshQuery } from '../features/news/refresh.ts'
import { fakeServer, Refusal } from '../testing/fake-server.ts'
import { press, renderPage } from '../testing/render-page.tsx'
import { sampleProfile } from '../testing/sample-data.ts'
import { TopBar } from './bars.tsx'

beforeEach(() => localStorage.clear())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** The same for all, because the list is newest first. */
const FIVE_MINUTES_AGO = minutesAgo(5)
const notification = (id: string, change: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'alert',
  at: FIVE_MINUTES_AGO,
  title: 'Fernway Mobility to shut down',
  text: 'You hold $20,000',
  isRead: false,
  companyId: 7,
  storyId: 41,
  updateId: null,
  ...change,
})
const ABOUT_NOTHING = { companyId: null, storyId: null }
const ALL = [
  notification('alert-1-0'),
  notification('update-2', { kind: 'update', title: 'Cedar: October update', text: 'Update from Dana', updateId: 2 }),
  notification('update-3', { kind: 'update', title: 'Hello', text: 'Choose its company.', ...ABOUT_NOTHING }),
  notification('alert-0-0', { isRead: true, title: 'Cedar raises $18M', storyId: null }),
  notification('import-1', {
    kind: 'import',
    title: 'Import finished',
    text: 'mine.csv: 2 companies added.',
    ...ABOUT_NOTHING,
  }),
  notification('refresh-1', { kind: 'refresh', title: 'Refresh finished', text: '', ...ABOUT_NOTHING }),
]

const open = (answer: unknown = ALL) =>
  renderPage(<TopBar />, {
    server: fakeServer({ 'GET /api/auth/user': sampleProfile(), 'GET /api/notifications': answer }),
  })

test('lists alerts, updates and finished work; each links to its place', async () => {
  open()
  await screen.findByRole('button', { name: 'Notifications (3 new)' })
  press(/^Notifications/)
  const list = await screen.findByRole('list', { name: 'Notifications, newest first' })
  const links = within(list).getAllByRole('link')
  expect(links.map((link) => [link.textContent.replace(/\d+ minutes ago/, ' '), link.getAttribute('href')])).toEqual([
    ['New: Fernway Mobility to shut down You hold $20,000', '/companies/7#event-41'],
    ['New: Cedar: October update Update from Dana', '/updates/2'],
    ['New: Hello Choose its company.', '/profile/updates'],
    ['Cedar raises $18M You hold $20,000', '/companies/7'],
    ['Import finished mine.csv: 2 companies added.', '/investments/upload'],
    ['Refresh finished ', '/dashboard'],
  ])
})

test('what was shown is no longer new, and following a link closes the list', async () => {
  const { router } = open()
  await screen.findByRole('button', { name: 'Notifications (3 new)' })
  press(/^Notifications/)
  const link = await screen.findByRole('link', { name: /Cedar raises/ })
  act(() => link.click())
  await screen.findByRole('button', { name: 'Notifications' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(router.state.location.pathname).toBe('/companies/7')
  press('Notifications')
  await screen.findByRole('link', { name: /^Fernway/ })
})

test('a device that has shown none counts only the last week’s', async () => {
  open([
    notification('alert-1-0', { at: minutesAgo(8 * 24 * 60) }),
    notification('alert-1-1', { at: minutesAgo(6 * 24 * 60) }),
  ])
  await screen.findByRole('button', { name: 'Notifications (1 new)' })
})

test('says what appears here if there is nothing, and what failed', async () => {
  const page = open([])
  await screen.findByRole('button', { name: 'Notifications' })
  press(/^Notifications/)
  await screen.findByText(/^Nothing in the last 30 days\./)
  expect(screen.getByRole('link', { name: 'Alert settings' }).getAttribute('href')).toBe('/profile/email')
  page.unmount()
  open(new Refusal(500, 'broken'))
  await screen.findByRole('button', { name: 'Notifications' })
  press(/^Notifications/)
  await screen.findByText('We could not load your notifications.')
})

const underWay: RefreshProgress = { done: 1, total: 3 }

test('a refresh that outlasts its response ends with a message', async () => {
  const { queryClient } = open()
  await screen.findByRole('button', { name: /^Notifications/ })
  act(() => {
    queryClient.setQueryData(refreshQuery.queryKey, underWay)
    queryClient.setQueryData(lateRefreshQuery.queryKey, 2)
  })
  expect(screen.queryByText('Refresh finished')).toBeNull()
  act(() => void queryClient.setQueryData(refreshQuery.queryKey, null))
  await screen.findByText('2 companies checked.')
})
