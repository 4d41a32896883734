import { sql, type SQL } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { Clock, Log } from '../../ports.ts'
import { notifyNews, type Briefs, type Whose } from './write-briefs.ts'
import type { ArticleText, Curator } from '../engine/curate.ts'
import { briefStore } from './brief-store.ts'

/** As many as take a moment: whoever gathers meanwhile may wait for one of them. */
const AT_ONCE = 8

type Needs = { database: Database; clock: Clock; log: Log; briefs: Briefs }

export type CurateDue = ReturnType<typeof createCurateDue>

/** Writes the briefs anew of which there are but headlines. */
export function createCurateDue({ database, clock, log, briefs }: Needs) {
  let running: Promise<number> | null = null
  let isOpen = true

  const some = (most: number, only = sql`true`) =>
    database.asSystem(async (queries) => {
      const whose = await claim(queries, most, only)
      await notifyNews(queries, await briefs.curate(queries, whose, clock()))
      return whose.trackedCompanyIds.length + whose.companyIds.length
    })

  /** One that cannot be written anew must not keep the others waiting: it is told, and its headlines stand. */
  async function next(): Promise<number> {
    try {
      return await some(AT_ONCE)
    } catch (error) {
      log.error({ because: String(error) }, 'briefs could not be written anew')
    }
    try {
      return await some(1)
    } catch {
      return database.asSystem(letStand)
    }
  }

  async function work(withinMs: number): Promise<number> {
    const end = performance.now() + withinMs
    let done = 0
    for (let count = await next(); count > 0; count = isOpen && performance.now() < end ? await next() : 0)
      done += count
    return done
  }

  return {
    /** Until there is none, or the time is up; who asks meanwhile joins. */
    run(withinMs = 50_000): Promise<number> {
      if (!isOpen) return Promise.resolve(0)
      running ??= work(withinMs).finally(() => {
        running = null
      })
      return running
    },

    /** Those of these subjects alone, whoever else is waiting. */
    async trackedCompanies(trackedCompanyIds: number[]): Promise<void> {
      const only = sql`tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[])`
      for (let left = isOpen; left;) left = (await some(AT_ONCE, only)) > 0
    },

    /** What is under way is finished, nothing more is begun. */
    async close(): Promise<void> {
      isOpen = false
      await running?.catch(() => {})
    },
  }
}

/** The oldest that nobody else works on. */
async function claim(queries: Queries, most: number, only: SQL): Promise<Whose> {
  const { rows } = await queries.execute<{
    tracked_company_id: number | null
    company_id: number | null
  }>(sql`
    select tracked_company_id, company_id from news where sentences = 0 and ${only} order by id limit ${most}
    for update skip locked`)
  return {
    trackedCompanyIds: [...new Set(rows.flatMap((row) => row.tracked_company_id ?? []))],
    companyIds: [...new Set(rows.flatMap((row) => row.company_id ?? []))],
  }
}

async function letStand(queries: Queries): Promise<number> {
  const { rows } = await queries.execute(sql`
    update news set sentences = lines.n, verified = lines.n
    from (select id, greatest(1, cardinality(string_to_array(content, E'\n- ')) - 1) as n from news
      where sentences = 0 order by id limit 1 for update skip locked) as lines
    where news.id = lines.id returning news.id`)
  return rows.length
}

const BACKLOG_AT_ONCE = 100
const LONGEST_TEXT = 6000

type BacklogNeeds = { database: Database; log: Log; curator: Pick<Curator, 'judge'> }

export type ClassifyBacklog = ReturnType<typeof createClassifyBacklog>

/** What no brief has asked for yet is looked at here, the newest first, so that it is found under its section too. */
export function createClassifyBacklog({ database, log, curator }: BacklogNeeds) {
  const next = async (below: string | null) => {
    const { rows } = await database.system.execute<ArticleText & { id: string }>(sql`
      select id, title, left(text, ${LONGEST_TEXT}) as text, kind, facts from articles
      where event_type is null and (${below}::bigint is null or id < ${below}::bigint)
      order by id desc limit ${BACKLOG_AT_ONCE}`)
    return rows
  }

  return {
    async run(withinMs = 20_000): Promise<number> {
      const end = performance.now() + withinMs
      let done = 0
      for (let rows = await next(null); rows.length > 0 && performance.now() < end;) {
        const classified = await curator.judge(rows.map(({ id: _id, ...words }) => words)).catch((error: unknown) => {
          // What could not be looked at now is tried again in a minute; the older ones do not wait for it.
          log.error({ because: String(error) }, 'articles could not be judged')
          return []
        })
        const named = rows.flatMap(({ id }, at) => {
          const found = classified[at]
          return found ? [{ id, ...found }] : []
        })
        await database.asSystem((queries) => briefStore(queries).saveClassified(named))
        done += named.length
        rows = await next(rows.at(-1)?.id ?? null)
      }
      return done
    },
  }
}
