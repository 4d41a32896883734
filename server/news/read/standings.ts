import { sql } from 'drizzle-orm'
import { standingsOf } from '#domain/news/arrange-standings.ts'
import type { CompanyStanding } from '#domain/news/standings.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { positionStore } from '../../companies/positions/store.ts'
import type { Database } from '../../platform/database/open.ts'
import { portfolioStories } from './portfolio-stories.ts'

const PERIOD_MS = 2 * 365 * DAY_MS
/** Mere mentions only tell whether there was any news lately. */
const MENTIONS_MS = 180 * DAY_MS
/** Across all companies, because a user is waiting for the response. */
const MAX_ARTICLES = 20_000

export type Standings = ReturnType<typeof createStandings>

export const createStandings = ({ database, clock }: { database: Database; clock: Clock }) => ({
  list: (userId: string): Promise<CompanyStanding[]> =>
    database.readAsUser(userId, async (queries) => {
      const now = clock()
      const lately = new Date(now.getTime() - MENTIONS_MS).toISOString()
      const stories = await portfolioStories(queries, userId, {
        linkedAfter: new Date(now.getTime() - PERIOD_MS),
        now,
        that: sql`seen.is_primary and (
          seen.event_type <> 'mention' or seen.denied <> '[]' or seen.published_at >= ${lately}::timestamptz)`,
        most: MAX_ARTICLES,
      })
      return standingsOf({ stories, positions: await positionStore(queries).entries(userId) }, now)
    }),
})
