import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import {
  MAX_VIEWS,
  VIEW_NOT_FOUND,
  VIEW_QUERY_INVALID,
  TOO_MANY_VIEWS,
  duplicateViewMessage,
  type NewView,
  type SavedView,
  SearchFilter,
} from '#domain/news/search.ts'
import { isReversed } from '#domain/news/search-filters.ts'
import { savedViews } from '../../../platform/database/schema/reading.ts'
import { lock } from '../../../platform/database/locks.ts'
import type { Database, Queries } from '../../../platform/database/open.ts'
import { isUniqueViolation } from '../../../platform/database/errors.ts'
import type { Clock } from '#domain/time.ts'

export type SavedViews = ReturnType<typeof createSavedViews>

type Row = typeof savedViews.$inferSelect
const toView = ({ id, name, query, createdAt }: Row): SavedView => ({
  id,
  name,
  query,
  createdAt: createdAt.toISOString(),
})

const KnownKeys = SearchFilter.strict()

export function createSavedViews({ database, clock }: { database: Database; clock: Clock }) {
  const list = (queries: Queries, userId: string) =>
    queries
      .select()
      .from(savedViews)
      .where(eq(savedViews.userId, userId))
      .orderBy(asc(savedViews.name), asc(savedViews.id))

  return {
    list: async (userId: string): Promise<SavedView[]> =>
      (await database.asUser(userId, (queries) => list(queries, userId))).map(toView),

    async add(userId: string, { name, query }: NewView): Promise<SavedView> {
      const kept = readable(query)
      try {
        return await database.asUser(userId, async (queries) => {
          // Serialized, so that concurrent additions can't exceed the limit.
          await lock(queries, 'saved-views', userId)
          const existing = await queries.$count(savedViews, eq(savedViews.userId, userId))
          if (existing >= MAX_VIEWS) throw new AppError('invalid-input', TOO_MANY_VIEWS)
          const row = { userId, name, query: kept, createdAt: clock() }
          const [added] = await queries.insert(savedViews).values(row).returning()
          if (!added) throw new Error('the saved view was not returned')
          return toView(added)
        })
      } catch (error) {
        throw isUniqueViolation(error) ? new AppError('conflict', duplicateViewMessage(name)) : error
      }
    },

    async remove(userId: string, id: number): Promise<void> {
      const gone = await database.asUser(userId, (queries) =>
        queries
          .delete(savedViews)
          .where(and(eq(savedViews.id, id), eq(savedViews.userId, userId)))
          .returning({ id: savedViews.id }),
      )
      if (gone.length === 0) throw new AppError('not-found', VIEW_NOT_FOUND)
    },

    export: async (userId: string): Promise<Record<string, object[]>> => ({
      saved_views: await database.asUser(userId, (queries) => list(queries, userId)),
    }),

    erase: async (queries: Queries, userId: string): Promise<void> => {
      await queries.delete(savedViews).where(eq(savedViews.userId, userId))
    },
  }
}

/** The query in canonical form. Throws unless all filters are valid and each is given once. */
function readable(query: string): string {
  const entries = [...new URLSearchParams(query)]
  const parsed = KnownKeys.safeParse(Object.fromEntries(entries))
  const isTwice = new Set(entries.map(([key]) => key)).size < entries.length
  if (!parsed.success || isTwice || isReversed(parsed.data)) throw new AppError('invalid-input', VIEW_QUERY_INVALID)
  const given = Object.entries(parsed.data).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString()
  if (text === '') throw new AppError('invalid-input', VIEW_QUERY_INVALID)
  return text
}
