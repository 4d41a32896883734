import { sql, type SQL } from 'drizzle-orm'
import type { Story } from '#domain/stories.ts'
import type { Queries } from '../../database/open.ts'
import { groupStories, type ToldRow } from '../stories/group-stories.ts'
import { isNotMine } from './not-mine.ts'

const MOST_ARTICLES = 200

const saysName = (that: SQL) => sql`exists (
  select from company_rejections said
  where said.company_id = companies.id and said.user_id = companies.user_id and said.kind = 'name' and ${that})`

/** Rows of `companies`, of a link as `link` and of `articles` stand beside it. */
export const isRejected = sql`(
  ${isNotMine}
  or exists (
    select from company_rejections said where said.company_id = companies.id and said.user_id = companies.user_id and (
      said.kind in ('feed', 'newsroom', 'sitemap') and link.via in (said.value, said.kind || ' ' || said.value)
      -- These sources follow an account, which is a part of the address of all that they bring.
      or link.source = case said.kind when 'github' then 'github' when 'cik' then 'sec'
          when 'greenhouse' then 'job-boards' when 'lever' then 'job-boards' when 'ashby' then 'job-boards' end
        and strpos(replace(lower(articles.url), '?', '/') || '/',
          '/' || lower(case said.kind when 'cik' then ltrim(said.value, '0') else said.value end) || '/') > 0))
  -- What names it rests on, if on nothing but names that are rejected.
  or cardinality(link.evidence) > 0 and ${saysName(sql`true`)} and not exists (
    select from unnest(link.evidence) as found (by)
    where found.by ~ '^(?:“.*” in the t|on its own site|names its site|found by its name|in a feed)'
      and not ${saysName(sql`(strpos(found.by, '“' || said.value || '” in the t') = 1
        or found.by = 'found by its name' and said.value = (select name from subjects where subjects.id = companies.subject_id))`)}))`

const found = (isOwn: boolean, also: SQL) => sql`
  articles.id, articles.url, articles.title, articles.publisher, articles.published_at, articles.precision,
  articles.kind, articles.same_as, articles.section, articles.happening, articles.weight, articles.direction, articles.stated,
  link.source, link.evidence, link.story_id, link.is_primary, ${isOwn}::bool as is_own ${also}`

/**
 * What the owner of a company sees, newest first: what was found for everybody without what they rejected,
 * and what was found for them alone. One address stands once. More columns can be asked for, of `link` and `articles`.
 */
export const seenArticles = (most: number, also: SQL = sql``): SQL => sql`
  select * from (
    select distinct on (url) * from (
      (select ${found(false, also)} from subject_articles link join articles on articles.id = link.article_id
       where link.subject_id = companies.subject_id and not ${isRejected}
       order by link.published_at desc, link.article_id desc limit ${most})
      union all
      (select ${found(true, also)} from company_articles link join articles on articles.id = link.article_id
       where link.company_id = companies.id and link.user_id = companies.user_id and not ${isNotMine}
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
