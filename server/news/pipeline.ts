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
import { createArticleLinker, isLinked, type LinkedArticle } from './links/link-articles.ts'
import { createStoredMatch } from './links/match-stored.ts'
import { createKnownNames, createTypedNames } from './links/typed-names.ts'
import { dropLostSites } from './polling/lost-sites.ts'
import { saveDiscoveries, saveKnownIdentities, saveOutcomes, type PolledWatch } from './polling/save-results.ts'
import { accountSources } from './polling/company-accounts.ts'
import { findTrackedCompanies, inBackground, watchStore, type Watch } from './polling/watch-store.ts'
import { possibleArticleStore, type Doubt } from './possible-articles/store.ts'
import { badResult } from './sources/poll-result.ts'
import { sourceOf, type PollContext, type PollResult, type Source } from './sources/source.ts'
import type { WebSub } from './websub/websub.ts'
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
  /** Null unless hubs can reach this installation. */
  websub?: Pick<WebSub, 'noting'> | null
}

/**
 * poll → normalize, for each watch;
 * match → save → deduplicate → headline brief → publish, for a batch of results, and again for what the press wrote
 * before a company was tracked;
 * cluster → classify → summarize → publish, in `curate`, so that no one who waits for news has to wait for this.
 */
export function createPipeline(needs: Needs) {
  const { database, clock, sources, briefs, curateDue, slowestSeconds, chance = Math.random, websub } = needs
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

  async function publishStored(matched: LinkedArticle[], now: Date): Promise<void> {
    const [found, doubts] = [matched.filter(isLinked), doubtsIn(matched)]
    if (found.length + doubts.length === 0) return
    await inBackground(database, async (queries) => {
      await watchStore(queries).lockTrackedCompanies(linkedIn(found))
      await possibleArticleStore(queries).add(doubts)
      await publishArticles(queries, found, now)
    })
  }

  /** Publishes edits, so that a corrected figure reaches everyone who read the old one. */
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

  /** Returns the place of each new article, as `placeOf` gives it. */
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
      const fetch = websub ? websub.noting(watch, context.fetch) : context.fetch
      const result = await source.poll(watch, { ...context, fetch, isTracked: (name) => names.now().isTracked(name) })
      return normalize(result, context.fetch)
    },

    /** Results are saved in one transaction, so that users see either all of it or nothing. */
    async publish(polled: PolledWatch[]): Promise<void> {
      const now = clock()
      const settings = { now, slowestSeconds, chance, accountSources: byAccount }
      const { found, kept, again } = await matchPolled(polled, now)
      const {
        added,
        evidence: discoveries,
        renamed: identified,
      } = await inBackground(database, async (queries) => {
        // Locked first and in a fixed order, so that two writers wait for each other instead of deadlocking.
        await watchStore(queries).lockTrackedCompanies([...scannedIn(polled), ...linkedIn(found)])
        const saved = await saveOutcomes(queries, polled, settings)
        const evidence = await saveDiscoveries(queries, saved, settings)
        const unlinked = await dropLostSites(queries, saved)
        await rewriteBriefs(queries, unlinked, now)
        const renamed = await saveKnownIdentities(queries, saved, now)
        const isSaved = new Set(saved.map(({ watch }) => watch.id))
        const isOfSaved = ({ watchId }: { watchId: number | null }) => watchId !== null && isSaved.has(watchId)
        await pressItems(queries).keep(kept.filter(isOfSaved), now)
        await possibleArticleStore(queries).add(doubtsIn(kept.filter(isOfSaved)))
        const places = await publishArticles(queries, found.filter(isOfSaved), now)
        await notify(queries, 'tidings_polled', companiesOf(saved))
        return { added: places, evidence, renamed }
      })
      await publishEdits(
        again.filter((article) => !added.has(placeOf(article))),
        now,
      )
      // Each in its own transaction, because two sites that lead to each other would deadlock in one.
      for (const evidence of discoveries)
        await inBackground(database, (queries) => joinSites(queries, evidence, { briefs, now }))
      const scanned = [...discoveries.map(({ trackedCompanyId }) => trackedCompanyId), ...identified]
      await typedNames.matchAgain(scanned)
      await stored.ofTrackedCompanies(scanned)
      // Companies added since the names were loaded looked for these items before they were stored.
      if (kept.length > 0 && (await names.refresh())) await publishStored(await matchStored(kept), now)
    },

    matchStored: stored.ofCompanies,

    /** Replaces the headlines of briefs with sentences, for the given companies or for all. */
    curate: async (trackedCompanyIds?: number[]): Promise<void> => {
      if (trackedCompanyIds) await curateDue.trackedCompanies(trackedCompanyIds)
      else await curateDue.run()
    },

    /** Must be called before shared watches are polled, because their articles are matched against all names. */
    loadNames: () => names.refresh(),
  }
}

const companiesOf = (polled: PolledWatch[]) => polled.flatMap(({ watch }) => watch.trackedCompanyId ?? [])
const scannedIn = (polled: PolledWatch[]) =>
  companiesOf(polled.filter(({ result }) => result.discovery ?? result.identity))
const doubtsIn = (matched: { article: Article; doubtful: number[] }[]): Doubt[] =>
  matched.flatMap(({ article: { key }, doubtful }) => doubtful.map((trackedCompanyId) => ({ key, trackedCompanyId })))

const linkedIn = (found: LinkedArticle[]) => found.flatMap(({ links }) => links.map((link) => link.trackedCompanyId))
