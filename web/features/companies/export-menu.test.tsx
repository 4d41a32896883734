// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, Refusal } from '../../testing/fake-server.ts'
import { press, renderPage } from '../../testing/render-page.tsx'
import { ExportMenu } from './export-menu.tsx'

const saved: { name: string; size: number }[] = []

beforeEach(() => {
  saved.length = 0
  let last: Blob | null = null
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    last = file as Blob
    return 'blob:export'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, size: last?.size ?? 0 })
  })
})
afterEach(() => vi.restoreAllMocks())

async function opened() {
  await screen.findByRole('button', { name: 'Export' })
  press('Export')
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}
const choose = (name: string) => fireEvent.click(screen.getByRole('menuitem', { name }))

test('"menu: CSV, XLSX, JSON, print/PDF"', async () => {
  const server = fakeServer({ 'GET /api/companies/export?format=csv': 'Company\r\n' })
  renderPage(<ExportMenu />, { server })
  expect(await opened()).toEqual(['CSV', 'Excel', 'JSON', 'Print or PDF'])
  choose('CSV')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(/^tidings-portfolio-\d{4}-\d\d-\d\d\.csv$/)
  expect(server.calls.at(-1)?.headers.get('authorization')).toBe('Bearer token-of-user-1')
  await screen.findByText('Export ready')
  screen.getByText(`${saved[0]?.name} was saved to your downloads.`)
})

test('exports the "current filter", or everything in the same order', async () => {
  const server = fakeServer({
    'GET /api/companies/export?format=xlsx&q=a+b&stage=Seed&sort=name': 'file',
    'GET /api/companies/export?format=json&sort=name': '{}',
  })
  renderPage(<ExportMenu filter={{ q: 'a b', category: undefined, stage: 'Seed', sort: 'name' }} />, {
    server,
  })
  expect(await opened()).toEqual([
    'CSV (this view)',
    'Excel (this view)',
    'JSON (this view)',
    'Print or PDF (this view)',
    'CSV (everything)',
    'Excel (everything)',
    'JSON (everything)',
    'Print or PDF (everything)',
  ])
  choose('Excel (this view)')
  await waitFor(() => expect(saved).toHaveLength(1))
  fireEvent.keyDown(screen.getByRole('button', { name: 'Export' }), { key: 'Enter' })
  await screen.findByRole('menuitem', { name: 'JSON (everything)' })
  choose('JSON (everything)')
  await waitFor(() => expect(saved).toHaveLength(2))
})

test('a sort order alone is not a filter', async () => {
  renderPage(<ExportMenu filter={{ sort: 'name' }} />)
  expect(await opened()).toEqual(['CSV', 'Excel', 'JSON', 'Print or PDF'])
})

test('selected companies are exported by their ids', async () => {
  const server = fakeServer({ 'POST /api/companies/export': 'file' })
  renderPage(<ExportMenu ids={[3, 5]} />, { server })
  expect((await opened()).slice(0, 5)).toEqual([
    'CSV (2 selected)',
    'Excel (2 selected)',
    'JSON (2 selected)',
    'Print or PDF (2 selected)',
    'CSV (everything)',
  ])
  choose('CSV (2 selected)')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(server.calls.at(-1)?.body).toEqual({ format: 'csv', ids: [3, 5] })
})

test('Print or PDF opens the report for the same view', async () => {
  const { router } = renderPage(<ExportMenu filter={{ category: 'Bio' }} ids={[]} />)
  await opened()
  choose('Print or PDF (this view)')
  await waitFor(() => expect(router.state.location.href).toBe('/investments/report?category=Bio'))
})

test('a failed export shows the reason', async () => {
  const answer = new Refusal(503, { code: 'unavailable', message: 'Please wait' })
  renderPage(<ExportMenu ids={[3]} />, { server: fakeServer({ 'POST /api/companies/export': answer }) })
  await opened()
  choose('CSV (1 selected)')
  await screen.findByText('Failed to export portfolio')
  screen.getByText('Please wait')
  expect(saved).toEqual([])
})

test('a selection too long for a URL cannot be printed but can be saved', async () => {
  const ids = Array.from({ length: 9000 }, (_, at) => at + 1)
  renderPage(<ExportMenu ids={ids} />, { server: fakeServer({ 'POST /api/companies/export': 'file' }) })
  await opened()
  choose('Print or PDF (9,000 selected)')
  await screen.findByText('Failed to export portfolio')
  screen.getByText('Too many companies selected to print. Use a filter instead, or print everything.')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Export' }), { key: 'Enter' })
  await screen.findByRole('menuitem', { name: 'CSV (9,000 selected)' })
  choose('CSV (9,000 selected)')
  await waitFor(() => expect(saved).toHaveLength(1))
})
