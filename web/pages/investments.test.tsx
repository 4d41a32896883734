import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Refusal, manyCompanies, portfolioServer } from '../testing/fake-server.ts'
import { press, renderPage, type } from '../testing/render-page.tsx'
import { sampleCompany } from '../testing/sample-data.ts'
import { InvestmentsPage } from './investments.tsx'

// @vitest-environment happy-dom

const cedar = sampleCompany({ id: 1, name: 'Cedar', category: 'Robotics', stage: 'Seed' })
const harbor = sampleCompany({ id: 2, name: 'Harbor', category: 'Energy', investmentDate: '2024-03-01' })
const quarry = sampleCompany({ id: 3, name: 'Quarry', category: 'Energy', stage: 'Seed' })

beforeEach(() => localStorage.clear())

type Server = ReturnType<typeof portfolioServer>

function open(server: Server = portfolioServer([cedar, harbor, quarry]), at = '/investments') {
  return renderPage(<InvestmentsPage />, { server, at, path: '/investments' })
}

const names = () => screen.queryAllByRole('link', { name: /^(Cedar|Harbor|Quarry|Company \d+)$/ })
const shown = () => names().map((link) => link.textContent)
const row = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
const key = (value: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: value })

test('shows the count, the columns and their values', async () => {
  open()
  await screen.findByText('3 companies')
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '',
    'Company',
    'Website',
    'Category',
    'Stage',
    'Date Invested',
  ])
  const cells = within(row('Harbor').closest('tr') as HTMLElement).getAllByRole('cell')
  expect(cells.slice(2).map((cell) => cell.textContent)).toEqual([
    'cedar.example (opens in a new tab)',
    'Energy',
    '—',
    'Mar 1, 2024',
  ])
})

const stakes = [
  { companyId: 1, currency: 'USD', invested: '25000', value: null, multiple: null },
  { companyId: 2, currency: 'USD', invested: '10000.1', value: null, multiple: null },
  { companyId: 2, currency: 'EUR', invested: '7000', value: null, multiple: null },
  { companyId: 3, currency: 'USD', invested: '0', value: '5', multiple: null },
]

test('positions add a sortable column of invested amounts by currency', async () => {
  const { router } = open(
    portfolioServer([cedar, harbor, quarry], { 'GET /api/positions': { totals: [], companies: stakes } }),
  )
  const heading = await screen.findByRole('columnheader', { name: 'Invested' })
  const amounts = ['Cedar', 'Harbor', 'Quarry'].map(
    (name) =>
      within(row(name).closest('tr') as HTMLElement)
        .getAllByRole('cell')
        .at(-1)?.textContent,
  )
  expect(amounts).toEqual(['$25,000', '$10,000.10€7,000', '—'])
  expect(screen.queryByRole('columnheader', { name: 'Website' })).toBeNull()
  expect(screen.getByText('$10,000.10 + €7,000').parentElement?.textContent).toBe(
    '$10,000.10 + €7,000 · Energy · Mar 1, 2024',
  )
  press('Invested')
  await waitFor(() => expect(heading.getAttribute('aria-sort')).toBe('descending'))
  expect(router.state.location.search).toEqual({ sort: 'amount-desc' })
  screen.getByRole('option', { name: 'Least Invested' })
})

test('without positions, no amounts are offered', async () => {
  open(portfolioServer([cedar], { 'GET /api/positions': { totals: [], companies: [] } }), '/investments?columns=amount')
  await screen.findByText('1 company')
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['', 'Company'])
  expect(screen.queryByRole('option', { name: 'Most Invested' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await screen.findByRole('menuitemcheckbox', { name: 'Date Invested' })
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Invested' })).toBeNull()
})

test("search, filter and sort are kept in the URL; 'Showing {k} of {n}'; Back restores them", async () => {
  const { router, server } = open()
  await screen.findByText('3 companies')
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'Energy' } })
  await screen.findByText('Showing 2 of 3')
  expect(shown()).toEqual(['Harbor', 'Quarry'])
  type('Search companies', 'qua')
  await screen.findByText('Showing 1 of 3')
  expect(router.state.location.search).toEqual({ category: 'Energy', q: 'qua' })
  fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'name' } })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'name' }))
  expect(server.calls.at(-1)?.path).toBe('/api/companies?limit=200&total=1&q=qua&category=Energy&sort=name')
  act(() => router.history.go(-2))
  await screen.findByText('3 companies')
  expect(screen.getByLabelText<HTMLInputElement>('Search companies').value).toBe('')
})

