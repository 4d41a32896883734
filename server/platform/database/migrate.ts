import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { sql } from 'drizzle-orm'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from './open.ts'
import { createViews, dropViews, hasViews } from './views.ts'
import { CONCURRENTLY, record, runAlone, stepsOf } from './migration-steps.ts'
import { DatabaseStartError, isLockTimeout, requireSuitableServer } from './errors.ts'
import { connectAsOwner } from './owner-connection.ts'

/** Roles are shared by the whole server, so a parallel start on another database may create them first. */
export async function ensureRoles(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare
      wanted text;
      -- Since PostgreSQL 16, membership in a role no longer includes the right to SET ROLE to it.
      may_become text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
    begin
      foreach wanted in array array['tidings_app', 'tidings_system'] loop
        if not exists (select from pg_roles where rolname = wanted) then
          begin
            execute format('create role %I login nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
          exception when duplicate_object or unique_violation then null;
          end;
        end if;
        if not pg_has_role(current_user, wanted, may_become) then
          execute format('grant %I to %I', wanted, current_user);
        end if;
      end loop;
    end $$`)
}

/** The app role can change neither a user's rights nor briefs, so the database stops a faulty query that tries to. */
async function grantPrivileges(client: pg.Client): Promise<void> {
  await client.query(`
    revoke all on schema public from public;
    grant usage on schema public to tidings_app, tidings_system;
    grant usage on schema auth, drizzle, pgboss to tidings_system;
    grant usage on schema drizzle to tidings_app;
    grant select on drizzle.__drizzle_migrations to tidings_app, tidings_system;

    grant select, insert, update, delete on all tables in schema public, auth to tidings_system;
    grant usage, select on all sequences in schema public, auth to tidings_system;
    grant select, insert, update, delete on all tables in schema pgboss to tidings_system;
    grant usage, select on all sequences in schema pgboss to tidings_system;
    grant execute on all functions in schema pgboss to tidings_system;

    grant select, update (first_name, last_name, uses_model, wants_reminders, updated_at) on users to tidings_app;
    grant select, insert, update, delete on companies to tidings_app;
    grant select on briefs, company_articles, invoices, support_views, update_messages to tidings_app;
    grant select, insert, update, delete on imports, import_changes, import_columns, positions, refreshes,
      company_aliases, company_rejections, company_feeds, saved_views, hidden_suggestions, story_reads,
      muted_companies, dismissed_needs, mailing_preferences, alert_rules, update_addresses to tidings_app;
    grant select, insert, delete on api_keys, private_feeds to tidings_app;
    grant select, insert, update on shares to tidings_app;
    grant select, insert on share_visits to tidings_app;
    grant select, insert, update, delete on webhook_endpoints, webhook_deliveries, push_devices to tidings_app;
    grant select, insert, update on push_deliveries to tidings_app;
    grant select, insert on mailings to tidings_app;
    grant select, insert, update, delete on story_deliveries to tidings_app;
    grant usage, select on sequence companies_id_seq, imports_id_seq, refreshes_id_seq, saved_views_id_seq,
      alert_rules_id_seq, mailings_id_seq, api_keys_id_seq,
      private_feeds_id_seq, webhook_endpoints_id_seq, webhook_deliveries_id_seq, positions_id_seq, push_devices_id_seq,
      push_deliveries_id_seq, shares_id_seq, share_visits_id_seq to tidings_app;

    -- Requests enqueue jobs in their own transaction, but cannot read the queue.
    grant usage on schema pgboss to tidings_app;
    grant select on pgboss.queue to tidings_app;
    grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to tidings_app;
    grant execute on function pgboss.job_now() to tidings_app;

    ${createViews()}

    do $$
    declare open_table regclass;
    begin
      for open_table in
        select oid from pg_class
        where relkind in ('r', 'p') and relrowsecurity and not relforcerowsecurity
          and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      loop
        execute format('alter table %s force row level security', open_table);
      end loop;
    end $$`)
}

/** Created by the owner, so that the job role needs no right to create tables. */
export async function installQueue(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: 'pgboss',
    schedule: false,
    supervise: false,
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}

/** Arbitrary, but the same in every process. */
export const MIGRATION_LOCK = 7_433_201

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Applies migrations under one lock: those between two that run alone in one transaction. Safe to run in parallel, to
 * kill, and to run while the previous release is serving requests.
 */
export async function migrate(
  owner: pg.PoolConfig,
  log: (line: string) => void,
  known = knownMigrations(),
): Promise<void> {
  const client = await connectAsOwner(owner)
  try {
    await takeMigrationLock(client, log)
    const applied = await appliedMigrations(client)
    if (applied.length === 0) await requireSuitableServer(client)
    await ensureRoles(client)
    const pending = pendingMigrations(applied, known)
    await installQueue(client)
    const isCurrent = pending.length === 0 && (await privilegesGranted(client)) && (await hasViews(client))
    if (isCurrent) {
      // Fails on a replica, which would otherwise be noticed with the first change.
      await client.query('update drizzle.__drizzle_migrations set hash = hash where false')
      return
    }
    const steps = applied.length > 0 ? stepsOf(pending) : [{ migrations: pending, isAlone: false }]
    const last = steps.findLast((step) => !step.isAlone)
    for (const step of steps) {
      if (step.isAlone) for (const migration of step.migrations) await runAlone(client, migration, log)
      else
        await withoutBlocking(client, log, async () => {
          // Until the last step, the previous release's views must do, because ours may need what is still missing.
          if (step === last) await client.query(dropViews())
          await apply(client, step.migrations)
          if (step === last) await grantPrivileges(client)
        })
    }
    if (pending.length > 0) log(`applied ${pending.length} database migration(s)`)
  } finally {
    // Releases the lock and any open transaction.
    await client.end()
  }
}

async function takeMigrationLock(client: pg.Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [MIGRATION_LOCK])
  if (rows[0]?.taken) return
  log('waiting for another process that migrates or restores the database')
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
}

const LOCK_WAIT_MS = 500
const LOCK_TRIES = 240

/** Other queries queue up behind a pending table lock, so this gives up quickly, lets them run, and retries. */
async function withoutBlocking(
  client: pg.Client,
  log: (line: string) => void,
  work: () => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || tries === LOCK_TRIES) throw error
      if (tries === 1) log('a table that must change is in use; trying again until it is free')
      await sleep(LOCK_WAIT_MS)
    }
  }
}

export async function isMigrated({ system }: Pick<Database, 'system'>): Promise<boolean> {
  const { rows } = await system.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  )
  const newest = knownMigrations().at(-1)
  return Number(rows[0]?.newest ?? 0) >= (newest?.folderMillis ?? 0)
}

export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder })

async function appliedMigrations(client: pg.Client): Promise<number[]> {
  const table = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (table.rows[0].name === null) return []
  const { rows } = await client.query<{ created_at: string }>('select created_at from drizzle.__drizzle_migrations')
  return rows.map((row) => Number(row.created_at))
}

function pendingMigrations(applied: number[], known: MigrationMeta[]): MigrationMeta[] {
  const newestKnown = known.at(-1)?.folderMillis ?? 0
  if (applied.some((at) => at > newestKnown))
    throw new DatabaseStartError(
      'The database was migrated by a newer version of Tidings; start that version, or restore a backup made before it.',
    )
  return known.filter(({ folderMillis }) => !applied.includes(folderMillis))
}

export async function apply(client: pg.Client, migrations: MigrationMeta[]): Promise<void> {
  await client.query(`
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`)
  for (const migration of migrations) {
    for (const statement of migration.sql) await client.query(statement.replace(CONCURRENTLY, ''))
    await record(client, migration)
  }
}

async function privilegesGranted(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select has_table_privilege('tidings_app', 'companies', 'select') as granted`)
  return rows[0].granted
}
