import { sql, type SQL } from 'drizzle-orm'

// One or two letters begin too many words to say anything.
const LAST_WORD = /^(?:(.*)\s)?([\p{L}\p{Nd}]{3,})$/su
const EITHER = /(?:^|\s)or(?:\s|$)/i

/** What was typed, as a question to the index. The last word may still be on its way, so its beginning is enough. */
export function wordsOf(typed: string): SQL {
  const { whole, begun } = split(typed)
  if (begun === null) return sql`websearch_to_tsquery('english', ${whole})`
  return sql`(websearch_to_tsquery('english', ${whole}) && to_tsquery('english', ${`${begun}:*`}))`
}

/** Inside a quotation, or where `or` joins words, the last one belongs to what stands before it and is left there. */
function split(typed: string): { whole: string; begun: string | null } {
  const [, before = '', last = ''] = LAST_WORD.exec(typed) ?? []
  const isQuoted = before.split('"').length % 2 === 0
  if (last === '' || isQuoted || EITHER.test(typed)) return { whole: typed, begun: null }
  return { whole: before, begun: last }
}

/**
 * Whether a text can hold what was typed, by its letters alone: quicker than reading it, and never wrong when it says no.
 * A stem is the beginning of every form of its word, but for the last letters that it may have changed.
 */
export function mayHold(text: SQL, typed: string): SQL {
  if (EITHER.test(typed)) return sql`true`
  const wanted = typed
    .split(/\s+/)
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => word.match(/[\p{L}\p{Nd}]+/gu) ?? [])
  const holds = [...new Set(wanted)].map((word) => sql`strpos(lower(${text}), ${rootOf(word)}) > 0`)
  return holds.length === 0 ? sql`true` : sql.join(holds, sql` and `)
}

// A word that says nothing has no stem. Of `die`, `lie` and `tie` some forms begin with `dy`, `ly` and `ty`.
const rootOf = (word: string): SQL =>
  sql`coalesce(regexp_replace((ts_lexize('english_stem', ${word.toLowerCase()}))[1], '^([dlt])ie$|(?:[iey]|bl)$', '\\1'), '')`
