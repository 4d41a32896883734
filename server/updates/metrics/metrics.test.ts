import { expect, test } from 'vitest'
import { emailBlocks, ownWords } from '#domain/updates/email-text.ts'
import { htmlMailText } from '../mail/html-text.ts'
import { metricsIn } from './metrics.ts'

const sentAt = new Date('2026-10-05')
const found = (text: string) =>
  Object.fromEntries(metricsIn({ text, sentAt }).map(({ kind, written, value }) => [kind, [written, value]]))

test.each<[string, Record<string, [string, number]>]>([
  ['ARR grew to $1.8M in January, up 12% month over month.', { arr: ['$1.8M', 1_800_000], growth: ['12%', 12] }],
  ['We have 14 months of runway.', { runway: ['14 months', 14] }],
  ['We hired two engineers, so the team is now 23 people.', { headcount: ['23', 23] }],
  ['MRR · $84k', { mrr: ['$84k', 84_000] }],
  ['Cash · $2.4M · $2.2M', {}],
  ['Next for revenue, try 3 channels.', {}],
  ['Two enterprise customers went live: Norsk Lager and Bring.', {}],
  ['MRR is $84k.', { mrr: ['$84k', 84_000] }],
  ['MRR: 84k (+7% MoM)', { mrr: ['84k', 84_000], growth: ['+7%', 7] }],
  ['• Runway: 9 months', { runway: ['9 months', 9] }],
  ['- Headcount: 17', { headcount: ['17', 17] }],
  ['Customers: 1,204', { customers: ['1,204', 1204] }],
  [
    'Net burn was $120k, and we had $1.9M in the bank at the end of the month.',
    { burn: ['$120k', 120_000], cash: ['$1.9M', 1_900_000] },
  ],
  ['Revenue for the quarter was $640,000.', { revenue: ['$640,000', 640_000] }],
  ['We now serve 41 clients.', { customers: ['41', 41] }],
  ['We closed the year at £2.1m ARR.', { arr: ['£2.1m', 2_100_000] }],
  ['We reached €50k MRR.', { mrr: ['€50k', 50_000] }],
  ['Cash: $400k', { cash: ['$400k', 400_000] }],
  ['Our team is eight people.', { headcount: ['eight', 8] }],
  ['We have 1.5 years of runway.', { runway: ['1.5 years', 18] }],
  ['Revenue grew 3x year over year.', { growth: ['3x', 200] }],
  ['Revenue was down 8% month over month.', { growth: ['-8%', -8] }],
  ['ARR is $1.8M, up from $1.2M last year.', { arr: ['$1.8M', 1_800_000] }],
  ['ARR: $2.4M vs $1.9M in Q3', { arr: ['$2.4M', 2_400_000] }],
  ['Burn came down from $210k to $150k.', { burn: ['$150k', 150_000] }],
  ['We have 12-14 months of runway.', { runway: ['12-14 months', 12] }],
  ['Runway is 12 to 14 months.', { runway: ['12 to 14 months', 12] }],
  ['ARR is $1.5–2M depending on how you count.', { arr: ['$1.5–2M', 1_500_000] }],
  ['ARR is $900k, not including pilots.', { arr: ['$900k', 900_000] }],
  ['We are 31 people and growing.', { headcount: ['31', 31] }],
  [
    'Wir haben 1,2 Mio. € auf dem Konto und eine Runway von 14 Monaten.',
    { cash: ['1,2 Mio. €', 1_200_000], runway: ['14 Monaten', 14] },
  ],
  ['Der MRR stieg von 60.000 € auf 84.000 €.', { mrr: ['84.000 €', 84_000] }],
])('finds exactly the stated metrics: %s', (text, expected) => {
  expect(found(text)).toEqual(expected)
})

test.each([
  ['a target', 'Our target is $3M ARR.'],
  ['a plan', 'We plan to reach $3M in revenue and 40 people.'],
  ['a promise', 'We will have 24 months of runway.'],
  ['a condition', 'If we close, MRR would be $120k.'],
  ['a track', 'We are on track for $2M ARR.'],
  ['the end of a year', 'ARR of $5M by the end of 2027'],
  ['a budget', 'Budgeted burn: $200k'],
  ['a denial', 'We do not have 12 months of runway.'],
  ['a denial in short', 'Burn isn’t $300k.'],
  ['a competitor', 'Our main competitor has $40M ARR and 200 employees.'],
  ['a market', 'The market is worth $3B in revenue.'],
  ['a customer', 'Our customer Northwind has 900 employees.'],
  ['their metrics', 'They burned $2M in cash.'],
  ['last year', 'Revenue last year was $900k.'],
  ['a year ago', 'A year ago the team was 9 people.'],
  ['a raise', 'We raised $3M.'],
  ['a valuation', 'A $20M cap, against revenue.'],
  ['a deal', 'We signed a $250k contract, our largest deal.'],
  ['new customers', 'We signed 5 new customers.'],
  ['hires', 'We added 3 people to the team.'],
  ['churn', 'Churn went up 2% this month.'],
  ['a margin', 'Gross margin grew to 71%.'],
  ['a question', 'Do you know anybody who took a company past $5M ARR?'],
  ['a share of revenue', 'Europe is up to 40% of revenue.'],
  ['a price', 'The plan is $49 per user.'],
  ['nothing', 'Thank you all for a great year.'],
])('finds no metrics: %s', (_, text) => {
  expect(found(text)).toEqual({})
})

test('a metric quotes its sentence verbatim, and the first statement of a kind counts', () => {
  const text = 'Hi,\nMRR is $84k.\nWe celebrated when MRR hit $80k in the first week.'
  expect(metricsIn({ text, sentAt })).toEqual([
    { kind: 'mrr', written: '$84k', value: 84_000, currency: 'USD', sentence: 'MRR is $84k.' },
  ])
})

test('a monthly HTML table is read from the email text as stored', () => {
  const table =
    '<p>Numbers:</p><table><tr><th></th><th>Jul 2026</th><th>Aug 2026</th><th>Sep 2026</th></tr><tr><td>MRR</td><td>$61k</td><td></td><td>$72k</td></tr><tr><td>Team</td><td>11</td><td>12</td><td></td></tr></table><p>Thanks</p>'
  const kept = htmlMailText(table, 20_000)
  expect(emailBlocks(kept).map(({ kind }) => kind)).toEqual(['paragraph', 'table', 'paragraph'])
  expect(metricsIn({ text: ownWords(kept), sentAt })).toEqual([
    { kind: 'mrr', written: '$72k', value: 72_000, currency: 'USD', sentence: 'MRR · Sep 2026 · $72k' },
  ])
})

test('degenerate texts contain no metrics', () => {
  for (const text of [
    '',
    '\n'.repeat(5000),
    '$'.repeat(20_000),
    'ARR '.repeat(5000),
    '1,'.repeat(9000),
    '1 to '.repeat(4000),
  ])
    expect(metricsIn({ text, sentAt })).toEqual([])
})
