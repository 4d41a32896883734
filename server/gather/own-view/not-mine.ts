import { sql } from 'drizzle-orm'

const HOST = sql`lower(substring(articles.url from '^https?://(?:[^/?#]*@)?([^/?#:]+)'))`

const MARKS = `.,;:!?()[]{}<>"'“”‘’«»…/|*_–—-\n\t\r\u00A0`
/** A name stands by itself, whatever marks are around it: "Mercury Records" is not in "Mercury Recordsmen". */
const inSpaces = (text: string) =>
  sql`' ' || translate(lower(${sql.raw(text)}), ${MARKS}::text, ${' '.repeat(MARKS.length)}::text) || ' '`
const TOLD = `told.title || ' ' || told.text`

/**
 * Whether a rule, a row of `said`, says that an article is not about the company. Rows of a link as `link`
 * and of `articles` stand beside it. What a near-copy says stands in what it copies, and who tells a story
 * after others means what the first one did.
 */
export const fitsRule = sql`case said.kind
  when 'story' then said.value = coalesce(link.story_id, link.article_id)::text
  when 'publisher' then ${HOST} = said.value or right(${HOST}, length(said.value) + 1) = '.' || said.value
  when 'phrase' then exists (
    select from articles told where told.id in (articles.id, articles.same_as, link.story_id)
      -- Nearly always it is not there at all, which is quick to see.
      and strpos(lower(${sql.raw(TOLD)}), lower(said.value)) > 0
      and strpos(${inSpaces(TOLD)}, ${inSpaces('said.value')}) > 0)
  else false end`

/** Whether the owner of the company said so; a row of `companies` stands beside it too. */
export const isNotMine = sql`exists (
  select from company_rejections said
  where said.company_id = companies.id and said.user_id = companies.user_id and ${fitsRule})`
