import { createHash, createECDH } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { nextDigestAt } from '#domain/mailings/schedule.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import { createMailings, type MailingJob } from '../../mailings/mailings.ts'
import { createPushSender } from '../../mailings/push/deliver.ts'
import { vapidKeys } from '../../mailings/push/devices.ts'
import { createCoverageReader } from '../../news/read/coverage.ts'
import type { KeyedHash } from '../../auth/auth.ts'
import type { Database } from '../../platform/database/open.ts'
import { openEmailTransport } from '../../platform/email/transport.ts'
import type { Log } from '../../platform/log.ts'
import type { Fetch } from '../../platform/fetch/fetch.ts'
import type { JobName, Queue } from '../../platform/queue/queue.ts'
import type { Happened, Plan } from './mailing-plan.ts'

/** The points at which a worker may be killed. */
export const KILL_POINTS = [
  'before the transaction',
  'before the commit',
  'after the commit',
  'before enqueuing',
  'after enqueuing',
  'before the jobs',
  'before sending',
  'after sending',
  'before the job is done',
  'after the job is done',
  'after the clock',
] as const
export type KillPoint = (typeof KILL_POINTS)[number]

type Execute = (text: string, values?: unknown[]) => Promise<unknown>

/** Creates the readers with their companies, and the simulation's own tables, which outlive a killed worker. */
export async function seedSimulation(execute: Execute, { from, readers, companiesEach }: Plan): Promise<void> {
  await execute(
    `create table simulated_jobs (id bigint primary key generated always as identity, name text not null, payload jsonb not null)`,
  )
  // A device shows one notification per tag, however often it receives it.
  await execute(`create table simulated_notices (endpoint text, topic text, primary key (endpoint, topic))`)
  await execute(`create table simulated_clock (at timestamptz not null)`)
  await execute(`grant all on simulated_jobs, simulated_clock, simulated_notices to tidings_app, tidings_system`)
  const before = new Date(from.getTime() - 1)
  await execute(`insert into simulated_clock values ($1)`, [before])
  const added = new Date(from.getTime() - 200 * DAY_MS)
  for (const [at, { id, schedule, rule }] of readers.entries()) {
    const { digest, weekday, hour, timeZone } = schedule
    await execute(`insert into users (id, email, trial_ends_at, created_at) values ($1, $2, $3, $4)`, [
      id,
      `reader${at}@example.com`,
      new Date(from.getTime() + 999 * DAY_MS),
      added,
    ])
    await execute(
      `insert into mailing_preferences (user_id, digest, weekday, hour, time_zone, next_digest_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, digest, weekday, hour, timeZone, nextDigestAt(schedule, before), added],
    )
    await execute(`insert into alert_rules (user_id, events, delivery, created_at) values ($1, $2, $3, $4)`, [
      id,
      rule.events,
      rule.delivery,
      from,
    ])
    await execute(
      `insert into push_devices (user_id, endpoint, endpoint_hash, p256dh, auth, server_key, user_agent, created_at)
       values ($1, $2, $2, $3, $4, $5, 'Phone', $6)`,
      [id, `https://push.example/${at}`, browserKey(), 'A'.repeat(22), vapidKeys(simulatedHash)[0]?.publicKey, added],
    )
    for (let company = at * companiesEach; company < (at + 1) * companiesEach; company += 1)
      await execute(
        `with tracked as (insert into tracked_companies (site, name, created_at) values ($2, $3, $4) returning id)
         insert into companies (user_id, name, name_key, host_key, website, tracked_company_id, created_at)
         select $1, $3, lower($3), $2, 'https://' || $2, tracked.id, $4 from tracked`,
        [id, `company${company}.example`, `Company${company}`, added],
      )
  }
}

const simulatedHash: KeyedHash = (purpose, value) => [
  createHash('sha256').update(`${purpose} ${value}`).digest('base64url'),
]

function browserKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair.getPublicKey('base64url')
}

type Needs = { database: Database; plan: Plan; reach?: (point: KillPoint) => void; log?: Log }

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** Continues from the stored clock. Whatever a killed worker was doing is done again. */
export async function simulateMailings({ database, plan, reach = () => {}, log = silent }: Needs): Promise<void> {
  const { rows } = await database.system.execute<{ at: string }>(sql`select at from simulated_clock`)
  const reached = new Date(rows[0]?.at ?? 0)
  let now = reached
  const clock = () => now
  const watched = watchedDatabase(database, reach)
  const outbox = openEmailTransport({ kind: 'outbox', from: '', postalAddress: '' }, { database, clock })
  const mailings = createMailings({
    database: watched,
    clock,
    log,
    queue: tableQueue(reach),
    suppressions: { find: async () => null },
    mail: {
      async send(email) {
        reach('before sending')
        await outbox.send(email)
        reach('after sending')
      },
    },
    hash: simulatedHash,
    publicUrl: 'https://tidings.example',
    postalAddress: '',
    supportEmail: 'help@tidings.example',
    coverage: createCoverageReader({ database, clock }).summarizeCoverage,
  })
  const sender = createPushSender({
    database: watched,
    clock,
    log,
    queue: tableQueue(reach),
    hash: simulatedHash,
    fetch: pushService(database, reach),
    mail: outbox,
    publicUrl: 'https://tidings.example',
    supportEmail: 'help@tidings.example',
  })
  let next = 0
  let isBegun = reached <= plan.from
  for (;;) {
    // Repeats the minute in which a worker was killed.
    const tick = isBegun ? await nextTick(database, now, plan.events[next]?.at) : reached
    isBegun = true
    if (tick > plan.end) return
    now = tick
    await database.system.execute(sql`update simulated_clock set at = ${tick.toISOString()}::timestamptz`)
    reach('after the clock')
    for (let event = plan.events[next]; event && event.at <= tick; event = plan.events[(next += 1)])
      if (minuteAfter(event.at) >= reached) await happen(database, event)
    await mailings.run()
    reach('before the jobs')
    await runJobs(database, { deliver: mailings.deliver, push: sender.run }, reach)
    // It also runs every minute, to pick up what a killed worker had claimed.
    await sender.run()
  }
}

