import { sql, type SQL } from 'drizzle-orm'
import type { EvidenceKind } from '#domain/news/evidence.ts'
import type { Story } from '#domain/news/stories.ts'
import type { Queries } from '../../platform/database/open.ts'
import { groupStories, type StoryRow } from '../read/stories.ts'

const MOST_ARTICLES = 200

const HOST = sql`lower(substring(articles.url from '^https?://(?:[^/?#]*@)?([^/?#:]+)'))`

/** Whether one story or one publisher, a row of `said`, is what an article is of. */
const isOfRule = sql`(
  said.kind = 'story' and said.value = coalesce(link.story_id, link.article_id)::text
  or said.kind = 'publisher' and (${HOST} = said.value or right(${HOST}, length(said.value) + 1) = '.' || said.value))`

/** What may stand around a name; what means something in a pattern is among it. */
const MARKS = `%_\\.,;:!?()[]{}<>"'“”‘’«»…/|*–—-\n\t\r\u00A0`
const inSpaces = (text: SQL) =>
  sql`' ' || translate(lower(${text}), ${MARKS}::text, ${' '.repeat(MARKS.length)}::text) || ' '`

/**
 * Whether an article says one of these names in its title or the beginning of its text, each by itself: "Mercury Records"
 * is not in "Mercury Recordsmen". What a near-copy says stands in what it copies, and who tells a story after others
 * means what the first one did.
 */
const says = (phrases: SQL) => sql`exists (
  select from articles told
  where told.id in (articles.id, articles.same_as, link.story_id)
    -- The words of all names at once, of each article by itself: an index of all articles would not help.
    and ts_match_vq(told.search, (
      select string_agg('(' || asked::text || ')', ' | ')::tsquery
      from unnest(${phrases}) as phrase, phraseto_tsquery('english'::regconfig, phrase) as asked
      where numnode(asked) > 0))
    and ${inSpaces(sql`told.title || ' ' || left(told.text, 4000)`)} like any (
      array(select '%' || ${inSpaces(sql`phrase`)} || '%' from unnest(${phrases}) as phrase)))`

/**
 * Whether a rule, a row of `said`, says that an article is not about the company.
 * Rows of a link as `link` and of `articles` stand beside it.
 */
export const matchesExclusion = sql`case said.kind when 'phrase' then ${says(sql`array[said.value]`)} else ${isOfRule} end`

const rulesOfOwner = sql`
  from company_rejections said where said.company_id = companies.id and said.user_id = companies.user_id`

/** Whether one of the rules of the company's owner says so; a row of `companies` stands beside it too. */
export const isExcluded = sql`(
  exists (select ${rulesOfOwner} and ${isOfRule})
  or ${says(sql`array(select said.value ${rulesOfOwner} and said.kind = 'phrase')`)})`

const saysName = (that: SQL) => sql`exists (
  select from company_rejections said
  where said.company_id = companies.id and said.user_id = companies.user_id and said.kind = 'name' and ${that})`

/** What a link can rest on; anything else only speaks for or against it. */
const FOUNDING: EvidenceKind[] = ['title', 'text', 'own-site', 'links-to-site', 'search', 'feed']

/** Rows of `companies`, of a link as `link` and of `articles` stand beside it. */
export const isRejected = sql`(
  ${isExcluded}
  or exists (
    select from company_rejections said where said.company_id = companies.id and said.user_id = companies.user_id and (
      said.kind in ('feed', 'newsroom', 'sitemap') and link.via in (said.value, said.kind || ' ' || said.value)
      -- These sources follow an account, which is a part of the address of all that they bring.
      or link.source = case said.kind when 'github' then 'github' when 'cik' then 'sec'
          when 'greenhouse' then 'job-boards' when 'lever' then 'job-boards' when 'ashby' then 'job-boards' end
        and strpos(replace(lower(articles.url), '?', '/') || '/',
          '/' || lower(case said.kind when 'cik' then ltrim(said.value, '0') else said.value end) || '/') > 0))
  -- What names it rests on, if on nothing but names that are rejected.
  or link.evidence <> '[]' and ${saysName(sql`true`)} and not exists (
    select from jsonb_array_elements(link.evidence) as found
    where found ->> 'kind' = any(${sql.param(FOUNDING)}::text[])
      and not ${saysName(sql`(found ->> 'kind' in ('title', 'text') and found ->> 'value' = said.value
        or found ->> 'kind' = 'search' and said.value = (select name from tracked_companies where tracked_companies.id = companies.tracked_company_id))`)}))`

const found = (isOwn: boolean, also: SQL) => sql`
  articles.id, articles.url, articles.title, articles.publisher, articles.published_at, articles.precision,
  articles.kind, articles.same_as, articles.section, articles.event_type, articles.weight, articles.direction, articles.extracted_facts,
  link.source, link.evidence, link.story_id, link.is_primary, ${isOwn}::bool as is_own ${also}`

/**
 * What the owner of a company sees, newest first: what was found for everybody without what they rejected,
 * and what was found for them alone. One address stands once. More columns can be asked for, of `link` and `articles`.
 */
export const visibleArticles = (most: number, also: SQL = sql``): SQL => sql`
  select * from (
    select distinct on (url) * from (
      (select ${found(false, also)} from tracked_company_articles link join articles on articles.id = link.article_id
       where link.tracked_company_id = companies.tracked_company_id and not ${isRejected}
       order by link.published_at desc, link.article_id desc limit ${most})
      union all
      (select ${found(true, also)} from company_articles link join articles on articles.id = link.article_id
       where link.company_id = companies.id and link.user_id = companies.user_id and not ${isExcluded}
       order by link.published_at desc, link.article_id desc limit ${most})) as each
    order by url, is_own, id) as once
  order by published_at desc, id desc limit ${most}`

/** What was published about a company as its owner sees it, each story once with everything that tells it. */
export async function storiesOf(queries: Queries, userId: string, companyId: number): Promise<Story[]> {
  const { rows } = await queries.execute<StoryRow>(sql`
    select seen.* from companies cross join lateral (${visibleArticles(MOST_ARTICLES)}) as seen
    where companies.id = ${companyId} and companies.user_id = ${userId} and companies.removed_at is null`)
  return groupStories(rows)
}
