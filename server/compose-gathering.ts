import { readFileSync } from 'node:fs'
import { openCurator } from './adapters/curator/open.ts'
import { openSources, PUBLIC_ORIGINS } from './adapters/sources/open.ts'
import { pressFeeds } from './adapters/sources/press.ts'
import { SAMPLE_COMPANY_WIRE } from './adapters/sources/sample.ts'
import { openWriter } from './adapters/writer/open.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open.ts'
import { createStoryTexts } from './gather/articles/story-text.ts'
import { createCurateDue } from './gather/briefs/curate-due.ts'
import { createJudgeBacklog } from './gather/briefs/judge-backlog.ts'
import { createModelBriefs } from './gather/briefs/model-briefs.ts'
import { modelFigures } from './gather/briefs/model-figures.ts'
import { createBriefs } from './gather/briefs/write-briefs.ts'
import { createRobots } from './gather/ingest/robots.ts'
import { createHostBudget } from './gather/manners/host-budget.ts'
import { createTypedNames } from './gather/match/typed-names.ts'
import { createGathering } from './gather/pipeline.ts'
import { createAttach } from './gather/watches/attach.ts'
import type { PollLimits } from './gather/watches/poll-timer.ts'
import { watchStore } from './gather/watches/watch-store.ts'
import type { Clock, Fetch, Log } from './ports.ts'

type Needs = {
  database: Database
  clock: Clock
  log: Log
  fetch: Fetch
  /** Where curation thinks. */
  curator: 'thread' | 'inline'
  pollLimits?: PollLimits
}

export type Gather = Awaited<ReturnType<typeof composeGathering>>

/** The part of the composition that works while nobody asks: gathering, curation and the briefs. */
export async function composeGathering(config: Config, { database, clock, log, fetch, ...chosen }: Needs) {
  const curator = openCurator(chosen.curator)
  const sources = openSources(config.gather.sources, {
    origins: config.gather.origins,
    contact: config.site.supportEmail,
  })
  const press = pressFeeds(config.gather.pressFeeds, (path) => readFileSync(path, 'utf8'))
  for (const fault of press.faults) log.warn({ fault }, 'PRESS_FEEDS')
  const robots = createRobots({ fetch, clock })
  const briefs = createBriefs({ curator, log })
  const curateDue = createCurateDue({ database, clock, log, briefs })
  const attach = createAttach({
    database,
    clock,
    briefs,
    matchStored: createTypedNames({ database, clock, curator, briefs }).matchStored,
    sources,
    pressFeeds: config.gather.sources.includes('press') ? press.addresses : [],
    slowestSeconds: config.gather.everySeconds,
    isSiteOn: config.gather.sources.includes('company-site'),
  })
  const budget = createHostBudget({
    queries: database.system,
    clock,
    fetch,
    origins: { ...PUBLIC_ORIGINS, ...config.gather.origins },
  })
  const storyTexts = createStoryTexts({
    database,
    clock,
    log,
    fetch: budget.fetch,
    mayFetch: robots.mayFetch,
    briefs,
  })
  const gathering = createGathering({
    database,
    clock,
    log,
    curator,
    briefs,
    curateDue,
    fetchForLook: budget.forLook,
    sources: [...sources, SAMPLE_COMPANY_WIRE],
    mayFetch: async (url) => (await robots.mayFetch(url)).answer === 'yes',
    slowestSeconds: config.gather.everySeconds,
    pollLimits: chosen.pollLimits,
  })
  const writer = await openWriter(config.writer)
  const modelBriefs = writer && createModelBriefs({ database, clock, log, writer })
  return {
    attach,
    briefs,
    gathering,
    /** Whoever loads sample companies waits for their news, which takes a moment and asks nobody. */
    async readSample(companyIds: number[]): Promise<boolean> {
      try {
        await gathering.pollNow(await attach.adoptNow(companyIds))
        return true
      } catch (error) {
        log.error({ because: String(error) }, 'failed to poll the sample wire')
        return false
      }
    },
    /** What the jobs run beside gathering itself. */
    work: { storyTexts, judgeBacklog: createJudgeBacklog({ database, log, curator }), modelBriefs },
    /** What the operator wants to see of it. */
    figures: [
      {
        name: 'watches_parked',
        help: 'Addresses that failed so often that they are asked once a day',
        read: () => watchStore(database.system).parked(),
      },
      ...(config.writer ? modelFigures(database, clock, config.writer.price) : []),
    ],
    close: async () => {
      await curateDue.close()
      await curator.close()
    },
  }
}
