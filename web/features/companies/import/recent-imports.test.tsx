// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PastImport } from '#domain/companies/endpoints.ts'
import { UploadPage } from '../../../pages/upload.tsx'
import { fakeServer, Refusal } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'

const PAST = 'GET /api/companies/imports'

const line = (text: RegExp) => screen.getByText(text).closest('li')!

const past = (change: Partial<PastImport>): PastImport => ({
  id: 1,
  fileName: 'portfolio.csv',
  added: 41,
  changed: 3,
  duplicates: 2,
  invalid: 1,
  positions: 0,
  createdAt: new Date(Date.now() - 7_200_000).toISOString(),
  undoneAt: null,
  ...change,
})

test('recent imports show file, time and result; Undo asks first, and undone imports are marked', async () => {
  const undoneAt = new Date().toISOString()
  const server = fakeServer({
    [PAST]: [past({}), past({ id: 2, fileName: 'old.xlsx', undoneAt })],
    'POST /api/companies/imports/1/undo': new Refusal(409, { code: 'conflict', message: 'Too late' }),
  })
  renderPage(<UploadPage />, { server })
  await screen.findByRole('heading', { name: 'Recent imports' })
  expect(line(/^portfolio\.csv$/).textContent).toContain(
    '2 hours ago · 41 added, 3 updated, 2 duplicates, 1 not imported',
  )
  expect(line(/^old\.xlsx$/).textContent).toContain('Undone')
  expect(screen.queryByRole('button', { name: 'Undo: old.xlsx' })).toBeNull()
  press('Undo: portfolio.csv')
  screen.getByRole('heading', { name: 'Undo the import of portfolio.csv?' })
  expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([])
  press('Undo Import')
  await screen.findByText('Failed to undo the import')
  screen.getByText('Too late')
})

test('without imports there is no list, and a failed load shows an error', async () => {
  const { unmount } = renderPage(<UploadPage />, { server: fakeServer({ [PAST]: [] }) })
  await screen.findByRole('button', { name: 'Browse Files' })
  expect(screen.queryByRole('heading', { name: 'Recent imports' })).toBeNull()
  unmount()
  renderPage(<UploadPage />, { server: fakeServer({ [PAST]: new Refusal(503, 'Busy') }) })
  await screen.findByText('We could not load your recent imports.')
})
