import { sql } from 'drizzle-orm'
import type { Curated, CurateTask, WrittenBrief } from '../../curate/curate.ts'
import type { Curator } from '../../curate/deeds.ts'
import type { Queries } from '../../database/open.ts'
import type { Log } from '../../ports.ts'
import { briefStore } from './brief-store.ts'
import { headlineBrief } from './headline-brief.ts'
import { ownTellingsOf, tellingsOf, type Owned } from './tellings.ts'

type Needs = { curator: Pick<Curator, 'curate'>; log: Log }
type Changed = { subjectIds: number[]; companyIds: number[] }

export type Briefs = ReturnType<typeof createBriefs>

/** Puts what came into its stories and tells them in briefs, within the transaction that brought it. */
export function createBriefs({ curator, log }: Needs) {
  async function curated<Task extends CurateTask>(
    queries: Queries,
    tasks: Task[],
  ): Promise<(Task & Curated)[]> {
    if (tasks.length === 0) return []
    const asked = tasks.map(({ company, otherNames, tellings }) => ({ company, otherNames, tellings }))
    const found = await curator.curate(asked).catch((error: unknown) => {
      // There is always a brief: of headlines, where sentences could not be chosen.
      log.error({ because: String(error) }, 'curation failed')
      return tasks.map(({ tellings }) => ({ joined: [], judged: [], brief: headlineBrief(tellings) }))
    })
    await briefStore(queries).keepJudged(found.flatMap(({ judged }) => judged))
    const none: Curated = { joined: [], judged: [], brief: null }
    return tasks.map((task, at) => ({ ...task, ...(found[at] ?? none) }))
  }

  /** For the owners who see these companies, or companies of these subjects, in a way of their own. */
  async function writeOwn(
    queries: Queries,
    { subjectIds, companyIds }: Changed,
    now: Date,
  ): Promise<Owned[]> {
    if (subjectIds.length === 0 && companyIds.length === 0) return []
    // Asked first and by itself, because nearly always there is none, and the rest takes longer to plan than to do.
    const owners = await queries.execute<{ id: number }>(sql`
      select id from companies where has_own_view
        and (subject_id = any(${sql.param(subjectIds)}::int[]) or id = any(${sql.param(companyIds)}::int[]))`)
    if (owners.rows.length === 0) return []
    const tasks = await ownTellingsOf(
      queries,
      owners.rows.map(({ id }) => id),
    )
    const store = briefStore(queries)
    const briefs: (WrittenBrief & Owned)[] = []
    for (const { whose, joined, brief } of await curated(queries, tasks)) {
      await store.joinOwnStories(whose, joined)
      if (brief) briefs.push({ ...brief, ...whose })
    }
    return store.keepOwn(briefs, now)
  }

  return {
    /** Writes the brief of each subject anew, where that says something new; tells which. */
    async write(queries: Queries, subjectIds: number[], now: Date): Promise<number[]> {
      const tasks = await tellingsOf(queries, subjectIds)
      const store = briefStore(queries)
      const briefs: (WrittenBrief & { subjectId: number })[] = []
      for (const { whose, joined, brief } of await curated(queries, tasks)) {
        await store.joinStories(whose, joined)
        if (brief) briefs.push({ ...brief, subjectId: whose })
      }
      return store.keep(briefs, now)
    },

    writeOwn,

    /** What was written before may rest on what holds no more: it goes, and one brief of today takes its place. */
    async rewriteOwn(queries: Queries, companyIds: number[], now: Date): Promise<void> {
      if (companyIds.length === 0) return
      await queries.execute(sql`delete from news where company_id = any(${sql.param(companyIds)}::int[])`)
      await writeOwn(queries, { subjectIds: [], companyIds }, now)
    },
  }
}