test('a shared URL shows the same view, and an empty result can be cleared', async () => {
  const { router } = open(undefined, '/investments?q=nothing&sort=name')
  await screen.findByRole('heading', { name: 'No companies match' })
  press('Clear filters')
  await screen.findByText('3 companies')
  expect(router.state.location.search).toEqual({ sort: 'name' })
})

test('column headings sort the rows and indicate the order', async () => {
  const { router } = open()
  await screen.findByText('3 companies')
  const heading = (name: string) => screen.getByRole('columnheader', { name })
  expect(heading('Company').getAttribute('aria-sort')).toBeNull()
  press('Company')
  await waitFor(() => expect(heading('Company').getAttribute('aria-sort')).toBe('ascending'))
  press('Company')
  await waitFor(() => expect(heading('Company').getAttribute('aria-sort')).toBe('descending'))
  press('Date Invested')
  await waitFor(() => expect(heading('Date Invested').getAttribute('aria-sort')).toBe('descending'))
  expect(router.state.location.search).toEqual({ sort: 'invested-desc' })
})

test('columns are chosen in a menu, appear in the URL and are remembered', async () => {
  const { router, unmount } = open()
  await screen.findByText('3 companies')
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Website' }))
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Added' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ columns: 'category,stage,invested,amount,added' }))
  unmount()
  open()
  await screen.findByText('3 companies')
  expect(screen.queryByRole('columnheader', { name: 'Website' })).toBeNull()
  screen.getByRole('columnheader', { name: 'Added' })
})

test('bulk remove asks first, takes effect at once, and Undo restores everything in place', async () => {
  const server = portfolioServer(manyCompanies(5), {
    'POST /api/companies/remove': { removed: 2 },
    'POST /api/companies/restore': [],
  })
  open(server)
  await screen.findByText('5 companies')
  fireEvent.click(row('Company 2'))
  fireEvent.click(row('Company 4'), { shiftKey: true })
  await screen.findByText('3 of 5 selected')
  fireEvent.click(row('Company 3'))
  await screen.findByText('2 of 5 selected')
  press('Remove')
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('Remove 2 companies?')
  server.portfolio.companies = server.portfolio.companies.filter(({ id }) => id !== 2 && id !== 4)
  within(dialog).getByRole('button', { name: 'Remove' }).click()
  await waitFor(() => expect(shown()).toEqual(['Company 1', 'Company 3', 'Company 5']))
  await screen.findByText('2 companies are no longer in your portfolio.')
  server.portfolio.companies = manyCompanies(5)
  press('Undo')
  await screen.findByText('Companies restored')
  expect(shown()).toEqual(['Company 1', 'Company 2', 'Company 3', 'Company 4', 'Company 5'])
  const bodies = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(bodies).toEqual([{ ids: [2, 4] }, { ids: [2, 4] }])
})

test('a failed removal restores the rows and names them', async () => {
  open(portfolioServer([cedar, harbor], { 'DELETE /api/companies/2': new Refusal(500, 'broken') }))
  await screen.findByText('2 companies')
  fireEvent.click(row('Harbor'))
  press('Remove')
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Remove' })
    .click()
  await screen.findByText('Failed to remove company')
  screen.getByText('Harbor is still in your portfolio.')
  expect(shown()).toEqual(['Cedar', 'Harbor'])
})

test('selecting all selects only loaded companies, says so, and can fetch the rest', async () => {
  open(portfolioServer(manyCompanies(450)))
  await screen.findByText('450 companies')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all loaded companies' }))
  await screen.findByText('200 of 450 selected')
  press('Select all 450')
  await screen.findByText('450 of 450 selected')
  press('Clear')
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
})

