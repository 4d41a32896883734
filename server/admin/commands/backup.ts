import type pg from 'pg'
import { CommandError, writeBackup, type Part, type Sequence, type Table } from './backup-file.ts'
import { copyOut } from './copy-rows.ts'
import { withClient } from './operator-database.ts'

const SCHEMAS = ['public', 'auth', 'pgboss']
/** Queue tables that aren't backed up: the version is in the header, and statistics are disposable. */
const OF_THE_QUEUE_ALONE = '^(version$|queue_stats)'

export const backup = (owner: pg.ClientConfig, path: string, now: Date): Promise<{ rows: number }> =>
  withClient(owner, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await bypassRowSecurity(client)
    const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as made`)
    if (rows[0].made === null) throw new CommandError('This database is empty.')
    return { rows: await writeBackup(path, partsOf(client, now)) }
  })

/** Row-level security applies to the owner too and would silently leave out rows. */
export async function bypassRowSecurity(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.bypasses) await client.query('set local role tidings_system')
}

async function* partsOf(client: pg.Client, now: Date): AsyncGenerator<Part> {
  const { rows: applied } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  )
  const { rows: about } = await client.query<{ queue: number; postgres: string }>(
    `select version as queue, current_setting('server_version') as postgres from pgboss.version`,
  )
  yield {
    kind: 'header',
    header: {
      tidings: 'backup',
      format: 1,
      at: now.toISOString(),
      postgres: about[0]?.postgres ?? '',
      migrations: applied.map(({ created_at }) => Number(created_at)),
      queue: about[0]?.queue ?? 0,
    },
  }
  for (const table of await tables(client)) {
    yield { kind: 'table', table, rows: copyOut(client, `copy ${copied(table)} to stdout`) }
  }
  // Sequences aren't part of the snapshot. They come last, because a sequence that is ahead of the rows does no harm.
  for (const sequence of await sequences(client)) yield { kind: 'sequence', sequence }
}

export const copied = ({ schema, table, columns }: Table) =>
  `${named(schema, table)} (${columns.map(quoted).join(', ')})`

export const named = (schema: string, name: string) => `${quoted(schema)}.${quoted(name)}`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Each table comes after those that it references; generated columns are left out. */
export async function tables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { id: string; refers_to: string[] }>(
    `select c.oid::text as id, n.nspname as schema, c.relname as table,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select coalesce(array_agg(distinct confrelid::text), '{}') from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers_to
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and not (n.nspname = 'pgboss' and c.relname ~ $2)
     order by 2, 3`,
    [SCHEMAS, OF_THE_QUEUE_ALONE],
  )
  const ordered: Table[] = []
  const placed = new Set<string>()
  const inside = new Set(rows.map(({ id }) => id))
  for (let left = rows; left.length > 0;) {
    const ready = left.filter((row) => row.refers_to.every((id) => placed.has(id) || !inside.has(id)))
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    for (const { id, schema, table, columns } of ready) {
      placed.add(id)
      ordered.push({ schema, table, columns })
    }
    left = left.filter(({ id }) => !placed.has(id))
  }
  return ordered
}

async function sequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as sequence, last_value::text as value
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}
