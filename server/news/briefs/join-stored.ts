import { sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/open.ts'
import { joinStories } from '../engine/join-stories.ts'
import { briefTasks } from './brief-articles.ts'
import { briefStore, ownersOf, type OwnerIds } from './brief-store.ts'

/** Increment this when the rules for what is one story change, so that all stored articles are joined again. */
const STORY_RULES = 2
/** Kept small, because polling may wait for the rows that a batch locks. */
const AT_ONCE = 50

/** Decides again which stored articles belong to the same story, after more of them have been classified. */
export async function joinStored(queries: Queries, ids: OwnerIds): Promise<void> {
  const owners = await ownersOf(queries, ids)
  // Shared stories come first, because a user's own articles may join them.
  for (const kind of ['tracked-company', 'company'] as const) {
    const tasks = await briefTasks(
      queries,
      owners.filter((owner) => owner.kind === kind),
      { texts: false, earlier: true },
    )
    for (const { owner, briefArticles, earlierArticles } of tasks)
      await briefStore(queries).saveStories(owner, joinStories([...briefArticles, ...earlierArticles]))
  }
}

export type StoryJoins = ReturnType<typeof createStoryJoins>

export function createStoryJoins({ database }: { database: Database }) {
  const next = () =>
    database.asSystem(async (queries) => {
      const { rows } = await queries.execute<{ id: number }>(sql`
        select id from tracked_companies where story_rules < ${STORY_RULES} order by id limit ${AT_ONCE}
        for no key update skip locked`)
      const trackedCompanyIds = rows.map(({ id }) => id)
      await joinStored(queries, { trackedCompanyIds, companyIds: [] })
      await queries.execute(sql`
        update tracked_companies set story_rules = ${STORY_RULES} where id = any(${sql.param(trackedCompanyIds)}::int[])`)
      return rows.length
    })

  return {
    /** Joins articles that were stored under earlier rules. */
    async run(withinMs = 50_000): Promise<void> {
      const end = performance.now() + withinMs
      for (let count = await next(); count > 0 && performance.now() < end;) count = await next()
    },
  }
}
