import type { ListedCompany } from './company.ts'

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
