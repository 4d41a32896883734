import { sql, type SQL } from 'drizzle-orm'
import type { Story } from '#domain/news/stories.ts'
import type { Queries } from '../../platform/database/open.ts'
import { IS_OF_COMPANY } from '../../platform/database/visible-articles.ts'
import { plannedOnce } from '../../platform/database/planned-statements.ts'
import { groupStories, type StoryRow } from './stories.ts'

export const MAX_STORY_ARTICLES = 200

export const STORY_COLUMNS = sql`seen.id, seen.linked_at, seen.url, seen.title, seen.publisher, seen.published_at,
  seen.precision, seen.language, seen.kind, seen.section, seen.event_type, seen.certainty, seen.statements, seen.weight, seen.direction,
  seen.extracted_facts, seen.denied, seen.source, seen.evidence, seen.story_id, seen.cluster, seen.is_primary`

/** Joins a row of a view, named `seen`, to the row of `companies` in scope. */
export const isOfCompany = sql.raw(IS_OF_COMPANY)

/** Newest first; needs a row of `companies` in scope. */
export const newestVisible = (columns: SQL, limit: number | SQL, that: SQL = sql`true`): SQL =>
  newestIn(sql`newest_visible_articles`, columns, limit, that)

/** For jobs, which may read any user's articles. */
export const visibleArticles = (limit: number): SQL =>
  newestIn(sql`newest_owner_articles`, sql`${STORY_COLUMNS}, seen.same_as, seen.is_own`, limit, sql`true`)

const newestIn = (view: SQL, columns: SQL, limit: number | SQL, that: SQL) => sql`
  select ${columns} from ${view} seen where ${isOfCompany} and ${that}
  order by seen.published_at desc, seen.id desc limit ${limit}`

export async function storiesOf(queries: Queries, userId: string, companyId: number): Promise<Story[]> {
  const { rows } = await queries.execute<StoryRow>(plannedOnce`
    select seen.* from companies cross join lateral (${newestVisible(STORY_COLUMNS, MAX_STORY_ARTICLES)}) as seen
    where companies.id = ${companyId} and companies.user_id = ${userId} and companies.removed_at is null`)
  return groupStories(rows)
}
