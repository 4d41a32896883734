import type pg from 'pg'
import { bypassRowSecurity, backup, copied, named, tables } from './backup.ts'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  apply,
  knownMigrations,
  migrate,
  MIGRATION_LOCK,
  ensureRoles,
  installQueue,
} from '../../platform/database/migrate.ts'
import { CommandError, readBackup, type Header, type Table } from './backup-file.ts'
import { copyIn } from './copy-rows.ts'
import { withClient } from './operator-database.ts'

type Erasure = { person_hash: string; erased_at: Date }

/** Read before the restore, because the backup only knows about accounts deleted before it was made. */
async function readErasures(client: pg.Client): Promise<Erasure[]> {
  const { rows } = await client.query(`select to_regclass('public.erasures') is not null as made`)
  if (!rows[0].made) return []
  await client.query('begin read only')
  await bypassRowSecurity(client)
  const { rows: left } = await client.query<Erasure>('select person_hash, erased_at from erasures')
  await client.query('commit')
  return left
}

/** These accounts are deleted again when the product starts. */
async function restoreErasures(client: pg.Client, left: Erasure[]): Promise<void> {
  await client.query(
    `insert into erasures select * from unnest($1::text[], $2::timestamptz[])
     on conflict (person_hash) do update set erased_at = greatest(erasures.erased_at, excluded.erased_at)`,
    [left.map(({ person_hash: hash }) => hash), left.map(({ erased_at: at }) => at.toISOString())],
  )
}

type Needs = {
  owner: pg.ClientConfig
  keepIn: string
  now: Date
  log: (line: string) => void
}

export type Restored = { at: string; rows: number }

/** The whole file is checked first; then either everything or nothing is restored. */
export async function restore(path: string, { owner, keepIn, now, log }: Needs): Promise<Restored> {
  const header = await check(path)
  const rows = await withClient(owner, async (client) => {
    // Blocks migrations, so no process can start serving.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseOthers(client)
    await refuseForeign(client)
    await backUpCurrent(client, { owner, keepIn, now, log })
    const left = await readErasures(client)
    await ensureRoles(client)
    await installQueue(client)
    await client.query('begin')
    const taken = await replaceAll(client, path, header, log)
    await restoreErasures(client, left)
    await client.query('commit')
    return taken
  })
  await migrate(owner, log)
  return { at: header.at, rows }
}

/** Rejects a damaged file before anything is changed. */
async function check(path: string): Promise<Header> {
  let found: Header | undefined
  for await (const part of readBackup(path)) {
    if (part.kind === 'header') found = part.header
    if (part.kind === 'table') for await (const _ of part.rows);
  }
  if (!found) throw new Error('the backup has no header')
  const known = new Set(knownMigrations().map(({ folderMillis }) => folderMillis))
  if (found.migrations.some((migration) => !known.has(migration)))
    throw new CommandError(`${path} was made by a newer version of Tidings; restore it with that version.`)
  return found
}

async function refuseOthers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  if (rows[0]?.n)
    throw new CommandError(`${rows[0].n} other connection(s) use this database. Stop every Tidings process first.`)
}

async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ ours: boolean; foreign: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as ours,
       exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')) as foreign`,
  )
  if (!rows[0]?.ours && rows[0]?.foreign)
    throw new CommandError('This database contains other tables. Use an empty one.')
}

/** Makes it possible to undo a restore from the wrong file. */
async function backUpCurrent(client: pg.Client, { owner, keepIn, now, log }: Needs): Promise<void> {
  const { rows } = await client.query(`select to_regclass('public.users') is not null as made`)
  if (!rows[0].made) return
  const unlike = randomBytes(3).toString('hex')
  const kept = join(keepIn, `before-restore-${now.toISOString().slice(0, 10)}-${unlike}.backup`)
  const { rows: count } = await backup(owner, kept, now)
  if (count === 0) return rm(kept)
  log(`Saved the previous content (${count} rows) to ${kept}`)
}

async function replaceAll(
  client: pg.Client,
  path: string,
  header: Header,
  log: (line: string) => void,
): Promise<number> {
  await dropAll(client)
  const wanted = new Set(header.migrations)
  await apply(
    client,
    knownMigrations().filter(({ folderMillis }) => wanted.has(folderMillis)),
  )
  const makeIndexes = await dropIndexes(client)
  const known = new Map((await tables(client)).map((table) => [named(table.schema, table.table), table]))
  const { rows: queue } = await client.query<{ version: number }>('select version from pgboss.version')
  const takesQueue = queue[0]?.version === header.queue
  let taken = 0
  let left = 0
  for await (const part of readBackup(path)) {
    if (part.kind === 'table') {
      const isLeft = part.table.schema === 'pgboss' && !takesQueue
      const rows = isLeft ? await countOf(part.rows) : await load(client, part.table, known, part.rows)
      if (isLeft) left += rows
      else taken += rows
    }
    if (part.kind === 'sequence' && (part.sequence.schema !== 'pgboss' || takesQueue)) {
      const { schema, sequence, value } = part.sequence
      await client.query('select setval($1::regclass, $2::bigint)', [named(schema, sequence), value])
    }
  }
  await makeIndexes()
  if (left > 0) log(`Skipped ${left} rows of the job queue, because they are from another queue version`)
  return taken
}

/** Migrations recreate everything except the queue's tables, which are truncated. */
async function dropAll(client: pg.Client): Promise<void> {
  const all = await tables(client)
  const listed = (schema: string) =>
    all.filter((table) => table.schema === schema).map((table) => named(schema, table.table))
  const ours = listed('public')
  if (ours.length > 0) await client.query(`drop table ${ours.join(', ')} cascade`)
  await client.query('drop schema if exists auth cascade; drop schema if exists drizzle cascade')
  await client.query(`truncate ${listed('pgboss').join(', ')} cascade`)
}

/** Building an index over all rows at once is much faster than row by row. Returns a function that rebuilds them. */
async function dropIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'auth') and not i.indisunique`,
  )
  await client.query(`set local maintenance_work_mem = '256MB'`)
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

async function load(
  client: pg.Client,
  table: Table,
  known: Map<string, Table>,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  const place = known.get(named(table.schema, table.table))
  if (!place || table.columns.some((column) => !place.columns.includes(column)))
    throw new CommandError(`The backup contains ${table.schema}.${table.table}, which this version doesn't know.`)
  return copyIn(client, `copy ${copied(table)} from stdin`, rows)
}

async function countOf(rows: AsyncIterable<Buffer>): Promise<number> {
  let count = 0
  for await (const lines of rows) count += lines.toString('latin1').split('\n').length - 1
  return count
}
