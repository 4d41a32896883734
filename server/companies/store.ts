import { and, desc, eq } from 'drizzle-orm'
import type { Company, CompanyChange, NewCompany } from '#domain/companies.ts'
import { hostKey, nameKey } from '#domain/company-key.ts'
import type { Queries } from '../database/open.ts'
import { companies } from '../database/schema.ts'

export const companyStore = (queries: Queries) => ({
  async list(userId: string): Promise<Company[]> {
    const rows = await queries
      .select(shown)
      .from(companies)
      .where(eq(companies.userId, userId))
      .orderBy(desc(companies.createdAt), desc(companies.id))
    return rows.map(toCompany)
  },

  async find(userId: string, id: number): Promise<Company | null> {
    const [row] = await queries.select(shown).from(companies).where(own(userId, id))
    return row ? toCompany(row) : null
  },

  async insert(userId: string, rows: NewCompany[], now: Date): Promise<Company[]> {
    const inserted = await queries
      .insert(companies)
      .values(
        rows.map((row) => ({
          ...row,
          nameKey: nameKey(row.name),
          hostKey: hostKey(row.website),
          userId,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .returning(shown)
    return inserted.map(toCompany)
  },

  async update(userId: string, id: number, change: CompanyChange, now: Date): Promise<Company | null> {
    const [row] = await queries
      .update(companies)
      .set({ ...change, updatedAt: now })
      .where(own(userId, id))
      .returning(shown)
    return row ? toCompany(row) : null
  },

  async remove(userId: string, id: number): Promise<boolean> {
    const { rowCount } = await queries.delete(companies).where(own(userId, id))
    return rowCount === 1
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(companies).where(eq(companies.userId, userId))
  },
})

const own = (userId: string, id: number) => and(eq(companies.id, id), eq(companies.userId, userId))

const shown = {
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

const toCompany = (row: Row): Company => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
