import { sql } from 'drizzle-orm'
import type { Words } from '../../curate/curate.ts'
import type { Curator } from '../../curate/deeds.ts'
import type { Database } from '../../database/open.ts'
import type { Log } from '../../ports.ts'
import { briefStore } from './brief-store.ts'

const AT_ONCE = 100
const LONGEST_TEXT = 6000

type Needs = { database: Database; log: Log; curator: Pick<Curator, 'judge'> }

export type JudgeBacklog = ReturnType<typeof createJudgeBacklog>

/** What no brief has asked for yet is looked at here, the newest first, so that it is found under its section too. */
export function createJudgeBacklog({ database, log, curator }: Needs) {
  const next = async (below: string | null) => {
    const { rows } = await database.system.execute<Words & { id: string }>(sql`
      select id, title, left(text, ${LONGEST_TEXT}) as text, kind, facts from articles
      where happening is null and (${below}::bigint is null or id < ${below}::bigint)
      order by id desc limit ${AT_ONCE}`)
    return rows
  }

  return {
    async run(withinMs = 20_000): Promise<number> {
      const end = performance.now() + withinMs
      let done = 0
      for (let rows = await next(null); rows.length > 0 && performance.now() < end;) {
        const judged = await curator
          .judge(rows.map(({ id: _id, ...words }) => words))
          .catch((error: unknown) => {
            // What could not be looked at now is tried again in a minute; the older ones do not wait for it.
            log.error({ because: String(error) }, 'articles could not be judged')
            return []
          })
        const named = rows.flatMap(({ id }, at) => {
          const found = judged[at]
          return found ? [{ id, ...found }] : []
        })
        await database.asSystem((queries) => briefStore(queries).keepJudged(named))
        done += named.length
        rows = await next(rows.at(-1)?.id ?? null)
      }
      return done
    },
  }
}
