import { expect, test } from 'vitest'
import { moneyByYear, portfolioTotals, stakesOf, type StakeEntry } from './stakes.ts'

const entry = (kind: StakeEntry['kind'], date: string | null, amount: string, currency = 'USD'): StakeEntry => ({
  kind,
  date,
  amount,
  currency,
})
const bought = entry('investment', '2022-03-14', '25000')
const valued = entry('value', '2026-01-31', '60000')

test('the multiple counts proceeds plus the current value', () => {
  const [stake] = stakesOf([bought, entry('proceeds', '2024-05-01', '5000'), valued])
  expect(stake).toEqual({
    currency: 'USD',
    invested: '25000',
    proceeds: '5000',
    investedOn: '2022-03-14',
    value: { amount: '60000', date: '2026-01-31' },
    multiple: 2.6,
    noMultiple: null,
    flows: [
      { date: '2022-03-14', amount: -25000 },
      { date: '2024-05-01', amount: 5000 },
      { date: '2026-01-31', amount: 60000 },
    ],
  })
})

test.each([
  ['no value was entered', [bought], 'no-value'],
  ['money came back, but no value was entered', [bought, entry('proceeds', '2024-05-01', '90000')], 'no-value'],
  [
    'the value is older than the last investment',
    [bought, entry('investment', '2026-02-01', '1'), valued],
    'old-value',
  ],
  ['the value is older than the last proceeds', [bought, entry('proceeds', '2026-02-01', '1'), valued], 'old-value'],
  ['nothing was invested', [valued], 'no-investment'],
])('there is no multiple if %s', (_, entries, reason) => {
  const [stake] = stakesOf(entries)
  expect(stake).toMatchObject({ multiple: null, noMultiple: reason, flows: null })
})

test('an investment without a date has a multiple, but no rate of return', () => {
  const [stake] = stakesOf([entry('investment', null, '20000'), valued])
  expect(stake).toMatchObject({ multiple: 3, flows: null })
})

test('the latest day’s values count, and zero is a value', () => {
  const earlier = entry('value', '2025-01-31', '999')
  expect(stakesOf([bought, earlier, valued, valued])[0]?.value).toEqual({ amount: '120000', date: '2026-01-31' })
  expect(stakesOf([bought, valued, entry('value', '2026-02-01', '0')])[0]).toMatchObject({ multiple: 0 })
})

test('amounts in different currencies are never added together', () => {
  const euros = entry('investment', '2023-01-01', '30000', 'EUR')
  expect(stakesOf([bought, euros, valued]).map(({ currency, invested }) => [currency, invested])).toEqual([
    ['EUR', '30000'],
    ['USD', '25000'],
  ])
  const totals = portfolioTotals([...stakesOf([bought, euros]), ...stakesOf([bought])])
  expect(totals.map(({ currency, invested, companies }) => [currency, invested, companies])).toEqual([
    ['USD', '50000', 2],
    ['EUR', '30000', 1],
  ])
})

test('the currency of the most companies comes first, regardless of amounts', () => {
  const yen = entry('investment', '2022-03-14', '1500000', 'JPY')
  const totals = portfolioTotals([bought, bought, yen].flatMap((one) => stakesOf([one])))
  expect(totals.map(({ currency }) => currency)).toEqual(['USD', 'JPY'])
})

test('a portfolio has a multiple only when every company has a value', () => {
  const [whole, part] = [stakesOf([bought, valued]), stakesOf([bought])]
  expect(portfolioTotals([...whole, ...part])[0]).toMatchObject({
    invested: '50000',
    value: '60000',
    companies: 2,
    valued: 1,
    multiple: null,
    flows: null,
  })
  expect(portfolioTotals([...whole, ...whole])[0]).toMatchObject({
    value: '120000',
    multiple: 2.4,
    flows: [
      { date: '2022-03-14', amount: -50000 },
      { date: '2026-01-31', amount: 120000 },
    ],
  })
})

test('money is summed by year and currency, and values are no money', () => {
  const years = moneyByYear([
    bought,
    valued,
    entry('investment', '2022-11-01', '5000.5'),
    entry('proceeds', '2024-05-01', '9000'),
    entry('investment', null, '100'),
    entry('investment', '2023-01-01', '30000', 'EUR'),
  ])
  expect(years).toEqual([
    { currency: 'EUR', year: 2023, invested: '30000', proceeds: '0' },
    { currency: 'USD', year: 2024, invested: '0', proceeds: '9000' },
    { currency: 'USD', year: 2022, invested: '30000.5', proceeds: '0' },
    { currency: 'USD', year: null, invested: '100', proceeds: '0' },
  ])
})

test('the latest investment is the latest that has a date', () => {
  const own = [entry('investment', '2024-02-01', '1'), bought, entry('investment', null, '1'), valued]
  expect(stakesOf(own)[0]?.investedOn).toBe('2024-02-01')
  expect(stakesOf([entry('investment', null, '1'), valued])[0]?.investedOn).toBeNull()
})
