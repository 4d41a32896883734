import { sql } from 'drizzle-orm'
import { type Company, COMPANY_NOT_FOUND, CompanyId } from '#domain/companies/company.ts'
import { isoInstant } from '../platform/database/instants.ts'
import { companies } from '../platform/database/schema/accounts-and-companies.ts'
import { pathId } from '../platform/http/route.ts'
import { DAY_MS } from '#domain/time.ts'

/** The owner's own date, or else the first investment. Names are raw SQL, because `returning` doesn't qualify them. */
export const investedOn = sql<string | null>`coalesce(companies.investment_date, (
  select min(positions.date) from positions where positions.company_id = companies.id and positions.kind = 'investment'))`

export const companyColumns = {
  id: companies.id,
  name: companies.name,
  website: companies.website,
  category: companies.category,
  stage: companies.stage,
  investmentDate: investedOn,
  logoUrl: companies.logoUrl,
  sample: companies.isSample,
  createdAt: sql<string>`companies.created_at`,
  updatedAt: sql<string>`companies.updated_at`,
}

export const toCompany = ({ createdAt, updatedAt, ...row }: Company): Company => ({
  ...row,
  createdAt: isoInstant(createdAt),
  updatedAt: isoInstant(updatedAt),
})

export const companyId = (text: string): number => pathId(CompanyId, text, COMPANY_NOT_FOUND)

/** How long removed companies can be restored and imports undone. */
export const RETENTION_DAYS = 30

/** How long a removed company is still tracked, so that restoring it soon loses no news. */
export const TRACKED_AFTER_REMOVAL_MS = DAY_MS

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
