import type { Database } from '../database/open.ts'
import type { Sample } from './exposition.ts'
import type { MetricReader } from './http-metrics.ts'
import { isAddressRefused } from '../email/refusal.ts'
import type { EmailTransport } from '../email/transport.ts'

type QueueRow = { name: string; waiting: number; oldest: number }
type BacklogRow = { waiting: number; failing: number; oldest: number }

export function operationMetrics(database: Pick<Database, 'execute' | 'pools'>): MetricReader[] {
  const queue = async (read: (row: QueueRow) => number): Promise<Sample[]> =>
    (await queueBacklog(database)).map((row) => ({ labels: { queue: row.name }, value: read(row) }))
  const webhooks = async (read: (row: BacklogRow) => number): Promise<number> => read(await oldestWebhook(database))
  return [
    {
      name: 'job_queue_depth',
      help: 'Due jobs waiting for a worker',
      read: () => queue(({ waiting }) => waiting),
    },
    {
      name: 'job_queue_oldest_seconds',
      help: 'Age of the oldest due job',
      read: () => queue(({ oldest }) => oldest),
    },
    {
      name: 'database_pool_connections',
      help: 'Database connections of this process',
      isReadFirst: true,
      read: async () =>
        database.pools().flatMap(({ pool, total, idle }) => [
          { labels: { pool, state: 'busy' }, value: total - idle },
          { labels: { pool, state: 'idle' }, value: idle },
        ]),
    },
    {
      name: 'database_pool_waiting',
      help: 'Requests and jobs waiting for a database connection',
      isReadFirst: true,
      read: async () => database.pools().map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
    },
    {
      name: 'webhook_backlog',
      help: 'Payment webhooks received but not processed',
      read: () => webhooks(({ waiting }) => waiting),
    },
    {
      name: 'webhook_backlog_oldest_seconds',
      help: 'Age of the oldest unprocessed webhook',
      read: () => webhooks(({ oldest }) => oldest),
    },
  ]
}

/** Due jobs by queue, with the age of the oldest in seconds. */
export async function queueBacklog(database: Pick<Database, 'execute'>): Promise<QueueRow[]> {
  return (await database.execute(QUEUE)).rows as QueueRow[]
}

export async function oldestWebhook(database: Pick<Database, 'execute'>): Promise<BacklogRow> {
  return (await database.execute(WEBHOOKS)).rows[0] as BacklogRow
}

export function measuredTransport(mail: EmailTransport): { mail: EmailTransport; metrics: MetricReader[] } {
  let sent = 0
  let failed = 0
  return {
    mail: {
      ...mail,
      async send(email) {
        try {
          await mail.send(email)
          sent += 1
        } catch (error) {
          // Says something about the address, not about the mail server.
          if (!isAddressRefused(error)) failed += 1
          throw error
        }
      },
    },
    metrics: [
      { name: 'mail_sent_total', help: 'Emails sent', type: 'counter', read: async () => sent },
      {
        name: 'mail_failures_total',
        help: 'Failed attempts to send an email',
        type: 'counter',
        read: async () => failed,
      },
    ],
  }
}

/** The queue's own jobs also run in processes that run no others. */
export const OF_PRODUCT = String.raw`name not like E'\\_\\_%'`

const QUEUE = `
  select queue.name, count(job.id)::int as waiting,
    coalesce(extract(epoch from now() - min(job.start_after)), 0)::float as oldest
  from pgboss.queue left join pgboss.job
    on job.name = queue.name and job.state < 'active' and job.start_after <= now()
  where queue.${OF_PRODUCT} group by queue.name order by queue.name`

const WEBHOOKS = `
  select count(*)::int as waiting, count(error)::int as failing,
    coalesce(extract(epoch from now() - min(received_at)), 0)::float as oldest
  from webhook_events where processed_at is null`
