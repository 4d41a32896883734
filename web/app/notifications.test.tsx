// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press, renderPage } from '../testing/render-page.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { Sidebar } from './sidebar.tsx'

function Page() {
  const toast = useToast()
  const failed = {
    title: 'Failed to refresh news',
    detail: '3 could not be checked.',
    variant: 'destructive',
  } as const
  return (
    <>
      <Sidebar />
      <button type="button" onClick={() => toast({ title: 'Company added', description: 'Cedar' })}>
        Add
      </button>
      <button type="button" onClick={() => toast(failed)}>
        Fail
      </button>
    </>
  )
}

test('replaced messages are kept in a list, newest first', async () => {
  renderPage(<Page />)
  await screen.findByRole('button', { name: /^Notifications/ })
  press('Add')
  press('Fail')
  press(/^Notifications/)
  const list = await screen.findByRole('list', { name: 'Messages, newest first' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Failed to refresh newsJust now3 could not be checked.', 'Company addedJust nowCedar'])
  press('Clear all')
  await screen.findByText('No messages yet.')
})

test('a dot marks unread messages', async () => {
  renderPage(<Page />)
  await screen.findByRole('button', { name: /^Notifications/ })
  screen.getByRole('button', { name: 'Notifications' })
  press('Add')
  press('Notifications (new)')
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  fireEvent.click(within(panel).getAllByRole('button', { name: 'Close' })[0]!)
  screen.getByRole('button', { name: 'Notifications' })
})
