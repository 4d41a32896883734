import { sql, type SQL } from 'drizzle-orm'

const HOST = sql`lower(substring(articles.url from '^https?://(?:[^/?#]*@)?([^/?#:]+)'))`

/** Whether one story or one publisher, a row of `said`, is what an article is of. */
const isOfRule = sql`(
  said.kind = 'story' and said.value = coalesce(link.story_id, link.article_id)::text
  or said.kind = 'publisher' and (${HOST} = said.value or right(${HOST}, length(said.value) + 1) = '.' || said.value))`

const TOLD = sql`lower(told.title || ' ' || told.text)`
/** What may stand around a name; what means something in a pattern is among it. */
const MARKS = `%_\\.,;:!?()[]{}<>"'“”‘’«»…/|*–—-\n\t\r\u00A0`
const withMarksAs = (mark: string, text: SQL) =>
  sql`translate(${text}, ${MARKS}::text, ${mark.repeat(MARKS.length)}::text)`
const inSpaces = (text: SQL) => sql`' ' || ${withMarksAs(' ', text)} || ' '`
const patterns = (phrases: SQL, pattern: SQL) =>
  sql`array(select '%' || ${pattern} || '%' from unnest(${phrases}) as phrase)`

/**
 * Whether an article says one of these names, each by itself: "Mercury Records" is not in "Mercury Recordsmen".
 * What a near-copy says stands in what it copies, and who tells a story after others means what the first one did.
 */
const says = (phrases: SQL) => sql`exists (
  select from articles told
  where cardinality(${phrases}) > 0 and told.id in (articles.id, articles.same_as, link.story_id)
    -- Nearly always none of them is there at all, which is quick to see.
    and ${TOLD} like any (${patterns(phrases, withMarksAs('_', sql`lower(phrase)`))})
    and ${inSpaces(TOLD)} like any (${patterns(phrases, inSpaces(sql`lower(phrase)`))}))`

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