test('changing the filter clears the selection', async () => {
  open()
  await screen.findByText('3 companies')
  fireEvent.click(row('Cedar'))
  await screen.findByText('1 of 3 selected')
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'Energy' } })
  await screen.findByText('Showing 2 of 3')
  expect(screen.queryByText(/selected$/)).toBeNull()
})

test('shortcuts: / searches, j and k move, x selects, # asks to remove, o opens; off while typing', async () => {
  const { router } = open()
  await screen.findByText('3 companies')
  key('j')
  expect(document.activeElement?.textContent).toBe('Cedar')
  key('j')
  key('j')
  key('k')
  expect(document.activeElement?.textContent).toBe('Harbor')
  key('x')
  await screen.findByText('1 of 3 selected')
  key('x')
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
  key('#')
  const dialog = await screen.findByRole('dialog')
  within(dialog).getByText('Remove Harbor?')
  key('j')
  within(dialog).getByRole('button', { name: 'Cancel' }).click()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  key('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Search companies'))
  key('j')
  key('#')
  expect(document.activeElement).toBe(screen.getByLabelText('Search companies'))
  expect(screen.queryByRole('dialog')).toBeNull()
  names()[2]?.focus()
  key('o')
  await waitFor(() => expect(router.state.location.pathname).toBe('/companies/3'))
})

test('recently removed companies are kept for 30 days and can be restored, each or all', async () => {
  const removed = [
    { ...cedar, removedAt: '2026-11-10T12:00:00Z' },
    { ...harbor, removedAt: '2026-11-01T12:00:00Z' },
    { ...sampleCompany({ id: 4, name: 'Elm' }), removedAt: '2026-11-01T12:00:00Z' },
  ]
  const server = portfolioServer([quarry], {
    'GET /api/companies/removed': () => removed,
    'POST /api/companies/restore': ({ body: { ids } }: { body: { ids: number[] } }) => {
      server.portfolio.removed -= ids.length
      return removed.splice(0, ids.length)
    },
  })
  server.portfolio.removed = 3
  const { router } = open(server)
  fireEvent.click(await screen.findByRole('link', { name: 'Recently removed (3)' }))
  await screen.findByRole('heading', { name: 'Recently removed', level: 1 })
  expect(router.state.location.search).toEqual({ view: 'removed' })
  screen.getByText(/kept for 30 days/)
  await screen.findByText('Removed Nov 10, 2026, kept until Dec 10, 2026')
  press('Restore Cedar')
  await waitFor(() => expect(screen.queryByText('Cedar')).toBeNull())
  await screen.findByText('Cedar is back in your portfolio.')
  fireEvent.click(await screen.findByRole('button', { name: 'Restore All' }))
  await screen.findByText('2 companies are back in your portfolio.')
  const bodies = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(bodies).toEqual([{ ids: [1] }, { ids: [2, 4] }])
})

test('a removed company whose name is in use again cannot be restored and stays in the list', async () => {
  const refusal = new Refusal(409, { code: 'conflict', message: 'Cedar is already in your portfolio' })
  const server = portfolioServer([], {
    'GET /api/companies/removed': [{ ...cedar, removedAt: '2026-11-10T12:00:00Z' }],
    'POST /api/companies/restore': refusal,
  })
  open(server, '/investments?view=removed')
  await screen.findByText('Cedar')
  press('Restore Cedar')
  await screen.findByText('Failed to restore')
  screen.getByText('Cedar is already in your portfolio')
  screen.getByRole('button', { name: 'Restore Cedar' })
})

const inSample = [cedar, harbor].map((company) => ({ ...company, sample: true }))

test('the sample is labeled and can be removed in one click', async () => {
  const server = portfolioServer(inSample, {
    'DELETE /api/companies/sample': () => {
      server.portfolio.companies = []
      return ''
    },
  })
  open(server)
  await screen.findByText('Sample data: these 2 companies are fictional.')
  expect(screen.getAllByText('Sample')).toHaveLength(2)
  press('Remove sample')
  await screen.findByText('No investments yet')
  expect(screen.queryByText(/are fictional/)).toBeNull()
})
