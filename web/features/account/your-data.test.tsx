// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'
import { AiChoice } from './your-data.tsx'

const NAME = { name: 'Briefs written by AI' }

function open(put: unknown, ai = true) {
  const kept = { usesModel: true }
  return renderPage(<AiChoice />, {
    ai,
    server: fakeServer({
      'GET /api/auth/user': () => sampleProfile(kept),
      'PUT /api/account/ai': ({ body }: { body: unknown }) => {
        if (put instanceof Refusal) return put
        Object.assign(kept, body)
        return sampleProfile(kept)
      },
    }),
  })
}

test('turning AI briefs off and on again is saved on the server', async () => {
  const { server } = open(null)
  const choice = await screen.findByRole<HTMLInputElement>('switch', NAME)
  expect(choice.checked).toBe(true)
  fireEvent.click(choice)
  await waitFor(() => expect(choice.checked).toBe(false))
  fireEvent.click(choice)
  await waitFor(() => expect(choice.checked).toBe(true))
  const saved = server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(saved).toEqual([{ usesModel: false }, { usesModel: true }])
})

test('a failed change reverts the switch and shows an error', async () => {
  open(new Refusal(503, 'Try again later'))
  const choice = await screen.findByRole<HTMLInputElement>('switch', NAME)
  fireEvent.click(choice)
  await screen.findByText('Failed to change your AI setting')
  await waitFor(() => expect(choice.checked).toBe(true))
})

test('without a model there is no switch', async () => {
  const { server } = open(null, false)
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(0))
  expect(screen.queryByRole('switch')).toBeNull()
})
