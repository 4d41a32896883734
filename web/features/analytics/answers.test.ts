import { expect, test } from 'vitest'
import { happenedText, moneyAnswer, quietText, roundsText, timeSince } from './answers.ts'

const NOW = new Date('2026-11-19T12:00:00Z')

test('what happened names the commonest kinds and the busiest month', () => {
  const months = ['2026-09-01', '2026-10-01', '2026-11-01']
  const event = (name: string, ...perMonth: number[]) => ({ event: name, perMonth }) as never
  const events = [event('Funding', 1, 4, 0), event('IPO', 0, 1, 0), event('Legal', 0, 0, 0), event('Product', 1, 1, 4)]
  expect(happenedText({ months, events })).toBe(
    '12 events in 3 months, most often product (6), funding (5), and IPO (1); the busiest month was October (6).',
  )
  expect(happenedText({ months, events: [] })).toBe('Nothing but mentions in the last 3 months.')
})

test('who went quiet', () => {
  expect(quietText(0, 29, 60)).toBe('None. Every company with past news has been in the news in the last 60 days.')
  expect(quietText(3, 29, 60)).toBe('3 of your 29 companies were in the news before, but not in the last 60 days.')
  expect(quietText(1, 1, 60)).toBe('1 of your 1 company was in the news before, but not in the last 60 days.')
})

test('money in different currencies is named side by side', () => {
  const total = { value: null, companies: 1, valued: 0, multiple: null, flows: null }
  const stake = { currency: 'USD', investedOn: null, value: null, multiple: null }
  const totals = [
    { ...total, currency: 'USD', invested: '425000', proceeds: '0' },
    { ...total, currency: 'EUR', invested: '20000', proceeds: '0' },
  ]
  const companies = [
    { ...stake, companyId: 1, invested: '425000' },
    { ...stake, companyId: 1, invested: '20000' },
    { ...stake, companyId: 2, invested: '0' },
  ]
  expect(moneyAnswer({ totals, years: [], companies })).toBe(
    'You invested $425,000 and €20,000 in 1 company, and nothing has come back so far.',
  )
  const back = totals.map((each) => ({ ...each, proceeds: each.currency === 'USD' ? '9000' : '0' }))
  expect(moneyAnswer({ totals: back, years: [], companies })).toContain('and $9,000 has come back so far.')
  expect(moneyAnswer({ totals: [], years: [], companies: [] })).toBe('You have not entered any investments yet.')
})

test('time since a round', () => {
  const text = (day: string) => timeSince(day, NOW)
  expect(['2026-11-01', '2026-10-01', '2025-01-01', '2024-11-01'].map(text)).toEqual([
    'Under a month',
    '1 month',
    '22 months',
    '2 years',
  ])
  const round = (companyId: number, name: string, at: string) => ({ companyId, name, at, isOwn: false })
  expect(roundsText([round(1, 'Ash', '2022-01-01'), round(2, 'Elm', '2026-02-01')], NOW)).toBe(
    '1 of 2 companies with a known round raised in the last 12 months; Ash has gone longest, 4 years.',
  )
  expect(roundsText([], NOW)).toBe('We know of no round of your companies yet.')
})
