import { request } from 'node:http'
import pg from 'pg'
import { freezeRepeatedly, keep, takeFiles } from './load.ts'
import type { Operation } from './operation.ts'

type Injection = {
  what: string
  alerts: string[]
  /** Returns the repair. */
  inject: (operation: Operation) => Promise<() => Promise<unknown>>
}

const WEBHOOK = '/api/webhooks/stripe'

export const injections: Injection[] = [
  {
    what: 'webhooks arrive for another host',
    alerts: ['TidingsWebhooksMisdirected'],
    inject: async ({ url }) => keep(200, () => postTo(url, 'old-name.example')),
  },
  {
    what: 'the worker is stopped, and has been away for hours',
    alerts: ['TidingsProcessDown', 'TidingsJobsLate', 'TidingsPaymentsLate', 'TidingsPollingLate'],
    async inject({ stopProcess, startProcess, sql }) {
      await stopProcess('worker')
      await sql(`insert into watches (source, kind, url, every_seconds, next_at)
        values ('company-site', 'feed', 'http://127.0.0.1:9/late', 3600, now() - interval '2 hours')`)
      await sql(`insert into webhook_events (id, type, created_at, received_at)
        values ('evt_late', 'invoice.paid', now(), now() - interval '20 minutes')`)
      await sql(`insert into pgboss.job (name, data, start_after)
        values ('billing.event', '{"id":"evt_late"}', now() - interval '20 minutes')`)
      return () => startProcess('worker')
    },
  },
  {
    what: 'the database is down',
    alerts: ['TidingsDatabaseUnreadable'],
    async inject({ database }) {
      await database.kill()
      return database.start
    },
  },
  {
    what: 'a table is gone',
    alerts: ['TidingsRequestsFail'],
    async inject({ sql, person }) {
      await sql('alter table companies rename to companies_away')
      const stop = keep(200, () => person.get('/api/companies'))
      return async () => {
        await stop()
        await sql('alter table companies_away rename to companies')
      }
    },
  },
  {
    what: 'the network to the database is slow',
    alerts: ['TidingsRequestsSlow'],
    async inject({ path, person }) {
      path.set('slow')
      const stop = keep(100, () => Promise.all([1, 2, 3, 4].map(() => person.get('/api/companies'))))
      return async () => {
        path.set('clear')
        await stop()
      }
    },
  },
  {
    what: 'the mail server refuses, until an email is given up',
    alerts: ['TidingsMailFails', 'TidingsJobsGivenUp'],
    async inject({ mail, url, sql }) {
      mail.state.mood = 'refusing'
      const body = JSON.stringify({ email: 'person-1@example.com' })
      const recover = () => fetch(`${url}/auth/v1/recover`, { method: 'POST', headers: JSON_BODY, body })
      const stop = keep(500, recover)
      const stopGivingUp = keep(1000, () => sql(`update pgboss.job set retry_limit = 0 where name = 'auth.email'`))
      return async () => {
        await Promise.all([stop(), stopGivingUp()])
        mail.state.mood = 'well'
      }
    },
  },
  {
    what: 'signatures are guessed',
    alerts: ['TidingsBadSignatures'],
    inject: async ({ url }) => keep(100, () => postTo(url, new URL(url).host)),
  },
  {
    what: 'many sources fail at once',
    alerts: ['TidingsSourcesFail'],
    async inject({ sql }) {
      await sql(`insert into watches (source, kind, url, every_seconds, next_at, failures)
        select 'company-site', 'feed', 'http://127.0.0.1:9/' || n, 3600, now(), 5 from generate_series(1, 60) as n`)
      await sql(`insert into pgboss.job (name, data) values ('news.poll', '{}')`)
      return async () => {}
    },
  },
  {
    what: 'somebody holds a lock that every request needs',
    alerts: ['TidingsPoolExhausted'],
    async inject({ database, person }) {
      const holder = new pg.Client({ ...database.connection, database: 'tidings' })
      await holder.connect()
      await holder.query('begin; lock table companies in access exclusive mode')
      const askers = Array.from({ length: 60 }, () => keep(20, () => person.get('/api/companies')))
      return async () => {
        await holder.end()
        await Promise.all(askers.map((stop) => stop()))
      }
    },
  },
  {
    what: 'the event loop is blocked most of the time',
    alerts: ['TidingsEventLoopBlocked'],
    inject: async ({ web }) => freezeRepeatedly(web().pid),
  },
  {
    what: 'connections take all file descriptors',
    alerts: ['TidingsFilesRunOut'],
    inject: ({ web, url }) => takeFiles(web().pid, url),
  },
  {
    what: 'memory grows, and the process is restarted',
    alerts: ['TidingsMemoryHigh'],
    async inject({ web, stopProcess, startProcess }) {
      process.kill(web().pid, 'SIGUSR2')
      return async () => {
        await stopProcess('web')
        await startProcess('web')
      }
    },
  },
]

const JSON_BODY = { 'content-type': 'application/json' }

/** `fetch` doesn't send another host. */
const postTo = (url: string, host: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { ...JSON_BODY, host, 'stripe-signature': 't=1,v1=guessed' }
    const sent = request(url + WEBHOOK, { method: 'POST', headers }, (response) => {
      response.resume()
      response.once('end', resolve)
    })
    sent.once('error', reject)
    sent.end('{}')
  })
