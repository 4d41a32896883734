import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import pg from 'pg'

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

type Send = (query: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** Runs the statements of one connection at a time, each with the plan it needs. */
export type Planner = {
  /** Returns a function that runs the statements of one transaction. */
  within: (send: Send) => Send
  /** Prepares all statements again, because a table has changed under one of them. */
  forget: () => void
}

/**
 * PostgreSQL would keep planning hinted statements for their parameters, and with a generic plan it would no longer do so
 * for the others, so the mode changes with the statement.
 */
export function createPlanner({ isPooled }: { isPooled: boolean }): Planner {
  const names = createStatementNames()

  const within = (send: Send): Send => {
    let isGeneric = false
    const plan = async (mode: 'force_generic_plan' | 'default') => {
      await send({ text: `set local plan_cache_mode to ${mode}` })
      isGeneric = mode !== 'default'
    }
    return async (query, values) => {
      const name = names.of(query.text)
      const literals = name !== undefined && isPooled ? literalsOf(values) : ''
      if (name === undefined || literals === null) {
        if (isGeneric) await plan('default')
        return send(query, values)
      }
      if (!isPooled) {
        if (!isGeneric) await plan('force_generic_plan')
        return send({ ...query, name }, values)
      }
      const isPrepared = await findPrepared(send, name)
      isGeneric = true
      if (!isPrepared) await send({ text: `prepare "${name}" as ${query.text}` })
      return send({ ...query, text: `execute "${name}"${literals}` })
    }
  }
  return { within, forget: names.renew }
}

/**
 * A transaction-mode pooler may give each transaction another server connection, so we have to ask whether this one has
 * the statement. Statements prepared in SQL stay on it; poolers that keep track of the protocol's own don't notice them.
 */
async function findPrepared(send: Send, name: string): Promise<boolean> {
  const { rows } = await send(
    {
      text: `select exists (select from pg_prepared_statements where name = $1) as is_prepared,
        set_config('plan_cache_mode', 'force_generic_plan', true)`,
    },
    [name],
  )
  return (rows[0] as { is_prepared: boolean }).is_prepared
}

/** The names under which connections prepare statements; undefined for a statement that is planned each time. */
export function createStatementNames() {
  const names = new Map<string, string>()
  let generation = 0
  return {
    of(text: string): string | undefined {
      if (!isPlannedOnce(text)) return undefined
      const known = names.get(text)
      if (known !== undefined || names.size >= MAX_STATEMENTS) return known
      const name = createHash('sha256').update(`${generation} ${text}`).digest('hex').slice(0, 32)
      names.set(text, name)
      return name
    },
    renew() {
      generation += 1
      names.clear()
    },
  }
}

/** The arguments of EXECUTE, which can't have parameters; null if one has no simple literal. */
export function literalsOf(values: unknown[] = []): string | null {
  const literals = values.map(literalOf)
  if (literals.includes(undefined)) return null
  return literals.length === 0 ? '' : `(${literals.join(', ')})`
}

function literalOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'null'
  const text = Array.isArray(value) ? arrayText(value) : scalarText(value)
  // PostgreSQL's protocol ends a statement at a NUL.
  return text === undefined || text.includes('\0') ? undefined : pg.escapeLiteral(text)
}

function arrayText(items: unknown[]): string | undefined {
  const texts = items.map(scalarText)
  if (texts.includes(undefined)) return undefined
  return `{${texts.map((text) => `"${text?.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined
}
