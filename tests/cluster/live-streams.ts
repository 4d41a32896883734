import { createParser } from 'eventsource-parser'
import type { Person } from './people.ts'
import type { PostgresServer } from './postgres-server.ts'

/** The companies whose news the page of this process was notified of. */
export async function openStream(url: string, { headers }: Person) {
  const ending = new AbortController()
  const received = new Set<number>()
  const response = await fetch(`${url}/api/events`, { headers, signal: ending.signal })
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'news') received.add((JSON.parse(data) as { companyId: number }).companyId)
    },
  })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }))
  }
  void read().catch(() => {})
  return { received, close: () => ending.abort() }
}

/** As the pipeline does it: a brief of every tracked company and its notification in one transaction. */
export const publishNews = (primary: PostgresServer) =>
  primary.query(
    `begin;
     insert into briefs (tracked_company_id, status, body, published_at, created_at)
       select id, 'headlines', '[]'::jsonb, now(), now() from tracked_companies;
     select pg_notify('tidings_news', (select json_agg(id) from tracked_companies)::text);
     commit`,
    'tidings',
  )

export const isTracked = async (primary: PostgresServer): Promise<boolean> =>
  (await primary.query('select from companies where tracked_company_id is null', 'tidings')).length === 0
