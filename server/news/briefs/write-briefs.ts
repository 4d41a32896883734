import { sql } from 'drizzle-orm'
import type { Curated, Curator } from '../engine/curate.ts'
import type { Queries } from '../../platform/database/open.ts'
import { notify } from '../../platform/live/topics.ts'
import type { Log } from '../../platform/log.ts'
import { briefTasks, type BriefTask } from './brief-articles.ts'
import { briefStore, idsOf, keyOf, ownerOf, type BriefOwner, type OwnerIds, type OwnerRow } from './brief-store.ts'
import { asExtractive, headlineBrief, withHeadlines } from './headline-brief.ts'

type Needs = { curator: Pick<Curator, 'curate'>; log: Log }

export type Briefs = ReturnType<typeof createBriefs>

/**
 * Briefs are written twice: of headlines as soon as articles arrive, which is cheap, and then of sentences, once curation
 * has clustered the articles. Both return whose brief says something new.
 */
export function createBriefs({ curator, log }: Needs) {
  async function curated(queries: Queries, tasks: BriefTask[]): Promise<(BriefTask & Curated)[]> {
    if (tasks.length === 0) return []
    const results = await curator.curate(tasks.map(({ owner: _owner, ...task }) => task)).catch((error: unknown) => {
      log.error({ because: String(error) }, 'curation failed')
      return tasks.map(({ company, otherNames = [], briefArticles }) => {
        const brief = headlineBrief(briefArticles, [company, ...otherNames])
        return { joined: [], classified: [], brief: brief && asExtractive(brief) }
      })
    })
    await briefStore(queries).saveClassified(
      // What an owner's names say of a shared article stays out of the shared record.
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

  async function curateOwners(queries: Queries, owners: BriefOwner[], now: Date): Promise<BriefOwner[]> {
    if (owners.length === 0) return []
    const store = briefStore(queries)
    const results = await curated(queries, await briefTasks(queries, owners, { withText: true }))
    for (const { owner, joined } of results) await store.joinStories(owner, joined)
    await store.removeHeadlines(owners)
    return store.save(
      results.flatMap(({ owner, brief }) => (brief ? [{ ...brief, owner }] : [])),
      now,
    )
  }

  return {
    async headlines(queries: Queries, ids: OwnerIds, now: Date): Promise<OwnerIds> {
      const tasks = await briefTasks(queries, await ownersOf(queries, ids), { withText: false })
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

    /** Earlier briefs may rest on what the owner has excluded since, so one new brief replaces them all. */
    async rewriteOverrides(queries: Queries, companyIds: number[], now: Date): Promise<void> {
      if (companyIds.length === 0) return
      await queries.execute(sql`delete from briefs where company_id = any(${sql.param(companyIds)}::int[])`)
      await curateOwners(queries, await ownersOf(queries, { trackedCompanyIds: [], companyIds }), now)
    },
  }
}

export async function ownersOf(queries: Queries, { trackedCompanyIds, companyIds }: OwnerIds): Promise<BriefOwner[]> {
  if (trackedCompanyIds.length === 0 && companyIds.length === 0) return []
  const { rows } = await queries.execute<OwnerRow>(sql`
    select null as tracked_company_id, id as company_id, user_id from companies where has_overrides
      and (tracked_company_id = any(${sql.param(trackedCompanyIds)}::int[]) or id = any(${sql.param(companyIds)}::int[]))`)
  const trackedCompanies = trackedCompanyIds.map((id): BriefOwner => ({ kind: 'tracked-company', id }))
  return [...trackedCompanies, ...rows.flatMap(ownerOf)]
}

export async function notifyNews(queries: Queries, { trackedCompanyIds, companyIds }: OwnerIds): Promise<void> {
  await notify(queries, 'tidings_news', trackedCompanyIds)
  await notify(queries, 'tidings_own_news', companyIds)
}
