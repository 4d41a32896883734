import type { ListedCompany } from './company.ts'
import type { PositionContent } from './positions/position.ts'

const invented = (name: string, category: string, stage: string, investmentDate: string): ListedCompany => ({
  name,
  website: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
  category,
  stage,
  investmentDate,
})

/** Fictional. Their domains are reserved for examples and resolve nowhere. */
export const SAMPLE_PORTFOLIO: ListedCompany[] = [
  invented('Northfield Bio', 'Biotech', 'Series A', '2022-03-14'),
  invented('Solstice Foods', 'Food', 'Seed', '2023-06-02'),
  invented('Lumen Harbor', 'Logistics', 'Series A', '2021-11-19'),
  invented('Cedar Robotics', 'Robotics', 'Series A', '2023-01-27'),
  invented('Quillback Health', 'Health', 'Seed', '2024-02-08'),
  invented('Tideline Energy', 'Energy', 'Series B', '2020-09-30'),
  invented('Paperlark', 'Education', 'Pre-seed', '2024-10-21'),
  invented('Granite Ledger', 'Fintech', 'Seed', '2022-07-11'),
  invented('Fernway Mobility', 'Mobility', 'Series A', '2021-05-05'),
  invented('Brightmoor Security', 'Security', 'Seed', '2023-09-18'),
  invented('Copperline Chips', 'Semiconductors', 'Series B', '2019-12-03'),
  invented('Meadow and Mast', 'Climate', 'Pre-seed', '2025-01-15'),
]

const NO_TERMS = { currency: 'USD', instrument: null, round: null, valuation: null, valuationBasis: null, notes: null }

const bought = (date: string, amount: number, round: string, postMoney: number): PositionContent => ({
  ...NO_TERMS,
  kind: 'investment',
  date,
  amount: String(amount),
  instrument: 'equity',
  round,
  valuation: String(postMoney),
  valuationBasis: 'post-money',
})

const safe = (date: string, amount: number, cap: number): PositionContent => ({
  ...NO_TERMS,
  kind: 'investment',
  date,
  amount: String(amount),
  instrument: 'safe',
  valuation: String(cap),
  valuationBasis: 'cap',
})

const cameBack = (date: string, amount: number): PositionContent => ({
  ...NO_TERMS,
  kind: 'proceeds',
  date,
  amount: String(amount),
})

const worth = (date: string, amount: number): PositionContent => ({
  ...NO_TERMS,
  kind: 'value',
  date,
  amount: String(amount),
})

/** What was invested in them, by name. */
export const SAMPLE_POSITIONS: Readonly<Record<string, readonly PositionContent[]>> = {
  'Northfield Bio': [safe('2022-03-14', 30_000, 12e6)],
  'Solstice Foods': [bought('2023-06-02', 15_000, 'Seed', 9e6)],
  'Lumen Harbor': [
    bought('2021-11-19', 40_000, 'Series A', 38e6),
    cameBack('2024-11-08', 12_000),
    worth('2025-03-31', 52_000),
  ],
  'Cedar Robotics': [bought('2023-01-27', 25_000, 'Seed', 18e6)],
  'Quillback Health': [safe('2024-02-08', 25_000, 10e6)],
  'Tideline Energy': [bought('2020-09-30', 35_000, 'Series A', 31e6), worth('2025-06-30', 77_000)],
  Paperlark: [safe('2024-10-21', 10_000, 6e6)],
  'Granite Ledger': [bought('2022-07-11', 30_000, 'Seed', 14e6)],
  'Fernway Mobility': [bought('2021-05-05', 20_000, 'Seed', 16e6)],
  'Brightmoor Security': [bought('2023-09-18', 25_000, 'Seed', 11e6)],
  'Copperline Chips': [
    bought('2019-12-03', 35_000, 'Series A', 28e6),
    bought('2022-05-20', 15_000, 'Series B', 74e6),
    worth('2025-05-31', 122_000),
  ],
  'Meadow and Mast': [safe('2025-01-15', 10_000, 5e6)],
}
