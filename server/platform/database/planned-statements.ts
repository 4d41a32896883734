import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'

const HINT = '/* planned once */'
/** Each takes up to half a megabyte of memory per connection. */
const MAX_STATEMENTS = 40

/**
 * Like `sql`, but planned only once per connection, whatever its parameters. The views that requests read take several
 * times as long to plan as to run for a few companies. Not for queries whose best plan depends on their parameters,
 * such as text search.
 */
export const plannedOnce = (...template: Parameters<typeof sql>): SQL => sql`${sql.raw(HINT)} ${sql(...template)}`

export const isPlannedOnce = (text: string) => text.startsWith(HINT)

/** The name under which a connection prepares a statement; undefined if it is planned each time. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!isPlannedOnce(text)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
    return name
  }
}
