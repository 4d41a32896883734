import { type Company, COMPANY_NOT_FOUND, CompanyId } from '#domain/companies/company.ts'
import { companies } from '../platform/database/schema/accounts-and-companies.ts'
import { AppError } from '#domain/errors.ts'
import { DAY_MS } from '#domain/time.ts'

export const companyColumns = {
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

/** An invalid id gets the same answer as an unknown one. */
export function companyId(text: string): number {
  const id = CompanyId.safeParse(text)
  if (!id.success) throw new AppError('not-found', COMPANY_NOT_FOUND)
  return id.data
}

/** For restoring removed companies and undoing imports. */
export const RETENTION_DAYS = 30

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
