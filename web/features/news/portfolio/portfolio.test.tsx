import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import type { CompanyStanding } from '#domain/news/standings.ts'
import { DAY_MS } from '#domain/time.ts'
import { Refusal, manyCompanies, portfolioServer } from '../../../testing/fake-server.ts'
import { press, renderPage, type } from '../../../testing/render-page.tsx'
import { sampleCompany } from '../../../testing/sample-data.ts'
import { useAddInvestment } from '../../companies/add-investment.tsx'
import { Portfolio } from './portfolio.tsx'

// @vitest-environment happy-dom

beforeEach(() => localStorage.clear())

function View() {
  const add = useAddInvestment()
  return (
    <>
      <Portfolio onAdd={add.open} />
      <button type="button" onClick={add.open}>
        Open
      </button>
      {add.dialog}
    </>
  )
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

async function openDialog() {
  fireEvent.click(await screen.findByText('Open'))
  return screen.findByRole('dialog')
}

test('shows the title, the columns Company and Actions, a View button, Bulk Upload and Export', async () => {
  renderPage(<View />, { server: portfolioServer([sampleCompany({ id: 7 })]) })
  await screen.findByRole('heading', { name: 'Your Investment Portfolio' })
  const view = await screen.findByRole('link', { name: 'View Cedar Robotics' })
  expect(view.getAttribute('href')).toBe('/companies/7')
  expect(view.textContent).toBe('View')
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Company', 'Actions'])
  expect(screen.getByRole('link', { name: 'Bulk Upload' }).getAttribute('href')).toBe('/investments/upload')
  screen.getByRole('button', { name: 'Export' })
})

test('loading: 3 placeholder skeleton rows', async () => {
  const server = portfolioServer([])
  server.portfolio.isSilent = true
  renderPage(<View />, { server })
  await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(3))
})

test("empty: 'No investments yet', and an Add Company button that opens the Add Investment dialog", async () => {
  renderPage(<View />, { server: portfolioServer([]) })
  await screen.findByText('No investments yet')
  screen.getByText('Add your first investment to start tracking news')
  press('Add Company')
  await screen.findByRole('heading', { name: 'Add Investment' })
  screen.getByText('Add a single company or upload multiple companies via CSV file.')
})

test('a list that fails to load shows the reason and a retry button', async () => {
  const server = portfolioServer([])
  server.portfolio.isBroken = true
  renderPage(<View />, { server })
  await screen.findByText('broken')
  screen.getByRole('button', { name: 'Try Again' })
})

test("adding one company: placeholders, 'Add Investment' and the three error messages of section 5", async () => {
  const server = portfolioServer([])
  renderPage(<View />, { server })
  await openDialog()
  screen.getByPlaceholderText('Enter company name')
  screen.getByPlaceholderText('https://example.com')
  press('Add Investment')
  await screen.findByText('Company name is required')
  screen.getByText('Company website is required')
  type('Company Website', 'ftp://cedar.example')
  await screen.findByText('Must be a valid URL')
  expect(server.calls.every(({ method }) => method === 'GET')).toBe(true)
})

test("success: the row appears at once, 'Adding...' while pending, then a toast and the dialog closes", async () => {
  let answer: (company: unknown) => void = () => {}
  const server = portfolioServer([sampleCompany({ id: 1, name: 'Old' })], {
    'POST /api/companies': () => new Promise((resolve) => (answer = resolve)),
  })
  renderPage(<View />, { server })
  await screen.findByText('Old')
  await openDialog()
  type('Company Name', ' Harbor ')
  type('Company Website', 'harbor.example')
  press('Add Investment')
  await screen.findByRole('button', { name: 'Adding...' })
  await waitFor(() => expect(names()[0]).toContain('Harbor'))
  answer(sampleCompany({ id: 2, name: 'Harbor' }))
  await screen.findByText('Company added successfully')
  screen.getByText("We'll start fetching the latest news for this company.")
  expect(screen.queryByRole('dialog')).toBeNull()
  const post = server.calls.find(({ method }) => method === 'POST')
  expect(post?.body).toMatchObject({ name: 'Harbor', website: 'https://harbor.example', stage: null })
})

