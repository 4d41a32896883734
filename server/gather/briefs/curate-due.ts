import { sql } from 'drizzle-orm'
import type { Database, Queries } from '../../database/open.ts'
import type { Clock } from '../../ports.ts'
import { tellNews } from './tell-news.ts'
import type { Briefs, Whose } from './write-briefs.ts'

/** As many as take a moment: whoever gathers meanwhile may wait for one of them. */
const AT_ONCE = 8

type Needs = { database: Database; clock: Clock; briefs: Briefs }

export type CurateDue = ReturnType<typeof createCurateDue>

/** Writes the briefs anew of which there are but headlines. */
export function createCurateDue({ database, clock, briefs }: Needs) {
  let running: Promise<number> | null = null
  let isOpen = true

  const some = () =>
    database.asSystem(async (queries) => {
      const whose = await claim(queries)
      await tellNews(queries, await briefs.curate(queries, whose, clock()))
      return whose.subjectIds.length + whose.companyIds.length
    })

  async function work(withinMs: number): Promise<number> {
    const end = performance.now() + withinMs
    let done = 0
    for (let count = await some(); count > 0; count = isOpen && performance.now() < end ? await some() : 0)
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

    /** What is under way is finished, nothing more is begun. */
    async close(): Promise<void> {
      isOpen = false
      await running?.catch(() => {})
    },
  }
}

/** The oldest that nobody else works on. */
async function claim(queries: Queries): Promise<Whose> {
  const { rows } = await queries.execute<{ subject_id: number | null; company_id: number | null }>(sql`
    select subject_id, company_id from news where sentences = 0 order by id limit ${AT_ONCE}
    for update skip locked`)
  return {
    subjectIds: [...new Set(rows.flatMap((row) => row.subject_id ?? []))],
    companyIds: [...new Set(rows.flatMap((row) => row.company_id ?? []))],
  }
}
