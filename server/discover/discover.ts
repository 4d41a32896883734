import { nameKey } from '#domain/company-key.ts'
import { HIDDEN_FULL, MAX_HIDDEN, type HiddenSuggestion, type Suggestion } from '#domain/discover.ts'
import { AppError } from '#domain/errors.ts'
import type { Database, Queries } from '../database/open.ts'
import type { Clock } from '../ports.ts'
import { discoverStore, hiddenStore } from './store.ts'
import { suggest } from './suggest.ts'

const YEAR_MS = 365 * 86_400_000

export type Discover = ReturnType<typeof createDiscover>

/** Companies that appear in a user's own news and not in their portfolio. Nobody else's portfolio has a part in it. */
export function createDiscover({ database, clock }: { database: Database; clock: Clock }) {
  const asUser = <T>(userId: string, work: (store: ReturnType<typeof hiddenStore>) => Promise<T>) =>
    database.asUser(userId, (queries) => work(hiddenStore(queries)))
  const hidden = async (store: ReturnType<typeof hiddenStore>, userId: string): Promise<HiddenSuggestion[]> =>
    (await store.list(userId)).map(({ name, createdAt }) => ({ name, hiddenAt: createdAt.toISOString() }))

  return {
    async suggestions(userId: string): Promise<Suggestion[]> {
      const now = clock()
      const store = discoverStore(database.system)
      const stories = await store.stories(userId, new Date(now.getTime() - YEAR_MS))
      if (stories.length === 0) return []
      const unwanted = await asUser(userId, (own) => own.list(userId))
      const known = new Set([...(await store.knownKeys(userId)), ...unwanted.map(({ key }) => key)])
      return suggest(stories, known, now)
    },

    hidden: (userId: string) => asUser(userId, (store) => hidden(store, userId)),

    hide: (userId: string, name: string) =>
      asUser(userId, async (store) => {
        const there = await store.list(userId)
        if (there.length >= MAX_HIDDEN && !there.some(({ key }) => key === nameKey(name)))
          throw new AppError('invalid-input', HIDDEN_FULL)
        await store.hide(userId, name, clock())
        return hidden(store, userId)
      }),

    show: (userId: string, name: string) =>
      asUser(userId, async (store) => {
        await store.show(userId, name)
        return hidden(store, userId)
      }),

    export: async (userId: string): Promise<Record<string, object[]>> => ({
      hidden_suggestions: await asUser(userId, (store) => store.list(userId)),
    }),

    erase: (queries: Queries, userId: string): Promise<void> => hiddenStore(queries).removeAll(userId),
  }
}