test("failure: 'Failed to add company' with the error's message; the row disappears and the form stays", async () => {
  const refusal = new Refusal(503, { code: 'unavailable', message: 'Please wait' })
  const server = portfolioServer([sampleCompany()], { 'POST /api/companies': refusal })
  renderPage(<View />, { server })
  await screen.findByText('Cedar Robotics')
  const dialog = await openDialog()
  type('Company Name', 'Harbor')
  type('Company Website', 'harbor.example')
  press('Add Investment')
  await screen.findByText('Failed to add company')
  within(dialog).getByText('Please wait')
  within(dialog).getByText('Harbor was not added.')
  expect(names()).toHaveLength(1)
  expect(screen.getByLabelText<HTMLInputElement>('Company Name').value).toBe('Harbor')
})

test('a duplicate company is reported at its field, and nowhere else', async () => {
  const refusal = new Refusal(409, {
    code: 'conflict',
    message: 'Cedar Robotics is already in your portfolio',
  })
  renderPage(<View />, { server: portfolioServer([sampleCompany()], { 'POST /api/companies': refusal }) })
  const dialog = await openDialog()
  type('Company Name', 'Cedar Robotics')
  type('Company Website', 'cedar.example')
  press('Add Investment')
  await within(dialog).findByText('Cedar Robotics is already in your portfolio')
  const field = screen.getByLabelText('Company Name')
  expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field])
  expect(screen.queryByText('Failed to add company')).toBeNull()
})

test('category, stage and investment date can be entered under "More details"', async () => {
  const server = portfolioServer([sampleCompany({ stage: 'Bridge' })], {
    'POST /api/companies': sampleCompany({ id: 2 }),
  })
  renderPage(<View />, { server })
  const dialog = await openDialog()
  await waitFor(() => expect([...dialog.querySelectorAll('option')].map((option) => option.value)).toContain('Bridge'))
  within(dialog).getByText('More details')
  type('Company Name', 'Harbor')
  type('Company Website', 'harbor.example')
  type(/Category/, 'Shipping')
  type(/Stage/, 'Series A')
  type(/Investment Date/, '2024-03-04')
  press('Add Investment')
  await screen.findByText('Company added successfully')
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Harbor',
    website: 'https://harbor.example',
    category: 'Shipping',
    stage: 'Series A',
    investmentDate: '2024-03-04',
  })
})

test('thousands of companies: only a window of rows is rendered, aria-rowcount has the total', async () => {
  const server = portfolioServer(manyCompanies(1000))
  renderPage(<View />, { server })
  await screen.findByText('Company 1')
  const table = screen.getByRole('table')
  expect(table.getAttribute('aria-rowcount')).toBe('1001')
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(60))
  expect(screen.getByText('Company 1').closest('tr')?.getAttribute('aria-rowindex')).toBe('2')
  expect(screen.queryByText('Company 150')).toBeNull()
})

test('the next page is fetched before the end is reached, and a failure can be retried', async () => {
  const server = portfolioServer(manyCompanies(450))
  renderPage(<View />, { server })
  await screen.findByText('Company 1')
  const asked = () => server.calls.filter(({ path }) => path.includes('cursor')).map(({ path }) => path)
  expect(asked()).toEqual([])
  server.portfolio.isBroken = true
  scrollToRow(100)
  await screen.findByText('The next companies could not be loaded.')
  expect(asked()).toEqual(['/api/companies?limit=200&cursor=200'])
  server.portfolio.isBroken = false
  press('Try Again')
  await waitFor(() => expect(screen.queryByText('The next companies could not be loaded.')).toBeNull())
  scrollToRow(420)
  await screen.findByText('Company 420')
  expect(screen.queryByText('Company 1')).toBeNull()
  expect(screen.queryByText('Loading more companies')).toBeNull()
})

function scrollToRow(row: number) {
  const rows = document.querySelector('tbody')
  if (rows) rows.getBoundingClientRect = () => new DOMRect(0, row * -65)
  fireEvent.scroll(window)
}

