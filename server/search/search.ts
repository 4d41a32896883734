import { AppError } from '#domain/errors.ts'
import { DAYS_REVERSED, isReversed } from '#domain/search-filters.ts'
import type { SearchPage, SearchQuery } from '#domain/search.ts'
import type { Database } from '../database/open.ts'
import type { Clock } from '../ports.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { searchStore } from './store.ts'

export type Search = ReturnType<typeof createSearch>

/** Looks through the stories and briefs of a user's companies, as that user sees them. */
export function createSearch({ database, clock }: { database: Database; clock: Clock }) {
  return {
    async find(userId: string, { limit, cursor, ...filter }: SearchQuery): Promise<SearchPage> {
      if (isReversed(filter)) throw new AppError('invalid-input', DAYS_REVERSED)
      const sort = filter.sort ?? (filter.q === undefined ? 'newest' : 'relevance')
      const store = searchStore(database.system)
      const begun = cursor === undefined ? null : readCursor(cursor, sort)
      const now = await store.standing(clock(), filter)
      const standing = begun?.standing ?? now.standing
      const found = await store.page(userId, filter, {
        sort,
        standing,
        isCommon: now.isCommon,
        after: begun?.after ?? null,
        limit: limit + 1,
      })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        hits: page.map(({ hit }) => hit),
        next: found.length > limit && last ? writeCursor(sort, standing, last.place) : null,
      }
    },
  }
}
