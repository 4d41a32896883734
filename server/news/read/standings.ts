import { sql, type SQL } from 'drizzle-orm'
import { standingsOf } from '#domain/news/arrange-standings.ts'
import type { CompanyStanding } from '#domain/news/standings.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { positionStore } from '../../companies/positions/store.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { plannedOnce } from '../../platform/database/planned-statements.ts'
import { newestVisible } from './visible-articles.ts'
import { isMine } from './analytics/story-counts.ts'
import { portfolioStories } from './portfolio-stories.ts'

const PERIOD_MS = 2 * 365 * DAY_MS
/** Mere mentions only tell whether there was any news lately. */
const MENTIONS_MS = 180 * DAY_MS
/** Because a user is waiting for the response. */
const MAX_COMPANIES = 400
const MAX_ARTICLES = 2400

export type Standings = ReturnType<typeof createStandings>

export const createStandings = ({ database, clock }: { database: Database; clock: Clock }) => ({
  list: (userId: string): Promise<CompanyStanding[]> =>
    database.readAsUser(userId, async (queries) => {
      const now = clock()
      const linkedAfter = new Date(now.getTime() - PERIOD_MS)
      const lately = new Date(now.getTime() - MENTIONS_MS).toISOString()
      const that = sql`seen.is_primary and (
        seen.event_type <> 'mention' or seen.denied <> '[]' or seen.published_at >= ${lately}::timestamptz)`
      const companyIds = await latestCompanies(queries, userId, linkedAfter, that)
      const stories = await portfolioStories(queries, userId, {
        linkedAfter,
        now,
        companyIds,
        that,
        most: MAX_ARTICLES,
      })
      return standingsOf({ stories, positions: await positionStore(queries).entries(userId) }, now)
    }),
})

/** Those with the latest news, read from an index alone, because there may be thousands of companies. */
async function latestCompanies(queries: Queries, userId: string, since: Date, that: SQL): Promise<number[]> {
  const newest = newestVisible(
    sql`seen.published_at`,
    1,
    sql`seen.published_at >= ${since.toISOString()}::timestamptz and ${that}`,
  )
  const { rows } = await queries.execute<{ id: number }>(plannedOnce`
    select companies.id from (select * from companies where ${isMine({ userId })} offset 0) as companies
    cross join lateral (${newest}) as newest
    order by newest.published_at desc, companies.id limit ${MAX_COMPANIES}`)
  return rows.map(({ id }) => id)
}
