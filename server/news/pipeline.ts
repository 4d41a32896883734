import type { Database } from '../platform/database/open.ts'
import { notify } from '../platform/live/topics.ts'
import type { Clock } from '#domain/time.ts'
import { saveArticles } from './articles/article-store.ts'
import { markSameStories } from './articles/duplicates.ts'
import { createNormalizer } from './articles/normalize.ts'
import type { CurateDue } from './briefs/curation-jobs.ts'
import { notifyNews, type Briefs } from './briefs/write-briefs.ts'
import type { Curator } from './engine/curate.ts'
import { createArticleLinker, type LinkedArticle } from './match/link-articles.ts'
import { createKnownNames, createTypedNames } from './match/typed-names.ts'
import { saveDiscoveries, saveOutcomes, type PolledWatch } from './polling/save-results.ts'
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
 * poll → normalize, for each watch; match → save → deduplicate → headline brief → publish, for a batch of results;
 * cluster → classify → summarize → publish, in `curate`, which nobody who waits for news has to wait for.
 */
export function createPipeline(needs: Needs) {
  const { database, clock, sources, briefs, curateDue, slowestSeconds, chance = Math.random } = needs
  const normalize = createNormalizer()
  const names = createKnownNames(needs)
  const typedNames = createTypedNames(needs)
  const { match } = createArticleLinker({
    ...needs,
    names: names.now,
    findTrackedCompanies: (ids) => findTrackedCompanies(database.system, ids),
  })

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
      const found = await match(polled, now)
      const discoveries = await inBackground(database, async (queries) => {
        // First and in one order, so that two writers wait for each other instead of deadlocking.
        await watchStore(queries).lockTrackedCompanies([...scannedIn(polled), ...linkedIn(found)])
        const saved = await saveOutcomes(queries, polled, { now, slowestSeconds, chance })
        const evidence = await saveDiscoveries(queries, saved, { now, slowestSeconds, chance })
        const isSaved = new Set(saved.map(({ watch }) => watch.id))
        const articles = found.filter(({ watchId }) => isSaved.has(watchId))
        const changed = await saveArticles(queries, articles, now)
        await markSameStories(queries, changed.trackedCompanyIds, now)
        await briefs.rewriteOverrides(queries, changed.newOverrides, now)
        await notifyNews(queries, await briefs.headlines(queries, changed, now))
        await notify(queries, 'tidings_polled', companiesOf(saved))
        return evidence
      })
      // Each in its own transaction: two sites that lead to each other would deadlock in one.
      for (const evidence of discoveries)
        await inBackground(database, (queries) => joinSites(queries, evidence, { briefs, now }))
      await typedNames.matchAgain(discoveries.map(({ trackedCompanyId }) => trackedCompanyId))
    },

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
const scannedIn = (polled: PolledWatch[]) => companiesOf(polled.filter(({ result }) => result.discovery))
const linkedIn = (found: LinkedArticle[]) => found.flatMap(({ links }) => links.map((link) => link.trackedCompanyId))
