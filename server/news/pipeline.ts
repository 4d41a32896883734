import type { Database, Queries } from '../platform/database/open.ts'
import { notify } from '../platform/live/topics.ts'
import type { Clock } from '#domain/time.ts'
import { articleEdits } from './articles/article-edits.ts'
import { placeOf, saveArticles, type Article } from './articles/article-store.ts'
import { markSameStories } from './articles/duplicates.ts'
import { createNormalizer } from './articles/normalize.ts'
import { pressItems } from './articles/press-items.ts'
import type { CurateDue } from './briefs/curation-jobs.ts'
import { ownersOf } from './briefs/brief-store.ts'
import { notifyNews, type Briefs } from './briefs/write-briefs.ts'
import type { Curator } from './engine/curate.ts'
import { createArticleLinker, type LinkedArticle } from './match/link-articles.ts'
import { createStoredMatch } from './match/match-stored.ts'
import { createKnownNames, createTypedNames } from './match/typed-names.ts'
import { dropLostSites } from './polling/lost-sites.ts'
import { saveDiscoveries, saveKnownIdentities, saveOutcomes, type PolledWatch } from './polling/save-results.ts'
import { accountSources } from './polling/company-accounts.ts'
import { findTrackedCompanies, inBackground, watchStore, type Watch } from './polling/watch-store.ts'
import { badResult } from './sources/poll-result.ts'
import { sourceOf, type PollContext, type PollResult, type Source } from './sources/source.ts'
import { joinSites } from './tracked-companies/join-sites.ts'

type Needs = {
  database: Database
  clock: Clock
  sources: Source[]
  curator: Curator
  briefs: Briefs
  curateDue: CurateDue
  slowestSeconds: number
  chance?: () => number
}

export type Pipeline = ReturnType<typeof createPipeline>

/**
 * poll → normalize, for each watch; match → save → deduplicate → headline brief → publish, for a batch of results, and
 * again for what the press wrote before a company was tracked;
 * cluster → classify → summarize → publish, in `curate`, which nobody who waits for news has to wait for.
 */
export function createPipeline(needs: Needs) {
  const { database, clock, sources, briefs, curateDue, slowestSeconds, chance = Math.random } = needs
  const normalize = createNormalizer()
  const byAccount = accountSources(sources)
  const names = createKnownNames(needs)
  const typedNames = createTypedNames(needs)
  const { matchPolled, matchStored } = createArticleLinker({
    ...needs,
    names: names.now,
    findTrackedCompanies: (ids) => findTrackedCompanies(database.system, ids),
  })
  const stored = createStoredMatch({
    ...needs,
    updateNames: names.update,
    publish: async (items, now) => publishStored(await matchStored(items), now),
  })

  async function publishStored(found: LinkedArticle[], now: Date): Promise<void> {
    if (found.length === 0) return
    await inBackground(database, async (queries) => {
      await watchStore(queries).lockTrackedCompanies(linkedIn(found))
      await publishArticles(queries, found, now)
    })
  }

  /** A corrected figure reaches whoever read the old one. */
  async function publishEdits(articles: Article[], now: Date): Promise<void> {
    if (articles.length === 0) return
    const { edited, ...ids } = await articleEdits(database.system).find(articles)
    if (edited.length === 0) return
    await inBackground(database, async (queries) => {
      await watchStore(queries).lockTrackedCompanies(ids.trackedCompanyIds)
      await articleEdits(queries).save(edited, now)
      await markSameStories(queries, ids.trackedCompanyIds, now)
      await notifyNews(queries, await briefs.curate(queries, await ownersOf(queries, ids), now))
    })
  }

  async function rewriteBriefs(queries: Queries, trackedCompanyIds: number[], now: Date): Promise<void> {
    await briefs.curate(queries, await ownersOf(queries, { trackedCompanyIds, companyIds: [] }), now)
    await notifyNews(queries, { trackedCompanyIds, companyIds: [] })
  }

  /** Returns the places of new articles. */
  async function publishArticles(queries: Queries, found: LinkedArticle[], now: Date): Promise<Set<string>> {
    const changed = await saveArticles(queries, found, now)
    await markSameStories(queries, changed.trackedCompanyIds, now)
    await briefs.rewriteOverrides(queries, changed.newOverrides, now)
    await notifyNews(queries, await briefs.headlines(queries, changed, now))
    return changed.added
  }

  return {
    async poll(watch: Watch, context: Omit<PollContext, 'isTracked'>): Promise<PollResult> {
      const source = sourceOf(sources, watch)
      if (!source) return badResult('unsupported', 'This source is switched off.', watch.memory)
      const result = await source.poll(watch, { ...context, isTracked: (name) => names.now().isTracked(name) })
      return normalize(result, context.fetch)
    },

    /** In one transaction: readers see all of it or nothing. */
    async publish(polled: PolledWatch[]): Promise<void> {
      const now = clock()
      const settings = { now, slowestSeconds, chance, accountSources: byAccount }
      const { found, kept, again } = await matchPolled(polled, now)
      const {
        added,
        evidence: discoveries,
        renamed: identified,
      } = await inBackground(database, async (queries) => {
        // First and in one order, so that two writers wait for each other instead of deadlocking.
        await watchStore(queries).lockTrackedCompanies([...scannedIn(polled), ...linkedIn(found)])
        const saved = await saveOutcomes(queries, polled, settings)
        const evidence = await saveDiscoveries(queries, saved, settings)
        const unlinked = await dropLostSites(queries, saved)
        await rewriteBriefs(queries, unlinked, now)
        const renamed = await saveKnownIdentities(queries, saved, now)
        const isSaved = new Set(saved.map(({ watch }) => watch.id))
        const isOfSaved = ({ watchId }: { watchId: number | null }) => watchId !== null && isSaved.has(watchId)
        await pressItems(queries).keep(kept.filter(isOfSaved), now)
        const places = await publishArticles(queries, found.filter(isOfSaved), now)
        await notify(queries, 'tidings_polled', companiesOf(saved))
        return { added: places, evidence, renamed }
      })
      await publishEdits(
        again.filter((article) => !added.has(placeOf(article))),
        now,
      )
      // Each in its own transaction: two sites that lead to each other would deadlock in one.
      for (const evidence of discoveries)
        await inBackground(database, (queries) => joinSites(queries, evidence, { briefs, now }))
      const scanned = [...discoveries.map(({ trackedCompanyId }) => trackedCompanyId), ...identified]
      await typedNames.matchAgain(scanned)
      await stored.ofTrackedCompanies(scanned)
      // Whoever was added since the names were loaded looked for these items before they were there.
      if (kept.length > 0 && (await names.refresh())) await publishStored(await matchStored(kept), now)
    },

    matchStored: stored.ofCompanies,

    /** Replaces the headlines of briefs by sentences; of these companies, or of all. */
    curate: async (trackedCompanyIds?: number[]): Promise<void> => {
      if (trackedCompanyIds) await curateDue.trackedCompanies(trackedCompanyIds)
      else await curateDue.run()
    },

    /** Must be called before shared watches are polled: their articles are matched with all names. */
    loadNames: () => names.refresh(),
  }
}

const companiesOf = (polled: PolledWatch[]) => polled.flatMap(({ watch }) => watch.trackedCompanyId ?? [])
const scannedIn = (polled: PolledWatch[]) =>
  companiesOf(polled.filter(({ result }) => result.discovery ?? result.identity))
const linkedIn = (found: LinkedArticle[]) => found.flatMap(({ links }) => links.map((link) => link.trackedCompanyId))