/** The job runs every minute; this is the next minute in which it has anything to do. */
async function nextTick({ system }: Database, now: Date, newsAt: Date | undefined): Promise<Date> {
  const { rows } = await system.execute<{ at: string | null }>(
    sql`select least((select min(next_attempt_at) from push_deliveries), min(next_digest_at), min(coalesce(next_alert_at, '-infinity')) filter (where wants_alerts and exists (
      select from alert_rules where alert_rules.user_id = mailing_preferences.user_id and delivery = 'at-once'))) as at
    from mailing_preferences`,
  )
  const due = rows[0]?.at
  const soon = now.getTime() + MINUTE_MS
  const times = [newsAt?.getTime(), due === '-infinity' ? 0 : due ? Date.parse(due) : undefined]
  const first = Math.min(...times.filter((time) => time !== undefined))
  return new Date(Math.max(minuteAfter(new Date(first)).getTime(), Math.floor(soon / MINUTE_MS) * MINUTE_MS))
}

const minuteAfter = (at: Date) => new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS)

async function happen(database: Database, event: Happened): Promise<void> {
  const company = `company${event.company}.example`
  if (event.kind === 'join') {
    await database.execute(
      `update tracked_company_articles set story_id = (select coalesce(story_id, article_id) from tracked_company_articles older
         where older.article_id = (select id from articles where key = $2) and older.tracked_company_id = tracked_company_articles.tracked_company_id)
       where article_id = (select id from articles where key = $1) or story_id = (select id from articles where key = $1)`,
      [event.key, event.story],
    )
    return
  }
  const { key, title, publishedAt, eventType, weight, story, at } = event
  await database.execute(
    `with article as (
       insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at, is_classified)
       values ($1, $1, $2, '', $3, 'second', 'press', '{}', $4, true) on conflict do nothing returning id)
     insert into tracked_company_articles (tracked_company_id, article_id, published_at, linked_at, source, score, evidence, event_type, extracted_facts, weight, story_id)
     select tracked_companies.id, article.id, $3, $4, 'press', 1, '[]', $5, '[]', $6::real, (
       select coalesce(link.story_id, link.article_id) from articles root join tracked_company_articles link on link.article_id = root.id where root.key = $7)
     from article, tracked_companies where site = $8`,
    [key, title, publishedAt, at, eventType, weight, story, company],
  )
}

const watchedDatabase = (database: Database, reach: (point: KillPoint) => void): Database => ({
  ...database,
  async asUser(userId, work) {
    reach('before the transaction')
    const result = await database.asUser(userId, async (queries) => {
      const done = await work(queries)
      reach('before the commit')
      return done
    })
    reach('after the commit')
    return result
  },
})

/** Delivers at least once, like the real queue. */
const tableQueue = (reach: (point: KillPoint) => void): Queue => ({
  async enqueue(queries, name, payload) {
    reach('before enqueuing')
    await queries.execute(
      sql`insert into simulated_jobs (name, payload) values (${name}, ${JSON.stringify(payload)}::jsonb)`,
    )
    reach('after enqueuing')
  },
})

const pushService =
  ({ system }: Database, reach: (point: KillPoint) => void): Fetch =>
  async ({ url, post }) => {
    reach('before sending')
    await system.execute(
      sql`insert into simulated_notices values (${url}, ${post?.headers.topic}) on conflict do nothing`,
    )
    reach('after sending')
    return { url, status: 201, headers: {}, bytes: Buffer.of(), notModified: false }
  }

type Work = { deliver: (job: MailingJob) => Promise<void>; push: () => Promise<void> }

async function runJobs({ system }: Database, work: Work, reach: (point: KillPoint) => void): Promise<void> {
  for (;;) {
    const { rows } = await system.execute<{ id: string; name: JobName; payload: MailingJob }>(
      sql`select id, name, payload from simulated_jobs order by id limit 1`,
    )
    const [job] = rows
    if (!job) return
    await (job.name === 'mailings.push' ? work.push() : work.deliver(job.payload))
    reach('before the job is done')
    await system.execute(sql`delete from simulated_jobs where id = ${job.id}`)
    reach('after the job is done')
  }
}
