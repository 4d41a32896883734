import { sql, type SQL } from 'drizzle-orm'
import type { Database, Queries } from '../../database/open.ts'
import type { Clock, Log } from '../../ports.ts'
import { tellNews } from './tell-news.ts'
import type { Briefs, Whose } from './write-briefs.ts'

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
      await tellNews(queries, await briefs.curate(queries, whose, clock()))
      return whose.subjectIds.length + whose.companyIds.length
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
    async subjects(subjectIds: number[]): Promise<void> {
      const only = sql`subject_id = any(${sql.param(subjectIds)}::int[])`
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
  const { rows } = await queries.execute<{ subject_id: number | null; company_id: number | null }>(sql`
    select subject_id, company_id from news where sentences = 0 and ${only} order by id limit ${most}
    for update skip locked`)
  return {
    subjectIds: [...new Set(rows.flatMap((row) => row.subject_id ?? []))],
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
