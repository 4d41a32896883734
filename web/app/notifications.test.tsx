// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { RefreshProgress } from '#domain/news/briefs.ts'
import { refreshQuery } from '../features/news/queries.ts'
import { lateRefreshQuery } from '../features/news/refresh.ts'
import { press, renderPage } from '../testing/render-page.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { TopBar } from './bars.tsx'

beforeEach(() => localStorage.clear())

function Page() {
  const toast = useToast()
  const failed = {
    title: 'Failed to refresh news',
    detail: '3 could not be checked.',
    variant: 'destructive',
  } as const
  return (
    <>
      <TopBar />
      <button type="button" onClick={() => toast({ title: 'Company added', description: 'Cedar' })}>
        Add
      </button>
      <button type="button" onClick={() => toast(failed)}>
        Fail
      </button>
    </>
  )
}

test('replaced messages are kept in a list, newest first, until cleared', async () => {
  renderPage(<Page />)
  await screen.findByRole('button', { name: /^Notifications/ })
  press('Add')
  press('Fail')
  press('Notifications (2 new)')
  const list = await screen.findByRole('list', { name: 'Notifications, newest first' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['New: Failed to refresh newsJust now3 could not be checked.', 'New: Company addedJust nowCedar'])
  press('Clear')
  await screen.findByText('No notifications.')
})

test('messages are unread until the list is opened', async () => {
  renderPage(<Page />)
  await screen.findByRole('button', { name: /^Notifications/ })
  screen.getByRole('button', { name: 'Notifications' })
  press('Add')
  press('Notifications (1 new)')
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  fireEvent.click(within(panel).getAllByRole('button', { name: 'Close' })[0]!)
  press('Notifications')
  await screen.findByText('Cedar')
  expect(screen.queryByText('New:')).toBeNull()
})

test('signing out clears the stored messages', async () => {
  const { store } = renderPage(<Page />)
  await screen.findByRole('button', { name: /^Notifications/ })
  press('Add')
  expect(localStorage.getItem('tidings-notifications')).toContain('Company added')
  await store.signOut()
  expect(localStorage.getItem('tidings-notifications')).toBeNull()
})

const underWay: RefreshProgress = { done: 1, total: 3 }

test('a refresh that outlasts its response ends with a message', async () => {
  const { queryClient } = renderPage(<Page />)
  await screen.findByRole('button', { name: /^Notifications/ })
  act(() => {
    queryClient.setQueryData(refreshQuery.queryKey, underWay)
    queryClient.setQueryData(lateRefreshQuery.queryKey, 2)
  })
  expect(screen.queryByText('Refresh finished')).toBeNull()
  act(() => void queryClient.setQueryData(refreshQuery.queryKey, null))
  await screen.findByText('Refresh finished')
  press('Notifications (1 new)')
  const list = await screen.findByRole('list', { name: 'Notifications, newest first' })
  expect(list.textContent).toContain('2 companies checked.')
})
