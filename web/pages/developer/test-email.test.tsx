// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutboxEmail } from '#domain/developer-pages.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { TestEmailPage } from './test-email.tsx'

const email = (id: string, subject: string): OutboxEmail => ({
  id,
  kind: 'digest',
  to: 'ada@example.com',
  subject,
  text: `Plain ${subject}`,
  html: `<html><body><div style="display:none">Preheader</div><h1 style='font-size:26px;color:#1b1f27'>${subject} page</h1></body></html>`,
  createdAt: '2026-11-19T12:00:00Z',
})

const open = (emails: OutboxEmail[]) =>
  renderPage(<TestEmailPage />, { at: '/test-email', server: fakeServer({ 'GET /api/test/outbox': emails }) })

test('emails are listed, and the chosen one is shown beside them as HTML or as text', async () => {
  open([email('2', 'Second'), email('1', 'First')])
  const list = await screen.findByRole('list', { name: 'Emails' })
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringMatching(/^Tidings.*Second/), expect.stringMatching(/^Tidings.*First/)])
  expect(await screen.findByRole('heading', { name: 'Second' })).toBeTruthy()
  expect(screen.getByText('Second page').style.fontSize).toBe('26px')
  expect(screen.getByText('Preheader').style.display).toBe('none')
  fireEvent.click(within(list).getByRole('button', { name: /First/ }))
  expect(screen.getByRole('heading', { name: 'First' })).toBeTruthy()
  expect(within(list).getByRole('button', { name: /First/ }).getAttribute('aria-current')).toBe('true')
  fireEvent.click(screen.getByRole('tab', { name: 'Text' }))
  expect(await screen.findByText('Plain First')).toBeTruthy()
})

test('on a phone the message replaces the list until one goes back', async () => {
  open([email('1', 'First')])
  const list = await screen.findByRole('list', { name: 'Emails' })
  expect(list.className).not.toContain('max-md:hidden')
  fireEvent.click(within(list).getByRole('button', { name: /First/ }))
  expect(list.className).toContain('max-md:hidden')
  fireEvent.click(screen.getByRole('button', { name: 'All emails' }))
  expect(list.className).not.toContain('max-md:hidden')
})

test('an empty outbox says how to fill it', async () => {
  open([])
  expect(await screen.findByText('No emails yet')).toBeTruthy()
})
