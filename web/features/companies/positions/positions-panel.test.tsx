// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
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
const round = { text: '$18M Series A', publishedAt: '2026-02-01T00:00:00.000Z' }

function open(positions: Position[], latestRound: typeof round | null = null) {
  const server = fakeServer({
    'GET /api/companies/7/positions': positions,
    'POST /api/companies/7/positions': safe,
    'GET /api/positions': { totals: [], companies: [] },
  })
  return renderPage(<PositionsPanel company={company} latestRound={latestRound} />, { server, at: '/companies/7' })
}

test('the position is shown beside the latest round, without a multiple if no value is known', async () => {
  open([safe], round)
  await screen.findByText('You invested in Mar 2022: $25,000 SAFE, $8M cap. Latest round: $18M Series A.')
  expect(screen.getByText('— Needs a current value')).toBeTruthy()
  expect(screen.queryByText('IRR')).toBeNull()
})

test('without news of a round, or with one from before the investment, nothing is shown beside it', async () => {
  const { unmount } = open([safe])
  await screen.findByText(/^Investment: \$25,000 SAFE, \$8M cap/)
  expect(screen.queryByText(/You invested|Latest round/)).toBeNull()
  unmount()
  open([safe], { ...round, publishedAt: '2021-01-01T00:00:00.000Z' })
  await screen.findByText(/^Investment: \$25,000 SAFE, \$8M cap/)
  expect(screen.queryByText(/Latest round/)).toBeNull()
})

test('a current value gives a multiple and an IRR', async () => {
  open([
    safe,
    { ...safe, id: 2, kind: 'value', date: '2026-01-31', amount: '60000', instrument: null, valuation: null },
  ])
  await screen.findByText('2.40×')
  expect(screen.getByText('IRR').nextElementSibling?.textContent).toBe('25.3% a year')
  expect(screen.getByText('$60,000, Jan 31, 2026')).toBeTruthy()
})

test('a multiple without an IRR says what the IRR needs', async () => {
  open([
    { ...safe, date: null },
    { ...safe, id: 2, kind: 'value', date: '2026-01-31', amount: '60000', instrument: null, valuation: null },
  ])
  await screen.findByText('2.40×')
  expect(screen.getByText('IRR').nextElementSibling?.textContent).toBe('— Needs the date of every position')
})

test.each([
  ['$25,000', 'EUR', 'You typed an amount in dollars, but chose EUR'],
  ['€25,000', 'USD', 'You typed an amount in EUR, but chose USD'],
])('%s is rejected as an amount in %s', async (amount, currency, problem) => {
  const { server } = open([{ ...safe, currency }])
  await screen.findByText(/^Investment: /)
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
