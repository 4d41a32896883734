import { z } from 'zod'

/** Also the thresholds of the alerts in docs/monitoring; a test compares the two. */
export const LATE_SECONDS = { jobs: 900, payments: 900, polling: 3600 }
const SLOW_JOBS_SECONDS = 120
const SILENT_WORKERS_SECONDS = 300
const SLOW_DATABASE_MS = 250
const FULL_SHARE = 0.8
/** Some sites are always broken; if this many are, the network is the problem. */
const FAILING_SHARE = 0.3
const FEW_SOURCES = 10
const REPLICA_LAG_SECONDS = 30
const SLOT_BYTES = 1024 ** 3

const HealthCheck = z.object({
  name: z.string(),
  state: z.enum(['good', 'warn', 'bad']),
  text: z.string(),
  /** What the operator should do; null if nothing. */
  action: z.string().nullable(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const Health = z.object({ checkedAt: z.string(), checks: z.array(HealthCheck) })
export type Health = z.infer<typeof Health>

export type Measured = {
  database: { ms: number; connections: number; maxConnections: number; perProcess: number; bytes: number }
  replicas: { name: string; isStreaming: boolean; lagSeconds: number | null; retainedBytes: number }[]
  /** Null until the first job has finished. */
  workers: { silentSeconds: number | null }
  jobs: { due: number; oldestSeconds: number; oldestJob: string | null; parked: number }
  sources: { polled: number; failing: number; overdueSeconds: number }
  /** Names of search services that refuse our key. */
  refusedKeys: string[]
  /** Webhooks of the last hour that were sent to another host; the latest of its hosts. */
  misdirected: { count: number; host: string | null }
  mail: { isSent: boolean; retrying: number; parked: number; problem: string | null }
  /** `failing` of those waiting have been tried in vain; `problem` is the provider's. */
  payments: { waiting: number; failing: number; oldestSeconds: number; problem: string | null }
}

type Finding = Omit<HealthCheck, 'name'>

const good = (text: string): Finding => ({ state: 'good', text, action: null })
const warn = (text: string, action: string): Finding => ({ state: 'warn', text, action })
const bad = (text: string, action: string): Finding => ({ state: 'bad', text, action })

/** Worst first; among equals, what the others depend on comes first. */
export function assessHealth(measured: Measured): HealthCheck[] {
  const checks: HealthCheck[] = [
    { name: 'Database', ...databaseHealth(measured.database) },
    ...measured.replicas.map((replica) => ({ name: `Replica ${replica.name}`, ...replicaHealth(replica) })),
    { name: 'Workers', ...workerHealth(measured.workers) },
    { name: 'Job queue', ...jobHealth(measured.jobs) },
    { name: 'Sources', ...sourceHealth(measured.sources) },
    ...measured.refusedKeys.map((name) => ({ name, ...REFUSED_KEY })),
    { name: 'Email', ...mailHealth(measured.mail) },
    { name: 'Payment events', ...paymentHealth(measured.payments) },
    { name: 'Incoming webhooks', ...addressHealth(measured.misdirected) },
  ]
  const rank = { bad: 0, warn: 1, good: 2 }
  return checks.toSorted((a, b) => rank[a.state] - rank[b.state])
}

function databaseHealth({ ms, connections, maxConnections, perProcess, bytes }: Measured['database']): Finding {
  const text = `Answered in ${Math.round(ms)} ms. ${connections} of ${maxConnections} connections in use, ${sizeText(bytes)} stored.`
  if (connections > maxConnections * FULL_SHARE)
    return bad(
      text,
      `Raise max_connections, put a pooler in front, or run fewer processes. Each one uses up to ${perProcess}.`,
    )
  if (ms > SLOW_DATABASE_MS)
    return warn(text, 'Check the load and disk of the database server, and long transactions in pg_stat_activity.')
  return good(text)
}

function replicaHealth({ isStreaming, lagSeconds, retainedBytes }: Measured['replicas'][number]): Finding {
  if (!isStreaming) {
    const text = `Not connected. The primary keeps ${sizeText(retainedBytes)} of changes for it.`
    const action = 'Start the replica, or drop its replication slot before the disk of the primary fills up.'
    return retainedBytes > SLOT_BYTES ? bad(text, action) : warn(text, action)
  }
  if (lagSeconds === null)
    return good('Connected. Grant pg_read_all_stats to tidings_system to see how far it is behind.')
  const text = `${secondsText(lagSeconds)} behind.`
  return lagSeconds > REPLICA_LAG_SECONDS
    ? warn(text, 'Check the disk and network of the replica, and long queries on it. Do not fail over to it now.')
    : good(text)
}

function workerHealth({ silentSeconds }: Measured['workers']): Finding {
  const action = 'Start a process with ROLE=worker or ROLE=all. If one runs, look for “job queue” errors in its log.'
  if (silentSeconds === null) return warn('No job has finished yet.', action)
  const text = `The last job finished ${secondsText(silentSeconds)} ago.`
  return silentSeconds > SILENT_WORKERS_SECONDS ? bad(text, action) : good(text)
}

function jobHealth({ due, oldestSeconds, oldestJob, parked }: Measured['jobs']): Finding {
  const waiting =
    due === 0
      ? 'Nothing is waiting.'
      : `${countText(due, 'job', 'jobs')} due, ${oldestJob} for ${secondsText(oldestSeconds)}.`
  if (oldestSeconds > LATE_SECONDS.jobs)
    return bad(waiting, 'Add workers. If there are enough, check under Jobs which job does not finish.')
  if (parked > 0)
    return warn(
      `${waiting} ${countText(parked, 'job is', 'jobs are')} parked after repeated failures.`,
      'Open Jobs, read the reason, and retry or discard each.',
    )
  if (oldestSeconds > SLOW_JOBS_SECONDS) return warn(waiting, 'If it lasts, add workers.')
  return good(waiting)
}

function sourceHealth({ polled, failing, overdueSeconds }: Measured['sources']): Finding {
  const text =
    polled === 0
      ? 'Nothing has been polled yet.'
      : `${numberText(failing)} of ${countText(polled, 'address', 'addresses')} failing.`
  if (overdueSeconds > LATE_SECONDS.polling)
    return bad(`${text} Polling is ${secondsText(overdueSeconds)} late.`, 'Add workers, or raise GATHER_EVERY.')
  if (polled >= FEW_SOURCES && failing > polled * FAILING_SHARE)
    return bad(
      text,
      'When this many fail at once, the cause is usually your own network. Check DNS and outgoing traffic of the workers.',
    )
  return good(text)
}

const REFUSED_KEY = warn(
  'The service refuses our key, so it is not asked.',
  'Check the key in the settings and the account at the service, then restart.',
)

function mailHealth({ isSent, retrying, parked, problem }: Measured['mail']): Finding {
  const reason = problem ? ` The latest reason: ${problem}` : ''
  if (parked > 0)
    return bad(
      `${countText(parked, 'email was', 'emails were')} given up.${reason}`,
      'Check SMTP_URL and the mail server, then retry them under Jobs.',
    )
  if (retrying > 0)
    return warn(`${countText(retrying, 'email is', 'emails are')} being retried.${reason}`, 'Check the mail server.')
  if (!isSent) return warn('Emails are stored in the outbox and not sent.', 'Set SMTP_URL to send them.')
  return good('No email is being retried.')
}

function paymentHealth({ waiting, failing, oldestSeconds, problem }: Measured['payments']): Finding {
  const events =
    waiting === 0
      ? 'All received events are processed.'
      : `${countText(waiting, 'event is', 'events are')} waiting, the oldest for ${secondsText(oldestSeconds)}.`
  const why = 'Check under Jobs why billing.event fails. People may have paid without getting access.'
  if (problem)
    return bad(
      `${events} ${problem}`,
      'Check outgoing traffic, the provider’s status page and the STRIPE_ settings. Until then, nobody can pay.',
    )
  if (oldestSeconds > LATE_SECONDS.payments) return bad(events, why)
  return failing > 0
    ? warn(`${events} ${countText(failing, 'has', 'have')} failed and will be retried.`, why)
    : good(events)
}

function addressHealth({ count, host }: Measured['misdirected']): Finding {
  if (count === 0) return good('None was refused for its host within the last hour.')
  // Not worse, because anyone can send such a request.
  return warn(
    `${countText(count, 'webhook was', 'webhooks were')} refused within the last hour, the latest for ${host}.`,
    'Give the provider the address in PUBLIC_URL, and let the proxy pass the Host header on unchanged.',
  )
}

const numberText = (count: number) => count.toLocaleString('en-US')

const countText = (count: number, one: string, many: string) => `${numberText(count)} ${count === 1 ? one : many}`

function secondsText(seconds: number): string {
  if (seconds < 60) return countText(Math.round(seconds), 'second', 'seconds')
  if (seconds < 3600) return countText(Math.round(seconds / 60), 'minute', 'minutes')
  if (seconds < 2 * 86_400) return countText(Math.round(seconds / 3600), 'hour', 'hours')
  return countText(Math.round(seconds / 86_400), 'day', 'days')
}

function sizeText(bytes: number): string {
  if (bytes < 1024 ** 3) return `${Math.max(1, Math.round(bytes / 1024 ** 2))} MB`
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`
}