test('"Load sample portfolio" in an empty portfolio leads to the news about the sample companies', async () => {
  const inSample = [1, 2].map((id) => sampleCompany({ id, sample: true }))
  const server = portfolioServer([], { 'POST /api/companies/sample': inSample })
  const { router } = renderPage(<View />, { server })
  await screen.findByText('No investments yet')
  press('Load sample portfolio')
  await screen.findByText('2 companies, all fictional. You can remove them in one click.')
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard?tab=news'))
})

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

const standing = (companyId: number, short: string, days: number): CompanyStanding => ({
  companyId,
  companyName: `Company ${companyId}`,
  standing: { word: 'Growing', tone: 'good' },
  roundAt: null,
  latest: { storyId: companyId, kind: 'Funding', short, date: daysAgo(days), isAlarming: false, isReported: false },
})

const stakes = (...companies: Partial<PortfolioPositions['companies'][number]>[]): PortfolioPositions => ({
  totals: [],
  years: [],
  companies: companies.map((own) => ({
    companyId: 1,
    currency: 'USD',
    invested: '25000',
    investedOn: '2022-03-14',
    value: null,
    multiple: null,
    ...own,
  })),
})

const open = (standings: CompanyStanding[], positions = stakes(), companies = manyCompanies(4)) =>
  renderPage(<View />, {
    server: portfolioServer(companies, { 'GET /api/news/standings': standings, 'GET /api/positions': positions }),
  })

const listed = () => names().map((text) => /Company \d/.exec(text ?? '')?.[0])

test('the latest event comes first, the most important of a day above the others, and quiet companies are folded', async () => {
  open([
    { ...standing(3, 'is shutting down', 1), standing: { word: 'Shutting down', tone: 'bad' } },
    standing(2, 'raises $42M', 1),
    standing(4, 'opens a plant', 20),
  ])
  const fold = await screen.findByRole('button', { name: '2 companies: nothing new. Show' })
  const [table, folded] = document.querySelectorAll('table')
  const namesIn = (part: Element | undefined) =>
    [...(part?.querySelectorAll('tbody tr') ?? [])].map((row) => /Company \d/.exec(row.textContent)?.[0])
  expect(namesIn(table)).toEqual(['Company 3', 'Company 2'])
  expect(namesIn(folded)).toEqual(['Company 4', 'Company 1'])
  expect(table?.textContent).toContain('Shutting down')
  expect(folded?.closest('[hidden]')?.getAttribute('hidden')).toBe('until-found')
  fireEvent.click(fold)
  expect(folded?.closest('[hidden]')).toBeNull()
})

test('in another order nothing is folded, and the choice stays', async () => {
  const { unmount } = open([standing(3, 'raises $42M', 1)])
  fireEvent.change(await screen.findByLabelText('Sort'), { target: { value: 'name' } })
  await waitFor(() => expect(listed()).toEqual(['Company 1', 'Company 2', 'Company 3', 'Company 4']))
  unmount()
  open([standing(3, 'raises $42M', 1)])
  expect((await screen.findByLabelText<HTMLSelectElement>('Sort')).value).toBe('name')
})

test('a company that was added lately is not quiet', async () => {
  const added = sampleCompany({ id: 5, name: 'Company 5', createdAt: daysAgo(2) })
  open([standing(3, 'raises $42M', 1)], stakes(), [added, ...manyCompanies(4)])
  await screen.findByText('3 companies: nothing new.')
  expect(document.querySelectorAll('table')[0]?.textContent).toContain('Company 5')
})

test('what was invested and its value: summed by currency, at cost without a value, and asked for without both', async () => {
  open(
    [1, 2, 3].map((id) => standing(id, 'raises $42M', id)),
    stakes({ value: '77000' }, { companyId: 2 }, { companyId: 2, currency: 'EUR', invested: '20000' }),
  )
  await screen.findByText('$102,000')
  const [head, ...rows] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(head).toMatch(/Invested: \$50,000and €20,000.*Value: \$102,000and €20,000/)
  expect(rows[0]).toMatch(/Invested: \$25,000Value: \$77,000/)
  expect(rows[1]).toMatch(/Invested: \$25,000and €20,000at cost/)
  expect(screen.getByRole('link', { name: 'Add what you invested in Company 3' }).textContent).toBe('Add')
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Company', 'Actions'])
})
