// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProfilePage } from '../../pages/account/profile.tsx'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'

async function open(patch: unknown) {
  const kept = { wantsReminders: true }
  const { server } = renderPage(<ProfilePage />, {
    at: '/profile',
    server: fakeServer({
      'GET /api/auth/user': () => sampleProfile(kept),
      'PATCH /api/profile': ({ body }: { body: unknown }) => {
        if (patch instanceof Refusal) return patch
        Object.assign(kept, body)
        return sampleProfile(kept)
      },
    }),
  })
  const name = 'Reminders'
  return { server, choice: await screen.findByRole<HTMLInputElement>('switch', { name }) }
}

test('paying users can turn reminders off too', async () => {
  const profile = sampleProfile({ subscriptionStatus: 'active' })
  renderPage(<ProfilePage />, { at: '/profile', server: fakeServer({ 'GET /api/auth/user': profile }) })
  await screen.findByRole('switch', { name: 'Reminders' })
})

test('turning reminders off is saved on the server', async () => {
  const { server, choice } = await open(null)
  expect(choice.checked).toBe(true)
  fireEvent.click(choice)
  await waitFor(() => expect(choice.checked).toBe(false))
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ wantsReminders: false })
})

test("a failed change reverts the switch: 'Failed to update profile. Please try again.'", async () => {
  const { choice } = await open(new Refusal(503, 'Later'))
  fireEvent.click(choice)
  await screen.findByText('Failed to update profile. Please try again.')
  await waitFor(() => expect(choice.checked).toBe(true))
})
