import { sql, type SQL } from 'drizzle-orm'
import { SIGN_KINDS } from '#domain/story-events.ts'
import { seenArticles } from '../gather/own-view/seen-articles.ts'

/** More of one company are not looked at where its owner sees it in a way of their own. */
const MOST_SEEN = 1000

/** Whose companies: all that are in the portfolio, or those of them with these ids. */
export type Whose = { userId: string; ids?: number[] }

export const isMine = ({ userId, ids }: Whose): SQL =>
  sql`companies.user_id = ${userId} and companies.removed_at is null${
    ids ? sql` and companies.id = any(${sql.param(ids)}::int[])` : sql``
  }`

/** One telling, of whichever table it is a row; the same columns in the same order everywhere. */
const asTold = (link: SQL, article: SQL) => sql`
  companies.id as company_id, ${article}.id, coalesce(${link}.story_id, ${article}.id) as story, ${link}.published_at,
  ${link}.source, ${link}.is_primary, ${article}.title, ${article}.section, ${article}.weight, ${article}.kind, ${article}.happening`

/** What was found for everybody: all that there is to see of a company without a view of its owner's own. */
export const sharedAsTold = sql`
  select ${asTold(sql`link`, sql`articles`)} from subject_articles link join articles on articles.id = link.article_id
  where link.subject_id = companies.subject_id`

/** What links alone say of the tellings of a company that is seen as everybody sees it. */
export const linksOf = sql`
  select link.article_id as id, coalesce(link.story_id, link.article_id) as story, link.published_at, link.source
  from subject_articles link where link.subject_id = companies.subject_id`

/** What the owner of a company sees of it, found for everybody or for them. */
export const seenAsTold = sql`
  select ${asTold(sql`seen`, sql`seen`)} from (${seenArticles(MOST_SEEN)}) as seen`

/** Everything that was told since then about these companies, each as its owner sees it. */
export function tellingsSince(whose: Whose, since: Date): SQL {
  const from = sql`${since.toISOString()}::timestamptz`
  // `offset 0`: company by company by the index, and never by reading what was told about everybody's.
  return sql`
    select told.* from companies cross join lateral (${sharedAsTold} and link.published_at >= ${from} offset 0) as told
    where ${isMine(whose)} and not companies.has_own_view
    union all
    select told.* from companies cross join lateral (${seenAsTold}) as told
    where ${isMine(whose)} and companies.has_own_view and told.published_at >= ${from}`
}

/** What was told last of each of these companies. Those that were never more than mentioned are not in it. */
export function newestTellings(whose: Whose, what: 'anything' | 'news'): SQL {
  // Signs of life are no news.
  const isSo = (kind: SQL) =>
    what === 'news' ? sql`${kind} <> all(${sql.param(SIGN_KINDS)}::text[])` : sql`true`
  return sql`
    select told.* from companies cross join lateral (
      ${sharedAsTold} and link.is_primary and ${isSo(sql`articles.kind`)} order by link.published_at desc, link.article_id desc limit 1) as told
    where ${isMine(whose)} and not companies.has_own_view
    union all
    select told.* from companies cross join lateral (
      select * from (${seenAsTold}) as each where each.is_primary and ${isSo(sql`each.kind`)}
      order by each.published_at desc, each.id desc limit 1) as told
    where ${isMine(whose)} and companies.has_own_view`
}
