import { sql } from 'drizzle-orm'
import type { Database, Queries } from '../database/open.ts'
import type { Clock } from '../ports.ts'
import type { Source } from './ingest/source.ts'
import { PRESS, SITE } from './look.ts'
import { subjectKey, type SubjectKey } from './subject.ts'

const CHUNK = 2000
/** Names that are kept for examples: nobody is there to be asked. */
const RESERVED = String.raw`(^|\.)(example|test|invalid|localhost)$`

type Needs = {
  database: Database
  clock: Clock
  sources: Source[]
  pressFeeds: string[]
  slowestSeconds: number
  isSiteOn: boolean
}

type Unattached = { id: number; name: string; name_key: string; website: string | null }

export type Attach = ReturnType<typeof createAttach>

/** Gives companies their shared record, and shared records their watches. */
export function createAttach({ database, clock, sources, pressFeeds, slowestSeconds, isSiteOn }: Needs) {
  const perSubject = [
    ...(isSiteOn ? [SITE] : []),
    ...sources.filter(({ scope }) => scope === 'subject').map(({ name }) => name),
  ]

  async function attachChunk(queries: Queries, rows: Unattached[]): Promise<void> {
    const now = clock().toISOString()
    const keyed = rows.map((row) => ({
      id: row.id,
      subject: subjectKey({ name: row.name, nameKey: row.name_key, website: row.website }),
    }))
    const distinct = [...new Map(keyed.map(({ subject }) => [subject.key, subject])).values()]
    const column = (pick: (subject: SubjectKey) => string | null) => sql.param(distinct.map(pick))
    await queries.execute(sql`
      insert into subjects (key, website, domain, name, created_at)
      select row.*, ${now}::timestamptz from unnest(${column((s) => s.key)}::text[], ${column((s) => s.website)}::text[],
        ${column((s) => s.domain)}::text[], ${column((s) => s.name)}::text[]) as row
      on conflict (key) do nothing`)
    await queries.execute(sql`
      update companies set subject_id = subjects.id
      from unnest(${sql.param(keyed.map(({ id }) => id))}::int[], ${sql.param(keyed.map(({ subject }) => subject.key))}::text[]) as new (id, key)
      join subjects on subjects.key = new.key where companies.id = new.id`)
    await queries.execute(sql`
      insert into watches (subject_id, source, every_seconds, next_at)
      select subjects.id, source, ${slowestSeconds}::int, ${now}::timestamptz
      from subjects, unnest(${sql.param(perSubject)}::text[]) as source
      where subjects.key = any(${sql.param(distinct.map(({ key }) => key))}::text[])
        and (source <> ${SITE} or subjects.website is not null)
        and coalesce(subjects.domain, '') !~ ${RESERVED}
      on conflict do nothing`)
  }

  return {
    /** Every company that has no shared record yet gets one; safe to be called again and by many. */
    async adopt(): Promise<void> {
      for (let left = true; left;) {
        left = await database.asSystem(async (queries) => {
          const { rows } = await queries.execute<Unattached>(sql`
            select id, name, name_key, website from companies
            where subject_id is null order by id limit ${CHUNK} for update skip locked`)
          if (rows.length > 0) await attachChunk(queries, rows)
          return rows.length === CHUNK
        })
      }
    },

    /** The watches that are asked once for all. */
    async watchForEverybody(): Promise<void> {
      const now = clock().toISOString()
      const wanted = [
        ...sources
          .filter(({ scope }) => scope === 'everybody')
          .map(({ name }) => ({ source: name as string, address: '' })),
        ...pressFeeds.map((address) => ({ source: PRESS, address })),
      ]
      await database.asSystem((queries) =>
        queries.execute(sql`
          insert into watches (source, address, every_seconds, next_at)
          select row.*, ${slowestSeconds}::int, ${now}::timestamptz
          from unnest(${sql.param(wanted.map(({ source }) => source))}::text[], ${sql.param(wanted.map(({ address }) => address))}::text[]) as row
          on conflict do nothing`),
      )
    },
  }
}
