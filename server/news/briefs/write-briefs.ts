import { sql } from 'drizzle-orm'
import type { Curated, Curator } from '../engine/curate.ts'
import type { Queries } from '../../platform/database/open.ts'
import { notify } from '../../platform/live/topics.ts'
import { describeError, type Log } from '../../platform/log.ts'
import { briefTasks, type BriefTask } from './brief-articles.ts'
import { briefStore, idsOf, keyOf, ownersOf, type BriefOwner, type OwnerIds } from './brief-store.ts'
import { joinStored } from './join-stored.ts'
import { asExtractive, headlineBrief, withHeadlines } from '../engine/headline-brief.ts'

type Needs = { curator: Pick<Curator, 'curate'>; log: Log }

export type Briefs = ReturnType<typeof createBriefs>

/**
 * Briefs are written twice: from headlines as soon as articles arrive, which is cheap, and from sentences once curation
 * has clustered the articles. Both return the owners whose brief has changed.
 */
export function createBriefs({ curator, log }: Needs) {
  async function curated(queries: Queries, tasks: BriefTask[]): Promise<(BriefTask & Curated)[]> {
    if (tasks.length === 0) return []
    const results = await curator.curate(tasks.map(({ owner: _owner, ...task }) => task)).catch((error: unknown) => {
      log.error({ err: describeError(error) }, 'curation failed')
      return tasks.map(({ company, otherNames = [], briefArticles }) => {
        const brief = headlineBrief(briefArticles, [company, ...otherNames])
        return { joined: [], classified: [], brief: brief && asExtractive(brief) }
      })
    })
    await briefStore(queries).saveClassified(
      // A classification based on a user's own names for the company must not end up in the shared record.
      tasks.flatMap(({ owner }, at) =>
        (results[at]?.classified ?? []).map((each) => ({
          ...each,
          trackedCompanyId: owner.kind === 'tracked-company' ? owner.id : null,
          companyId: owner.kind === 'company' ? owner.id : null,
        })),
      ),
    )
    const none: Curated = { joined: [], classified: [], brief: null }
    return tasks.map((task, at) => ({ ...task, ...(results[at] ?? none) }))
  }

  /** Shared stories come first, because a user's own articles may join them. */
  async function curateOwners(queries: Queries, owners: BriefOwner[], now: Date): Promise<BriefOwner[]> {
    const isShared = ({ kind }: BriefOwner) => kind === 'tracked-company'
    const shared = await curateEach(queries, owners.filter(isShared), now)
    const { companyIds } = idsOf(await ownersOf(queries, idsOf(shared.moved)))
    await joinStored(queries, { trackedCompanyIds: [], companyIds })
    const own = await curateEach(
      queries,
      owners.filter((owner) => !isShared(owner)),
      now,
    )
    return [...shared.saved, ...own.saved]
  }

  async function curateEach(queries: Queries, owners: BriefOwner[], now: Date) {
    const store = briefStore(queries)
    const results = await curated(queries, await briefTasks(queries, owners, { texts: true, earlier: true }))
    for (const { owner, joined } of results) await store.saveStories(owner, joined)
    if (owners.length > 0) await store.removeHeadlines(owners)
    const briefs = results.flatMap(({ owner, brief }) => (brief ? [{ ...brief, owner }] : []))
    return {
      saved: await store.save(briefs, now),
      moved: results.filter(({ joined }) => joined.length > 0).map(({ owner }) => owner),
    }
  }

  return {
    async headlines(queries: Queries, ids: OwnerIds, now: Date): Promise<OwnerIds> {
      const tasks = await briefTasks(queries, await ownersOf(queries, ids), { texts: false, earlier: false })
      const written = await briefStore(queries).written(tasks.map(({ owner }) => owner))
      const briefs = tasks.flatMap(({ owner, company, otherNames = [], briefArticles }) => {
        const names = [company, ...otherNames]
        const earlier = written.get(keyOf(owner))
        const brief = earlier ? withHeadlines(earlier, briefArticles, names) : headlineBrief(briefArticles, names)
        return brief ? [{ ...brief, owner }] : []
      })
      return idsOf(await briefStore(queries).save(briefs, now))
    },

    curate: async (queries: Queries, owners: BriefOwner[], now: Date): Promise<OwnerIds> =>
      idsOf(await curateOwners(queries, owners, now)),

    /** Earlier briefs may be based on articles that the user has excluded since, so one new brief replaces them all. */
    async rewriteOverrides(queries: Queries, companyIds: number[], now: Date): Promise<void> {
      if (companyIds.length === 0) return
      await queries.execute(sql`delete from briefs where company_id = any(${sql.param(companyIds)}::int[])`)
      await curateOwners(queries, await ownersOf(queries, { trackedCompanyIds: [], companyIds }), now)
    },
  }
}

export async function notifyNews(queries: Queries, { trackedCompanyIds, companyIds }: OwnerIds): Promise<void> {
  await notify(queries, 'tidings_news', trackedCompanyIds)
  await notify(queries, 'tidings_own_news', companyIds)
}
