import type { Company } from '#domain/companies.ts'
import { companies } from '../database/schema.ts'

/** The columns a company is shown by; which of them are keys and marks of ours stays inside. */
export const shown = {
  id: companies.id,
  name: companies.name,
  website: companies.website,
  category: companies.category,
  stage: companies.stage,
  investmentDate: companies.investmentDate,
  logoUrl: companies.logoUrl,
  sample: companies.isSample,
  createdAt: companies.createdAt,
  updatedAt: companies.updatedAt,
}

type Row = Omit<Company, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

export const toCompany = (row: Row): Company => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
