// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { sampleProfile } from '../../testing/sample-data.ts'
import { TrialTestPage } from './trial-test.tsx'

afterEach(() => void vi.restoreAllMocks())

const SET = 'POST /api/test/set-trial-days'
const REMOVE = 'POST /api/test/remove-subscription'

function open(routes: Record<string, unknown>) {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const reload = vi.fn<() => void>()
  const server = fakeServer({ 'GET /api/auth/user': sampleProfile(), ...routes })
  renderPage(<TrialTestPage reload={reload} />, { server })
  const sent = (path: string) => server.calls.filter((call) => `${call.method} ${call.path}` === path)
  /** The delays after which the page would reload. The timers are fired here, so that the test doesn't have to wait. */
  const waits = () =>
    timers.mock.calls.flatMap(([end, ms]) => {
      const before = reload.mock.calls.length
      if (ms === 2000 || ms === 1500) end()
      return reload.mock.calls.length > before ? [ms] : []
    })
  return { sent, waits }
}

test('set-trial-days: "message, trial_ends_at; page reloads after 2 s"', async () => {
  const answer = { message: 'Trial set to 1 day', trial_ends_at: '2026-03-02T12:00:00.000Z' }
  const { waits, sent } = open({ [SET]: answer })
  await screen.findByRole('heading', { name: 'Trial Test' })
  type('Days', '1')
  press('Set Trial Days')
  await screen.findByText('Trial set to 1 day')
  expect(sent(SET).map(({ body }) => body)).toEqual([{ days: 1 }])
  await waitFor(() => expect(waits()).toEqual([2000]))
})

test('remove-subscription: no body; "message; page reloads after 1.5 s"', async () => {
  const { waits, sent } = open({ [REMOVE]: { message: 'Subscription removed' } })
  await screen.findByRole('heading', { name: 'Trial Test' })
  press('Remove Subscription')
  await screen.findByText('Subscription removed')
  expect(sent(REMOVE).map(({ body }) => body)).toEqual([undefined])
  await waitFor(() => expect(waits()).toEqual([1500]))
})

test("a failure shows 'Network error' and does not reload", async () => {
  const { waits } = open({ [SET]: new Refusal(500) })
  await screen.findByRole('heading', { name: 'Trial Test' })
  press('Set Trial Days')
  expect((await screen.findByRole('alert')).textContent).toBe('Network error')
  expect(waits()).toEqual([])
})

test('invalid days are not sent', async () => {
  const { sent } = open({})
  await screen.findByRole('heading', { name: 'Trial Test' })
  for (const days of ['366', '-1', '1.5', '']) {
    type('Days', days)
    fireEvent.click(screen.getByRole('button', { name: 'Set Trial Days' }))
    screen.getByText('Days must be a whole number from 0 to 365')
  }
  expect(sent(SET)).toEqual([])
})
