import { sql } from 'drizzle-orm'
import type { Curated, CurateTask, WrittenBrief, Curator, BriefArticle } from '../engine/curate.ts'
import type { Queries } from '../../platform/database/open.ts'
import type { Log } from '../../ports.ts'
import {
  briefStore,
  overrideHeadlinesOf,
  overrideArticlesOf,
  headlinesOf,
  briefArticlesOf,
  type Owned,
} from './brief-store.ts'
import { notify } from '../../platform/live/topics.ts'

type Needs = { curator: Pick<Curator, 'curate'>; log: Log }

/** Whose briefs: of subjects, and of companies that their owners see in a way of their own. */
export type Whose = { trackedCompanyIds: number[]; companyIds: number[] }

export type Briefs = ReturnType<typeof createBriefs>

/**
 * Briefs are written twice: of headlines in the moment something comes, which costs nothing, and then of sentences, once
 * curation has put it into its stories. Both answer whose say something new.
 */
export function createBriefs({ curator, log }: Needs) {
  async function curated<Task extends CurateTask>(queries: Queries, tasks: Task[]): Promise<(Task & Curated)[]> {
    if (tasks.length === 0) return []
    const asked = tasks.map(({ company, otherNames, briefArticles }) => ({
      company,
      otherNames,
      briefArticles,
    }))
    const found = await curator.curate(asked).catch((error: unknown) => {
      // There is always a brief: the headlines stand, where sentences could not be chosen.
      log.error({ because: String(error) }, 'curation failed')
      return tasks.map(({ briefArticles }) => ({
        joined: [],
        classified: [],
        brief: headlineBrief(briefArticles),
      }))
    })
    await briefStore(queries).saveClassified(found.flatMap(({ classified }) => classified))
    const none: Curated = { joined: [], classified: [], brief: null }
    return tasks.map((task, at) => ({ ...task, ...(found[at] ?? none) }))
  }

  async function curateTrackedCompanies(queries: Queries, trackedCompanyIds: number[], now: Date): Promise<number[]> {
    if (trackedCompanyIds.length === 0) return []
    const store = briefStore(queries)
    const briefs: (WrittenBrief & { trackedCompanyId: number })[] = []
    for (const { whose, joined, brief } of await curated(queries, await briefArticlesOf(queries, trackedCompanyIds))) {
      await store.joinStories(whose, joined)
      if (brief) briefs.push({ ...brief, trackedCompanyId: whose })
    }
    await store.dropHeadlines(trackedCompanyIds)
    return store.keep(briefs, now)
  }

  async function curateOwn(queries: Queries, companyIds: number[], now: Date): Promise<number[]> {
    if (companyIds.length === 0) return []
    const store = briefStore(queries)
    const briefs: (WrittenBrief & Owned)[] = []
    for (const { whose, joined, brief } of await curated(queries, await overrideArticlesOf(queries, companyIds))) {
      await store.joinOwnStories(whose, joined)
      if (brief) briefs.push({ ...brief, ...whose })
    }
    await store.dropOwnHeadlines(companyIds)
    return store.keepOwn(briefs, now)
  }

  return {
    async headlines(queries: Queries, { trackedCompanyIds, companyIds }: Whose, now: Date): Promise<Whose> {
      const store = briefStore(queries)
      const plain = (task: CurateTask) => {
        const brief = headlineBrief(task.briefArticles)
        return brief && { ...brief, sentences: 0, verified: 0 }
      }
      const briefs = (await headlinesOf(queries, trackedCompanyIds)).flatMap((task) => {
        const brief = plain(task)
        return brief ? [{ ...brief, trackedCompanyId: task.whose }] : []
      })
      const owners = await ownersOf(queries, { trackedCompanyIds, companyIds })
      const own = (await overrideHeadlinesOf(queries, owners)).flatMap((task) => {
        const brief = plain(task)
        return brief ? [{ ...brief, ...task.whose }] : []
      })
      return { trackedCompanyIds: await store.keep(briefs, now), companyIds: await store.keepOwn(own, now) }
    },

    curate: async (queries: Queries, { trackedCompanyIds, companyIds }: Whose, now: Date): Promise<Whose> => ({
      trackedCompanyIds: await curateTrackedCompanies(queries, trackedCompanyIds, now),
      companyIds: await curateOwn(queries, companyIds, now),
    }),

    /** What was written before may rest on what holds no more: it goes, and one brief of today takes its place. */
    async rewriteOverrides(queries: Queries, companyIds: number[], now: Date): Promise<void> {
      if (companyIds.length === 0) return
      await queries.execute(sql`delete from news where company_id = any(${sql.param(companyIds)}::int[])`)
      await curateOwn(queries, companyIds, now)
    },
  }
}

/** Which companies their owners see in a way of their own; nearly always there is none, and to find that out is quick. */
export async function ownersOf(queries: Queries, { trackedCompanyIds, companyIds }: Whose): Promise<number[]> {
  if (trackedCompanyIds.length === 0 && companyIds.length === 0) return []
  const { rows } = await queries.execute<{ id: number }>(sql`
    select id from companies where has_overrides
      and (tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[]) or id = any(${sql.param(companyIds)}::int[]))`)
  return rows.map(({ id }) => id)
}

const MOST_LINES = 8
const HEADING: Record<string, string> = {
  filing: 'Financial Updates',
  jobs: 'Leadership & Team',
  release: 'Technology & Innovation',
}
const OTHER = 'Latest News'
const ORDER = ['Financial Updates', 'Latest News', 'Leadership & Team', 'Technology & Innovation']

/** The plainest honest text: what was published, in its own headlines, each with its source. */
function headlineBrief(briefArticles: BriefArticle[]): WrittenBrief | null {
  const newest = briefArticles
    .filter(({ sameAs }) => sameAs === null)
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
    .slice(0, MOST_LINES)
  const [first] = newest
  if (!first) return null
  const byHeading = Map.groupBy(newest, ({ kind }) => HEADING[kind] ?? OTHER)
  const ordered = ORDER.flatMap((heading) => byHeading.get(heading) ?? [])
  const lineOf = (briefArticle: BriefArticle) =>
    `- ${briefArticle.title}${briefArticle.publisher ? ` (${briefArticle.publisher})` : ''} [${ordered.indexOf(briefArticle) + 1}]`
  const sections = ORDER.filter((heading) => byHeading.has(heading)).map((heading) =>
    [`**${heading}**`, ...(byHeading.get(heading) ?? []).map(lineOf)].join('\n'),
  )
  return {
    content: sections.join('\n\n'),
    sources: ordered.map(({ title, url, publisher, publishedAt }) => ({
      title,
      url,
      publisher,
      publishedAt,
    })),
    publishedAt: first.publishedAt,
    sentences: ordered.length,
    verified: ordered.length,
  }
}

/** Tells the pages that are open somewhere of whom there is something new. */
export async function notifyNews(queries: Queries, { trackedCompanyIds, companyIds }: Whose): Promise<void> {
  await notify(queries, 'tidings_news', trackedCompanyIds)
  await notify(queries, 'tidings_own_news', companyIds)
}
