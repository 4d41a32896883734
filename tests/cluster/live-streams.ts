import { setTimeout as sleep } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import type { Person } from './people.ts'
import type { PostgresServer } from './postgres-server.ts'

/** Collects the companies whose news this process announces to a page. Reconnects like a browser. */
export async function openStream(url: string, { headers }: Person) {
  const ending = new AbortController()
  const received = new Set<number>()
  let lastId: string | undefined
  const ready = Promise.withResolvers<void>()
  const parser = createParser({
    onEvent: ({ event, data, id }) => {
      if (id !== undefined) lastId = id
      // Events before this one may be missed; later ones are not.
      if (event === 'ready') ready.resolve()
      if (event === 'news') received.add((JSON.parse(data) as { companyId: number }).companyId)
    },
  })
  const connect = () =>
    fetch(`${url}/api/events`, {
      headers: { ...headers, ...(lastId && { 'last-event-id': lastId }) },
      signal: ending.signal,
    })
  const read = async ({ ok, body }: Response) => {
    const decoder = new TextDecoder()
    if (ok) for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
  }
  const keepReading = async (first: Response) => {
    await read(first).catch(() => {})
    while (!ending.signal.aborted) {
      await sleep(200)
      parser.reset()
      await connect()
        .then(read)
        .catch(() => {})
    }
  }
  void keepReading(await connect())
  await ready.promise
  return { received, close: () => ending.abort() }
}

/** Publishes the way the pipeline does, in one transaction. Not as `headlines`, which the next curation deletes. */
export const publishNews = (primary: PostgresServer) =>
  primary.query(
    `begin;
     insert into briefs (tracked_company_id, status, body, published_at, created_at)
       select id, 'extractive', '[]'::jsonb, now(), now() from tracked_companies;
     select pg_notify('tidings_news', (select json_agg(id) from tracked_companies)::text);
     commit`,
    'tidings',
  )

export const isTracked = async (primary: PostgresServer): Promise<boolean> =>
  (await primary.query('select from companies where tracked_company_id is null', 'tidings')).length === 0
