import { COMPANY_NOT_FOUND, type Company, type CompanyChange, type NewCompany } from '#domain/companies.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, Queries } from '../database/open.ts'
import type { Clock } from '../ports.ts'
import { companyStore } from './store.ts'

export type Companies = ReturnType<typeof createCompanies>

export function createCompanies({ database, clock }: { database: Database; clock: Clock }) {
  return {
    list: (userId: string) => database.asUser(userId, (queries) => companyStore(queries).list(userId)),

    get: (userId: string, id: number) =>
      found(database.asUser(userId, (queries) => companyStore(queries).find(userId, id))),

    async add(userId: string, rows: NewCompany[]): Promise<Company[]> {
      return database.asUser(userId, (queries) => companyStore(queries).insert(userId, rows, clock()))
    },

    edit: (userId: string, id: number, change: CompanyChange) =>
      found(database.asUser(userId, (queries) => companyStore(queries).update(userId, id, change, clock()))),

    export: async (userId: string): Promise<Record<string, object[]>> => ({
      companies: await database.asUser(userId, (queries) => companyStore(queries).list(userId)),
    }),

    erase: (queries: Queries, userId: string) => companyStore(queries).removeAll(userId),

    async remove(userId: string, id: number): Promise<void> {
      const removed = await database.asUser(userId, (queries) => companyStore(queries).remove(userId, id))
      if (!removed) throw notFound()
    },
  }
}

/** Absent and someone else's are one answer. */
const notFound = () => new AppError('not-found', COMPANY_NOT_FOUND)

async function found<Value>(value: Promise<Value | null>): Promise<Value> {
  const result = await value
  if (result === null) throw notFound()
  return result
}
