import type { Companies } from '../companies/companies.ts'
import type { Database, Queries } from '../database/open.ts'
import { refreshes } from '../database/gather-schema.ts'
import { newsStore } from './store.ts'
import { eq } from 'drizzle-orm'

export type NewsWord = ReturnType<typeof createNews>

export function createNews({ database, companies }: { database: Database; companies: Companies }) {
  return {
    async ofCompany(userId: string, companyId: number) {
      await companies.get(userId, companyId)
      return database.asUser(userId, (queries) => newsStore(queries).listOfCompany(userId, companyId))
    },
    latest: (userId: string, limit: number) =>
      database.asUser(userId, (queries) => newsStore(queries).latest(userId, limit)),
    export: async (userId: string): Promise<Record<string, object[]>> => ({
      news: await database.asUser(userId, (queries) => newsStore(queries).listAll(userId)),
      refreshes: await database.asUser(userId, (queries) =>
        queries.select().from(refreshes).where(eq(refreshes.userId, userId)),
      ),
    }),

    erase: (queries: Queries, userId: string) => newsStore(queries).removeAll(userId),

    feed: (userId: string) => database.asUser(userId, (queries) => newsStore(queries).feed(userId)),
  }
}
