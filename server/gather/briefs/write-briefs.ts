import { sql } from 'drizzle-orm'
import type { Curated, CurateTask, WrittenBrief } from '../../curate/curate.ts'
import type { Curator } from '../../curate/deeds.ts'
import type { Queries } from '../../database/open.ts'
import type { Log } from '../../ports.ts'
import { briefStore } from './brief-store.ts'
import { headlineBrief } from './headline-brief.ts'
import { ownHeadlinesOf, ownTellingsOf, headlinesOf, tellingsOf, type Owned } from './tellings.ts'

type Needs = { curator: Pick<Curator, 'curate'>; log: Log }

/** Whose briefs: of subjects, and of companies that their owners see in a way of their own. */
export type Whose = { subjectIds: number[]; companyIds: number[] }

export type Briefs = ReturnType<typeof createBriefs>

/**
 * Briefs are written twice: of headlines in the moment something comes, which costs nothing, and then of sentences, once
 * curation has put it into its stories. Both answer whose say something new.
 */
export function createBriefs({ curator, log }: Needs) {
  async function curated<Task extends CurateTask>(
    queries: Queries,
    tasks: Task[],
  ): Promise<(Task & Curated)[]> {
    if (tasks.length === 0) return []
    const asked = tasks.map(({ company, otherNames, tellings }) => ({ company, otherNames, tellings }))
    const found = await curator.curate(asked).catch((error: unknown) => {
      // There is always a brief: the headlines stand, where sentences could not be chosen.
      log.error({ because: String(error) }, 'curation failed')
      return tasks.map(({ tellings }) => ({ joined: [], judged: [], brief: headlineBrief(tellings) }))
    })
    await briefStore(queries).keepJudged(found.flatMap(({ judged }) => judged))
    const none: Curated = { joined: [], judged: [], brief: null }
    return tasks.map((task, at) => ({ ...task, ...(found[at] ?? none) }))
  }

  async function curateSubjects(queries: Queries, subjectIds: number[], now: Date): Promise<number[]> {
    if (subjectIds.length === 0) return []
    const store = briefStore(queries)
    const briefs: (WrittenBrief & { subjectId: number })[] = []
    for (const { whose, joined, brief } of await curated(queries, await tellingsOf(queries, subjectIds))) {
      await store.joinStories(whose, joined)
      if (brief) briefs.push({ ...brief, subjectId: whose })
    }
    await store.dropHeadlines(subjectIds)
    return store.keep(briefs, now)
  }

  async function curateOwn(queries: Queries, companyIds: number[], now: Date): Promise<number[]> {
    if (companyIds.length === 0) return []
    const store = briefStore(queries)
    const briefs: (WrittenBrief & Owned)[] = []
    for (const { whose, joined, brief } of await curated(queries, await ownTellingsOf(queries, companyIds))) {
      await store.joinOwnStories(whose, joined)
      if (brief) briefs.push({ ...brief, ...whose })
    }
    await store.dropOwnHeadlines(companyIds)
    return store.keepOwn(briefs, now)
  }

  return {
    async headlines(queries: Queries, { subjectIds, companyIds }: Whose, now: Date): Promise<Whose> {
      const store = briefStore(queries)
      const plain = (task: CurateTask) => {
        const brief = headlineBrief(task.tellings)
        return brief && { ...brief, sentences: 0, verified: 0 }
      }
      const briefs = (await headlinesOf(queries, subjectIds)).flatMap((task) => {
        const brief = plain(task)
        return brief ? [{ ...brief, subjectId: task.whose }] : []
      })
      const owners = await ownersOf(queries, { subjectIds, companyIds })
      const own = (await ownHeadlinesOf(queries, owners)).flatMap((task) => {
        const brief = plain(task)
        return brief ? [{ ...brief, ...task.whose }] : []
      })
      return { subjectIds: await store.keep(briefs, now), companyIds: await store.keepOwn(own, now) }
    },

    curate: async (queries: Queries, { subjectIds, companyIds }: Whose, now: Date): Promise<Whose> => ({
      subjectIds: await curateSubjects(queries, subjectIds, now),
      companyIds: await curateOwn(queries, companyIds, now),
    }),

    /** What was written before may rest on what holds no more: it goes, and one brief of today takes its place. */
    async rewriteOwn(queries: Queries, companyIds: number[], now: Date): Promise<void> {
      if (companyIds.length === 0) return
      await queries.execute(sql`delete from news where company_id = any(${sql.param(companyIds)}::int[])`)
      await curateOwn(queries, companyIds, now)
    },
  }
}

/** Which companies their owners see in a way of their own; nearly always there is none, and to find that out is quick. */
export async function ownersOf(queries: Queries, { subjectIds, companyIds }: Whose): Promise<number[]> {
  if (subjectIds.length === 0 && companyIds.length === 0) return []
  const { rows } = await queries.execute<{ id: number }>(sql`
    select id from companies where has_own_view
      and (subject_id = any(${sql.param(subjectIds)}::int[]) or id = any(${sql.param(companyIds)}::int[]))`)
  return rows.map(({ id }) => id)
}
