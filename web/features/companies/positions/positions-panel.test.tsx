// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Position } from '#domain/companies/positions/position.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { press, renderPage, type } from '../../../testing/render-page.tsx'
import { sampleCompany } from '../../../testing/sample-data.ts'
import { PortfolioTotals } from './portfolio-totals.tsx'
import { PositionsPanel } from './positions-panel.tsx'

const company = sampleCompany({ id: 7, name: 'Cedar Robotics' })
const safe: Position = {
  id: 1,
  companyId: 7,
  kind: 'investment',
  date: '2022-03-14',
  amount: '25000',
  currency: 'USD',
  instrument: 'safe',
  round: null,
  valuation: '8000000',
  valuationBasis: 'cap',
  notes: null,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
}
function open(positions: Position[]) {
  const server = fakeServer({
    'GET /api/companies/7/positions': positions,
    'POST /api/companies/7/positions': safe,
    'GET /api/positions': { totals: [], companies: [] },
  })
  return renderPage(<PositionsPanel company={company} stories={[]} />, { server, at: '/companies/7' })
}

test('a position shows its date, amount and terms, and no multiple without a value', async () => {
  open([safe])
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toBe('Mar 14, 2022$25,000SAFE, $8M cap')
  expect(screen.queryByText('Multiple')).toBeNull()
})

test('a value is entered where it is missing', async () => {
  open([safe])
  await screen.findByRole('listitem')
  press('Update value')
  expect((await screen.findByLabelText<HTMLSelectElement>('Kind')).value).toBe('value')
})

test('a position is edited and removed from its menu', async () => {
  const { server } = open([safe])
  const choose = async (item: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Change: Investment of $25,000' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Edit')
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('25,000')
  press('Cancel')
  await choose('Remove')
  await screen.findByText('Investment of $25,000 on Mar 14, 2022 will be deleted.')
  press('Remove')
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('a current value gives a multiple and an IRR', async () => {
  open([
    safe,
    { ...safe, id: 2, kind: 'value', date: '2026-01-31', amount: '60000', instrument: null, valuation: null },
  ])
  await screen.findByText('2.40×')
  expect(screen.getByText('IRR').nextElementSibling?.textContent).toBe('25.3% a year')
  expect(screen.getAllByRole('listitem')[1]?.textContent).toBe('Jan 31, 2026$60,000Value entered')
})

test('a multiple without an IRR says what the IRR needs', async () => {
  open([
    { ...safe, date: null },
    { ...safe, id: 2, kind: 'value', date: '2026-01-31', amount: '60000', instrument: null, valuation: null },
  ])
  await screen.findByText('2.40×')
  screen.getByText('The IRR needs the date of every position.')
})

test.each([
  ['$25,000', 'EUR', 'You typed an amount in dollars, but chose EUR'],
  ['€25,000', 'USD', 'You typed an amount in EUR, but chose USD'],
])('%s is rejected as an amount in %s', async (amount, currency, problem) => {
  const { server } = open([{ ...safe, currency }])
  await screen.findByRole('listitem')
  press('Add position')
  await screen.findByLabelText('Amount')
  type('Amount', amount)
  press('Save')
  await screen.findByText(problem)
  expect(server.calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('an amount with € is accepted in EUR, and notes keep their line breaks', async () => {
  const { server } = open([{ ...safe, currency: 'EUR', notes: 'Through Jo.\nPro rata.' }])
  const notes = await screen.findByText(/Through Jo\./)
  expect(notes.textContent).toBe('Through Jo.\nPro rata.')
  expect(notes.className).toContain('whitespace-pre-line')
  press('Add position')
  await screen.findByLabelText('Amount')
  type('Amount', '25.000,00 €')
  type('Notes (optional)', 'One\nTwo')
  press('Save')
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'POST')).toBe(true))
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    amount: '25000',
    currency: 'EUR',
    notes: 'One\nTwo',
  })
})

test('the portfolio shows totals by currency, and an IRR only if there is one', async () => {
  const total = { companies: 2, valued: 2, proceeds: '0' }
  const flows = [
    { date: '2024-01-01', amount: -50000 },
    { date: '2024-12-31', amount: 60000 },
  ]
  const server = fakeServer({
    'GET /api/positions': {
      totals: [
        { ...total, currency: 'USD', invested: '50000', value: '60000', multiple: 1.2, flows },
        { ...total, currency: 'EUR', invested: '700.5', value: '900', valued: 1, multiple: null, flows: null },
      ],
      companies: [],
    },
  })
  renderPage(<PortfolioTotals />, { server, at: '/investments' })
  const region = await screen.findByRole('region', { name: 'What you invested' })
  const facts = [...region.querySelectorAll('dl')].map((list) =>
    [...list.children].map((fact) => [...fact.children].map(({ textContent }) => textContent).join(': ')),
  )
  expect(facts).toEqual([
    ['Invested: $50,000 in 2 companies', 'Current value: $60,000 ', 'Multiple: 1.20×', 'IRR: 20.0% a year'],
    ['Invested: €700.50 in 2 companies', 'Current value: €900 1 of 2 companies', 'Multiple: —', 'IRR: —'],
  ])
  screen.getByText(/^For a multiple, enter a current value/)
})

test('a position with an amount such as 25k is saved, and an error appears at its field', async () => {
  const { server } = open([])
  await screen.findByText('No positions yet. Add what you invested to see it beside the news.')
  press('Add position')
  await screen.findByLabelText('Amount')
  press('Save')
  await screen.findByText('Amount must be a number such as 25000 or 25000.50')
  type('Amount', '$25k')
  press('Save')
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'POST')).toBe(true))
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    kind: 'investment',
    amount: '25000',
    currency: 'USD',
  })
})
