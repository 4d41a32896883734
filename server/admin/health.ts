import { sql } from 'drizzle-orm'
import { assessHealth, type Health, type Measured } from '#domain/admin/health.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import { BAD_STATES } from '#domain/news/coverage-state.ts'
import type { Clock } from '#domain/time.ts'
import type { BillingAdministration } from '../billing/admin-actions.ts'
import { MAIL_JOBS } from '../job-payloads.ts'
import { watchStore } from '../news/polling/watch-store.ts'
import type { Database } from '../platform/database/open.ts'
import { withoutPeople } from '../platform/email/refusal.ts'
import type { WrongHosts } from '../platform/http/wrong-hosts.ts'
import { OF_PRODUCT, oldestWebhook, queueBacklog } from '../platform/metrics/operation-metrics.ts'

type Needs = {
  database: Database
  clock: Clock
  billing: Pick<BillingAdministration, 'providerProblem'>
  isMailSent: boolean
  wrongHosts: Pick<WrongHosts, 'recentWebhooks'>
}

export async function systemHealth({ database, clock, billing, isMailSent, wrongHosts }: Needs): Promise<Health> {
  const now = clock()
  // First and alone, so that the other checks don't slow it down.
  const basics = await databaseBasics(database)
  const [replicas, backlog, jobs, sources, refusedKeys, mail, webhooks, problem] = await Promise.all([
    replication(database),
    queueBacklog(database),
    finishedJobs(database),
    polling(database, now),
    refusedSearches(database),
    undelivered(database),
    oldestWebhook(database),
    billing.providerProblem(),
  ])
  const due = backlog.reduce((sum, { waiting }) => sum + waiting, 0)
  const [oldest] = backlog.toSorted((a, b) => b.oldest - a.oldest)
  const measured: Measured = {
    database: basics,
    replicas,
    workers: { silentSeconds: jobs.silent },
    jobs: {
      due,
      oldestSeconds: oldest?.oldest ?? 0,
      oldestJob: due > 0 && oldest ? oldest.name : null,
      parked: jobs.parked,
    },
    sources,
    refusedKeys,
    misdirected: wrongHosts.recentWebhooks(),
    mail: { isSent: isMailSent, ...mail },
    payments: { waiting: webhooks.waiting, failing: webhooks.failing, oldestSeconds: webhooks.oldest, problem },
  }
  return { checkedAt: now.toISOString(), checks: assessHealth(measured) }
}

async function databaseBasics(database: Database): Promise<Measured['database']> {
  const started = performance.now()
  await database.ping()
  const ms = performance.now() - started
  // Only pg_read_all_stats shows the type of other roles' connections; those of clients have a database.
  const { rows } = await database.system.execute<{ used: number; max: number; bytes: string }>(sql`
    select (select count(*) from pg_stat_activity where coalesce(backend_type = 'client backend', datid is not null))::int as used,
      current_setting('max_connections')::int as max, pg_database_size(current_database())::text as bytes`)
  return {
    ms,
    connections: rows[0]?.used ?? 0,
    maxConnections: rows[0]?.max ?? 0,
    // For requests, for the system, and those that listen for live events and for new jobs.
    perProcess: 2 * database.poolSize + 2,
    bytes: Number(rows[0]?.bytes),
  }
}

/** Includes inactive replication slots, for which changes pile up. */
async function replication(database: Database): Promise<Measured['replicas']> {
  const { rows } = await database.system.execute<{
    name: string
    streaming: boolean
    lag: number | null
    kept: string
  }>(
    sql`
      select coalesce(nullif(application_name, ''), 'unnamed') as name, true as streaming,
        case when state is not null then coalesce(extract(epoch from replay_lag), 0) end::float as lag, '0' as kept
      from pg_stat_replication
      union all
      select slot_name, false, null, coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::text
      from pg_replication_slots where not active
      order by 1`,
  )
  return rows.map(({ name, streaming, lag, kept }) => ({
    name,
    isStreaming: streaming,
    lagSeconds: lag,
    retainedBytes: Number(kept),
  }))
}

async function finishedJobs(database: Database): Promise<{ silent: number | null; parked: number }> {
  const { rows } = await database.system.execute<{ silent: number | null; parked: number }>(sql`
    select extract(epoch from now() - max(completed_on) filter (where state = 'completed' and ${sql.raw(OF_PRODUCT)}))::float
        as silent,
      count(*) filter (where state = 'failed')::int as parked
    from pgboss.job`)
  return rows[0] ?? { silent: null, parked: 0 }
}

async function polling(database: Database, now: Date): Promise<Measured['sources']> {
  const { rows } = await database.system.execute<{ polled: number; failing: number }>(sql`
    select count(*) filter (where state is not null)::int as polled,
      count(*) filter (where state = any(${sql.param(BAD_STATES)}))::int as failing
    from watches`)
  const overdueSeconds = await watchStore(database.system).overdueSeconds(now)
  return { polled: rows[0]?.polled ?? 0, failing: rows[0]?.failing ?? 0, overdueSeconds }
}

async function refusedSearches(database: Database): Promise<string[]> {
  const { rows } = await database.system.execute<{ source: string }>(
    sql`select source from search_pauses where refused_at is not null order by source`,
  )
  return rows.map(({ source }) => sourceText(source))
}

async function undelivered(database: Database): Promise<Pick<Measured['mail'], 'retrying' | 'parked' | 'problem'>> {
  const { rows } = await database.system.execute<{ retrying: number; parked: number; problem: string | null }>(sql`
    select count(*) filter (where state = 'retry')::int as retrying,
      count(*) filter (where state = 'failed')::int as parked,
      (array_agg(coalesce(output #>> '{cause,message}', output ->> 'message') order by created_on desc)
        filter (where output is not null))[1] as problem
    from pgboss.job where name = any(${sql.param(MAIL_JOBS)}) and state in ('retry', 'failed')`)
  const { retrying = 0, parked = 0, problem = null } = rows[0] ?? {}
  return { retrying, parked, problem: problem && withoutPeople(problem) }
}
