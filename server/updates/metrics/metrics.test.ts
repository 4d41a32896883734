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
  ['Customers: 1.204', { customers: ['1.204', 1204] }],
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

test.each<[string, Record<string, [string, number]>]>([
  ['ARR / MRR: £2.4m / £200k', { arr: ['£2.4m', 2_400_000], mrr: ['£200k', 200_000] }],
  ['MRR and ARR are €20k and €240k.', { mrr: ['€20k', 20_000], arr: ['€240k', 240_000] }],
  ['ARR/MRR: $1.2M', {}],
  ['MRR $32k burn $45k cash $1.3M', { mrr: ['$32k', 32_000], burn: ['$45k', 45_000], cash: ['$1.3M', 1_300_000] }],
  ['$32k MRR $45k burn', { mrr: ['$32k', 32_000], burn: ['$45k', 45_000] }],
  ['Sales of €52k, rent of €4k, €610k in the bank.', { revenue: ['€52k', 52_000], cash: ['€610k', 610_000] }],
  ['Der ARR liegt bei 700 T€ und der Burn bei 40 T€.', { arr: ['700 T€', 700_000], burn: ['40 T€', 40_000] }],
  ['Monthly recurring revenue is $9k.', { mrr: ['$9k', 9000] }],
  ['Revenue: $300k ARR', { arr: ['$300k', 300_000] }],
  ['We burned $70k in cash.', { burn: ['$70k', 70_000] }],
  ['MRR $61,000 $66,000', {}],
  ['Gross burn $140k, net burn $81k', { burn: ['$81k', 81_000] }],
  ['Payback is 8 months, runway 19 months.', { runway: ['19 months', 19] }],
])('pairs each amount with the words that name it: %s', (text, expected) => {
  expect(found(text)).toEqual(expected)
})

test.each<[string, Record<string, [string, number]>]>([
  ['MRR: $11k → $14k', { mrr: ['$14k', 14_000] }],
  ['Team: 7 → 9', { headcount: ['9', 9] }],
  ['Burn fell by £9k to £31k.', { burn: ['£31k', 31_000] }],
  ['Runway went from 7 to 16 months.', { runway: ['16 months', 16] }],
  ['MRR was $21k in August and $24k in September.', { mrr: ['$24k', 24_000] }],
  ['August: MRR $21k.\nSeptember: MRR $24k.', { mrr: ['$24k', 24_000] }],
  ['We started the year at $300k ARR. Today we are at $800k ARR.', { arr: ['$800k', 800_000] }],
  ['Headcount: 12 (was 10)', { headcount: ['12', 12] }],
  ['Umsatz: 310.000 € (Vorjahr: 240.000 €)', { revenue: ['310.000 €', 310_000] }],
  ['Cash: $900k (15 months of runway)', { cash: ['$900k', 900_000], runway: ['15 months', 15] }],
  ['Net burn: ($38k)', { burn: ['$38k', 38_000] }],
  ['MRR is $46k against a target of $50k.', { mrr: ['$46k', 46_000] }],
  ['Burn: $38k, goal: $35k', { burn: ['$38k', 38_000] }],
  ['We are at $1.1M ARR and on track for $1.5M.', { arr: ['$1.1M', 1_100_000] }],
  ['L’ARR est de 1,1 M€ et nous visons 1,5 M€.', { arr: ['1,1 M€', 1_100_000] }],
  ['El ARR es de 600.000 € y nos gustaría llegar a 1 M€.', { arr: ['600.000 €', 600_000] }],
  ['What didn’t go well: burn at $77k', { burn: ['$77k', 77_000] }],
])('takes the current value: %s', (text, expected) => {
  expect(found(text)).toEqual(expected)
})

test.each<[string, Record<string, [string, number]>]>([
  ['**Cash:** $1.4M', { cash: ['$1.4M', 1_400_000] }],
  ['Cash ........ $1.4M', { cash: ['$1.4M', 1_400_000] }],
  ['Cash — $1.4M', { cash: ['$1.4M', 1_400_000] }],
  ['Runway (months): 17', { runway: ['17', 17] }],
  ['Burn ($k): 62', { burn: ['62 $k', 62_000] }],
  ['MRR $9k | Burn $20k | Team 4', { mrr: ['$9k', 9000], burn: ['$20k', 20_000], headcount: ['4', 4] }],
  ['ARR\n$740k\nTeam\n13', { arr: ['$740k', 740_000], headcount: ['13', 13] }],
  ['$740k\nARR\n13\nTeam', { arr: ['$740k', 740_000], headcount: ['13', 13] }],
  [
    'KPI      Plan   Actual\nARR      $800k  $740k\nTeam     15     13',
    { arr: ['$740k', 740_000], headcount: ['13', 13] },
  ],
  ['KPIs (EUR thousands)\n      Sep   Aug\nMRR   31    29', { mrr: ['31 EUR thousands', 31_000] }],
  [
    'MRR · Burn · Runway\n$31k · $44k · 12 months',
    { mrr: ['$31k', 31_000], burn: ['$44k', 44_000], runway: ['12 months', 12] },
  ],
  ['| Metric | Target |\n|---|---|\n| MRR | $40k |', {}],
  ['Goals for Q4:\nMRR of $40k\nTeam: 16', {}],
  ['Next steps\nMRR: $40k\nNumbers\nMRR: $31k', { mrr: ['$31k', 31_000] }],
])('reads lists, tables, and sections: %s', (text, expected) => {
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
  ['new recurring revenue', 'We added $7k of MRR.'],
  ['net new recurring revenue', 'Net new ARR was $90k.'],
  ['letters of intent', 'Three LOIs worth $400k in ARR are out.'],
  ['a deal in parentheses', 'We signed Northwind ($36k ARR).'],
  ['a renewal', 'Northwind renewed at $36k ARR.'],
  ['a part of revenue', 'Revenue (EMEA): $50k'],
  ['a total since launch', 'We made $2M in revenue since launch.'],
  ['a need', 'We need $60k MRR to break even.'],
  ['an order', 'Get burn under $80k'],
  ['the list of a plan', 'Our goal is $3M ARR, with burn at $50k.'],
  ['a named competitor', 'Our competitor is Fastbox. Fastbox has $40M ARR.'],
  ['layoffs', 'We had to let 6 people go.'],
  ['guests', 'We had 35 people at our offsite.'],
  ['a department', 'We have 12 people in engineering.'],
  ['a team of one kind', 'Team: 2 engineers joined'],
  ['more runway', 'The grant adds 6 months of runway.'],
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
    'AB'.repeat(9000),
    '1 → '.repeat(5000),
    'A  B\n'.repeat(4000),
    'A\n1\n'.repeat(2000),
    '('.repeat(20_000),
    `${'1'.repeat(399)}\n`.repeat(50),
  ])
    expect(metricsIn({ text, sentAt })).toEqual([])
})
