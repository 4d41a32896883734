import pg from 'pg'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { isForeignKeyViolation } from './errors.ts'

export const CONCURRENTLY = / concurrently(?= )/i
const VALIDATION = /\bvalidate constraint "(\w+)"/i

/**
 * Building an index concurrently can't be done in a transaction, and checking old rows must not keep its locks. Such a
 * migration contains nothing else.
 */
const isAlone = ({ sql: statements }: MigrationMeta) =>
  statements.some((each) => CONCURRENTLY.test(each) || VALIDATION.test(each))

type Step = { migrations: MigrationMeta[]; isAlone: boolean }

/** In order, because a constraint may need an index. At least one step is a transaction: it also makes the views. */
export function stepsOf(pending: MigrationMeta[]): Step[] {
  const steps: Step[] = []
  for (const migration of pending) {
    const last = steps.at(-1)
    if (last?.isAlone === isAlone(migration)) last.migrations.push(migration)
    else steps.push({ migrations: [migration], isAlone: isAlone(migration) })
  }
  return steps.every((step) => step.isAlone) ? [{ migrations: [], isAlone: false }, ...steps] : steps
}

/** Repeatable, because it may be interrupted after any statement. */
export async function runAlone(
  client: pg.Client,
  migration: MigrationMeta,
  log: (line: string) => void,
): Promise<void> {
  for (const statement of migration.sql) {
    const [, constraint] = VALIDATION.exec(statement) ?? []
    if (constraint) await validate(client, statement, () => log(broken(constraint)))
    else await buildIndex(client, statement)
  }
  await record(client, migration)
}

/** A row that breaks it is no reason not to start. */
async function validate(client: pg.Client, statement: string, onBroken: () => void): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    onBroken()
  }
}

const broken = (constraint: string) =>
  `rows from before this release break ${constraint}; new rows are checked, these stay as they are`

async function buildIndex(client: pg.Client, statement: string): Promise<void> {
  const [, name] = /concurrently (?:if not exists )?"?(\w+)"?/i.exec(statement) ?? []
  if (!name) throw new Error(`only indexes can be built concurrently: ${statement}`)
  // An interrupted build leaves an index that is maintained but never used.
  await client.query(`drop index concurrently if exists ${pg.escapeIdentifier(name)}`)
  await client.query(statement)
}

export const record = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
