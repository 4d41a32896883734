import { sql, type SQL } from 'drizzle-orm'
import type { Story } from '#domain/stories.ts'
import type { Queries } from '../../database/open.ts'
import { inText, inTitle } from '../match/names.ts'
import { groupStories, type ToldRow } from '../stories/group-stories.ts'

const MOST_ARTICLES = 200

/** Rows of `companies`, of a link as `link` and of `articles` stand beside it. */
const isRejected = sql`(
  exists (
    select from company_rejections said where said.company_id = companies.id and said.user_id = companies.user_id and (
      said.kind in ('feed', 'newsroom', 'sitemap') and link.via in (said.value, said.kind || ' ' || said.value)
      -- These sources follow an account, which is a part of the address of all that they bring.
      or link.source = case said.kind when 'github' then 'github' when 'cik' then 'sec'
          when 'greenhouse' then 'job-boards' when 'lever' then 'job-boards' when 'ashby' then 'job-boards' end
        and strpos(replace(lower(articles.url), '?', '/') || '/',
          '/' || lower(case said.kind when 'cik' then ltrim(said.value, '0') else said.value end) || '/') > 0))
  or cardinality(link.evidence) > 0 and link.evidence <@ array(
    select unnest(array[
      replace(${inTitle('*')}, '*', said.value), replace(${inText('*')}, '*', said.value),
      case when said.value = (select name from subjects where subjects.id = companies.subject_id) then 'found by its name' end])
    from company_rejections said
    where said.company_id = companies.id and said.user_id = companies.user_id and said.kind = 'name'))`

const found = (isOwn: boolean) => sql`
  articles.id, articles.url, articles.title, articles.publisher, articles.published_at, articles.precision,
  articles.kind, articles.same_as, articles.section, articles.happening, articles.weight, articles.direction, articles.stated,
  link.source, link.evidence, link.story_id, link.is_primary, ${isOwn}::bool as is_own`

/**
 * What the owner of a company sees, newest first: what was found for everybody without what they rejected,
 * and what was found for them alone. One address stands once.
 */
export const seenArticles = (most: number): SQL => sql`
  select * from (
    select distinct on (url) * from (
      (select ${found(false)} from subject_articles link join articles on articles.id = link.article_id
       where link.subject_id = companies.subject_id and not ${isRejected}
       order by link.published_at desc, link.article_id desc limit ${most})
      union all
      (select ${found(true)} from company_articles link join articles on articles.id = link.article_id
       where link.company_id = companies.id and link.user_id = companies.user_id
       order by link.published_at desc, link.article_id desc limit ${most})) as each
    order by url, is_own, id) as once
  order by published_at desc, id desc limit ${most}`

/** What was published about a company as its owner sees it, each story once with everything that tells it. */
export async function storiesOf(queries: Queries, userId: string, companyId: number): Promise<Story[]> {
  const { rows } = await queries.execute<ToldRow>(sql`
    select seen.* from companies cross join lateral (${seenArticles(MOST_ARTICLES)}) as seen
    where companies.id = ${companyId} and companies.user_id = ${userId} and companies.removed_at is null`)
  return groupStories(rows)
}
