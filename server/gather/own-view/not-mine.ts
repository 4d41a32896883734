import { sql, type SQL } from 'drizzle-orm'

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
export const fitsRule = sql`case said.kind when 'phrase' then ${says(sql`array[said.value]`)} else ${isOfRule} end`

const rulesOfOwner = sql`
  from company_rejections said where said.company_id = companies.id and said.user_id = companies.user_id`

/** Whether one of the rules of the company's owner says so; a row of `companies` stands beside it too. */
export const isNotMine = sql`(
  exists (select ${rulesOfOwner} and ${isOfRule})
  or ${says(sql`array(select said.value ${rulesOfOwner} and said.kind = 'phrase')`)})`
