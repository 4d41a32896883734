// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Upload } from '../../../api/upload.ts'
import { UploadPage } from '../../../pages/upload.tsx'
import { fakeServer } from '../../../testing/fake-server.ts'
import { press, renderPage } from '../../../testing/render-page.tsx'
import { choose, plan } from '../../../testing/sample-plan.ts'

const COMMIT = 'POST /api/companies/bulk-upload?detail=1&limit=200'
const CHECK = `${COMMIT}&dryRun=1`
const PAST = 'GET /api/companies/imports'

const uploadPage = (routes: Record<string, unknown>) =>
  renderPage(<UploadPage />, { server: fakeServer({ [PAST]: [], ...routes }) })

test('a problem at the end of the stream fails the upload despite earlier progress', async () => {
  const problem = { status: 409, code: 'conflict', message: 'Another import is running' }
  uploadPage({ [CHECK]: plan({ new: 9 }), [COMMIT]: `{"done":9,"total":9}\n${JSON.stringify({ problem })}` })
  await choose()
  await screen.findByText('Review import')
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Failed' })
  await waitFor(() => expect(screen.getAllByText('Another import is running')).toHaveLength(2))
  expect(screen.queryByText(/successful/i)).toBeNull()
})

test('the result says how many amounts were left out', async () => {
  const done = plan({ new: 9, positions: 5, amountsLeftOut: 4 })
  uploadPage({ [CHECK]: done, [COMMIT]: JSON.stringify({ report: done }) })
  await choose()
  await screen.findByText('Amounts left out')
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Successful!' })
  expect(screen.getAllByText('4 amounts left out.').length).toBeGreaterThan(0)
})

test.each([
  ['an answer that ends before the report', '{"done":9,"total":9}\n{"repo'],
  ['an answer of nothing', ''],
])('%s fails with a lost connection and says where to look', async (_what, answer) => {
  const past: object[] = []
  const done = { id: 1, fileName: 'saved.csv', added: 9, createdAt: new Date().toISOString(), undoneAt: null }
  uploadPage({
    [PAST]: () => past,
    [CHECK]: plan({ new: 9 }),
    [COMMIT]: () => {
      past.push({ ...done, changed: 0, positions: 0, duplicates: 0, invalid: 0 })
      return answer
    },
  })
  await choose()
  await screen.findByText('Review import')
  press('Upload Companies')
  await screen.findByRole('heading', { name: 'Upload Failed' })
  await waitFor(() =>
    expect(screen.getAllByText(/^The connection was lost before .* under recent imports\.$/)).toHaveLength(2),
  )
  await screen.findByRole('heading', { name: 'Recent imports' })
  screen.getByText('saved.csv')
})

test('the bar follows bytes and rows, at most 10 points per 200 ms', async () => {
  const server = fakeServer({ [PAST]: [], [CHECK]: plan({ new: 1000 }) })
  let finish = () => {}
  const upload: Upload = (asked) => {
    if (asked.path.includes('dryRun')) return server.upload(asked)
    expect(asked.accept).toBe('application/x-ndjson')
    asked.onProgress?.(1)
    asked.onLine?.('{"done":500,"total":1000}')
    return new Promise((resolve) => {
      const body = JSON.stringify({ report: plan({ new: 1000 }) })
      finish = () => resolve({ ok: true, status: 200, statusText: '', body })
    })
  }
  renderPage(<UploadPage />, { server: { ...server, upload } })
  await choose()
  await screen.findByText('Review import')
  press('Upload Companies')
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Upload' })
  expect(bar.value).toBe(0)
  const seen = new Set<number>()
  await waitFor(
    () => {
      seen.add(bar.value)
      expect(bar.value).toBe(65)
    },
    { interval: 20 },
  )
  expect([...seen]).toEqual([0, 10, 20, 30, 40, 50, 60, 65])
  screen.getByText(/500 of 1,000 rows/)
  finish()
  await screen.findByRole('heading', { name: 'Upload Successful!' })
})

test('leaving the page cancels the file check', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const server = fakeServer({ [PAST]: [], [CHECK]: plan({ new: 1 }) })
  const upload: Upload = (asked) => {
    signals.push(asked.signal)
    return signals.length === 1 ? server.upload(asked) : new Promise(() => {})
  }
  const { unmount } = renderPage(<UploadPage />, { server: { ...server, upload } })
  await choose()
  await screen.findByText('Review import')
  press('Choose Another File')
  await choose()
  await waitFor(() => expect(signals).toHaveLength(2))
  expect(signals[1]?.aborted).toBe(false)
  unmount()
  expect(signals[1]?.aborted).toBe(true)
})

test('leaving the page does not cancel an import', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const server = fakeServer({ [PAST]: [], [CHECK]: plan({ new: 1 }) })
  const upload: Upload = (asked) => {
    if (asked.path.includes('dryRun')) return server.upload(asked)
    signals.push(asked.signal)
    return new Promise(() => {})
  }
  const { unmount } = renderPage(<UploadPage />, { server: { ...server, upload } })
  await choose()
  await screen.findByText('Review import')
  press('Upload Companies')
  await waitFor(() => expect(signals).toHaveLength(1))
  unmount()
  expect(signals[0]?.aborted).toBe(false)
})
