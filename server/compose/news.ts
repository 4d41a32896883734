import { readFileSync } from 'node:fs'
import { openCurator } from '../news/engine/open-curator.ts'
import { createServiceKeys } from '../news/sources/service-keys.ts'
import { createSearchBudget } from '../news/sources/licensed-search/budget.ts'
import { openSources, PUBLIC_ORIGINS } from '../news/sources/registry.ts'
import { pressFeeds } from '../news/sources/press.ts'
import { createModelBriefs } from '../news/briefs/model/model-briefs.ts'
import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { createStoryTexts } from '../news/articles/full-text.ts'
import { createCurateDue, createClassifyBacklog } from '../news/briefs/curation-jobs.ts'
import { createStoryJoins } from '../news/briefs/join-stored.ts'
import type { Model } from '../news/model/model.ts'
import { createModelUse, modelMetrics } from '../news/model/model-use.ts'
import { createModelReadings } from '../news/model-readings/model-readings.ts'
import { createBriefs } from '../news/briefs/write-briefs.ts'
import { createRobots } from '../news/sources/robots.ts'
import { createHostLimiter } from '../news/sources/host-limits.ts'
import { createPipeline } from '../news/pipeline.ts'
import { createPoller } from '../news/polling/poller.ts'
import { createRetention } from '../news/articles/retention.ts'
import { createAttach } from '../news/tracked-companies/attach.ts'
import { createWebsiteSearch } from '../news/website-suggestions/search-websites.ts'
import type { PollLimits } from '../news/polling/poll-timer.ts'
import { createWebSub, isReachable } from '../news/websub/websub.ts'
import { watchStore } from '../news/polling/watch-store.ts'
import { describeError, type Log } from '../platform/log.ts'

type Needs = Pick<Platform, 'database' | 'clock' | 'log' | 'fetch' | 'queue'> & {
  curator: 'thread' | 'inline'
  pollLimits?: PollLimits
}

export type NewsPipeline = Awaited<ReturnType<typeof composeNews>>

export async function composeNews(config: Config, { database, clock, log, fetch, queue, ...chosen }: Needs) {
  const curator = openCurator(chosen.curator)
  const press = pressFeeds(config.gather.pressFeeds, (path) => readFileSync(path, 'utf8'))
  for (const fault of press.faults) log.warn({ fault }, 'invalid entry in PRESS_FEEDS')
  const keys = createServiceKeys({ queries: database.system, log })
  const search = openSearch(config.gather.search, { queries: database.system, clock, keys }, log)
  const { companiesHouseKey } = config.gather
  const sources = openSources(config.gather.sources, {
    origins: config.gather.origins,
    contact: config.site.supportEmail,
    pressFeeds: press.urls,
    search,
    companiesHouse: companiesHouseKey === null ? null : { key: companiesHouseKey, keys },
  })
  const robots = createRobots({ fetch, clock })
  const briefs = createBriefs({ curator, log })
  const curateDue = createCurateDue({ database, clock, log, briefs })
  const limiter = createHostLimiter({
    queries: database.system,
    clock,
    fetch,
    origins: { ...PUBLIC_ORIGINS, ...config.gather.origins },
  })
  const storyTexts = createStoryTexts({
    database,
    clock,
    log,
    fetch: limiter.fetch,
    mayFetch: robots.mayFetch,
    briefs,
  })
  const { publicUrl } = config.http
  const websub = isReachable(publicUrl)
    ? createWebSub({ database, clock, log, fetch: limiter.fetch, queue, publicUrl })
    : null
  const pipeline = createPipeline({
    database,
    clock,
    sources,
    curator,
    briefs,
    curateDue,
    slowestSeconds: config.gather.everySeconds,
    websub,
  })
  const attach = createAttach({
    database,
    clock,
    briefs,
    matchStored: pipeline.matchStored,
    sources,
    slowestSeconds: config.gather.everySeconds,
  })
  const poller = createPoller({
    database,
    clock,
    log,
    pipeline,
    fetchForPoll: limiter.forPoll,
    permission: robots.mayFetch,
    sitemapsOf: robots.sitemapsOf,
    slowestSeconds: config.gather.everySeconds,
    pollLimits: chosen.pollLimits,
    askForHelp: () => database.asSystem((queries) => queue.enqueue(queries, 'news.poll', {})),
  })
  const model = await openModel(config.model)
  const use = model && createModelUse({ database, clock, model })
  const modelBriefs = use && createModelBriefs({ database, clock, log, use })
  const reads = config.model?.reads ?? 'off'
  const modelReadings =
    use && reads !== 'off' ? createModelReadings({ database, clock, log, use, curator, briefs, reads }) : null
  const retention = createRetention({ database, clock, keepSeconds: config.gather.keepSeconds })
  return {
    attach,
    briefs,
    retention,
    poller,
    websub,
    /** A restart may have brought another key. */
    startKeys: () => keys.forgetRefusals(clock()),
    releaseClaims: () => watchStore(database.system).releaseAll(),
    permission: (url: string) => robots.mayFetch(url),
    /** Runs while the user waits, which is fine because the sample's news needs no network requests. */
    async readSample(companyIds: number[]): Promise<boolean> {
      try {
        await poller.pollNow(await attach.adoptNow(companyIds))
        return true
      } catch (error) {
        log.error({ err: describeError(error) }, 'failed to poll the sample wire')
        return false
      }
    },
    work: {
      storyTexts,
      classifyBacklog: createClassifyBacklog({ database, log, curator }),
      storyJoins: createStoryJoins({ database }),
      websiteSearch: config.gather.sources.includes('name-domains')
        ? createWebsiteSearch({ database, clock, log, fetch: limiter.fetch, permission: robots.mayFetch })
        : null,
      modelBriefs,
      modelReadings,
    },
    metricReaders: [
      {
        name: 'watches_parked',
        help: 'Watches polled only once a day after repeated failures',
        read: () => watchStore(database.system).parked(),
      },
      {
        name: 'watches_overdue_seconds',
        help: 'How long the watch that waits longest has been due',
        read: () => watchStore(database.system).overdueSeconds(clock()),
      },
      ...(config.model ? modelMetrics(database, clock, config.model.price) : []),
    ],
    close: async () => {
      await curateDue.close()
      await curator.close()
    },
  }
}

/** Null unless there is a key and a budget. */
function openSearch(
  search: Config['gather']['search'],
  needs: Pick<Parameters<typeof createSearchBudget>[0], 'queries' | 'clock' | 'keys'>,
  log: Log,
) {
  if (!search) return null
  if (search.dollarsPerMonth > 0) return { keys: search.keys, budget: createSearchBudget({ ...search, ...needs }) }
  log.warn({ sources: [...search.keys.keys()] }, 'SEARCH_BUDGET is 0, so these search services are not asked')
  return null
}

/** The client is loaded only if a model is configured. */
async function openModel(settings: Config['model']): Promise<Model | null> {
  if (!settings) return null
  const { connectModel } = await import('../news/model/client.ts')
  return connectModel(settings)
}
