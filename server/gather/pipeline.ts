import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import type { Database, Queries } from '../database/open.ts'
import type { Clock, Fetch, Log } from '../ports.ts'
import { deferWatches } from './watches/defer-watches.ts'
import { Deferred } from './manners/host-budget.ts'
import { unreadableCheck } from './ingest/failed-check.ts'
import type { Source } from './ingest/source.ts'
import { keepLooks, type Looked } from './keep-looks.ts'
import { tell } from './tell.ts'
import { look } from './look.ts'
import { withoutDocuments } from './without-documents.ts'
import { createAboutWhom } from './match/about-whom.ts'
import { createKnownNames } from './match/known-names.ts'
import type { CurateDue } from './briefs/curate-due.ts'
import type { Briefs } from './briefs/write-briefs.ts'
import type { Curator } from '../curate/deeds.ts'
import { createShortLinks } from './articles/short-links.ts'
import { joinSites } from './watches/join-sites.ts'
import { workThrough } from './watches/work-through.ts'
import { subjectViews, watchStore, type Watch } from './watches/watch-store.ts'

const FLOW = { atOnce: 64, together: 24, writers: 2, patienceMs: 250 }
const CLAIMED = 128
const CLAIM_MS = 120_000
const RUN_MS = 55_000
const MINUTE = 60
const PAUSE_MS = 500

type Needs = {
  database: Database
  clock: Clock
  log: Log
  /** The door for one look, which may put it off. */
  fetchForLook: () => Fetch
  sources: Source[]
  mayFetch: (url: string) => Promise<boolean>
  /** A subject is looked at at least this often. */
  slowestSeconds: number
  curator: Curator
  briefs: Briefs
  curateDue: CurateDue
  chance?: () => number
}

type Postponed = { watch: Watch; until: Date }

export type Gathering = ReturnType<typeof createGathering>

/** The heart: schedule → collect → canonical → match → store → cluster → classify → brief → tell. */
export function createGathering(needs: Needs) {
  const { database, clock, log, slowestSeconds, briefs, curateDue, chance = Math.random } = needs
  const unshorten = createShortLinks()
  const names = createKnownNames(needs)
  const stopping = new AbortController()
  let running: Promise<number> | null = null
  let isAskedAgain = false

  /** Nobody waits for the disk: what a power cut takes was never claimed or told, and is looked at again. */
  const inTheBackground = <Result>(work: (queries: Queries) => Promise<Result>) =>
    database.asSystem(async (queries) => {
      await queries.execute(sql`set local synchronous_commit to off`)
      return work(queries)
    })

  async function claim(mark: string, only?: SQL): Promise<Watch[]> {
    const now = clock()
    const until = new Date(now.getTime() + CLAIM_MS)
    const claimed = await inTheBackground((queries) =>
      watchStore(queries).claim(mark, now, until, CLAIMED, only),
    )
    // Only what is asked once for all is matched by names.
    if (claimed.some(({ subjectId, companyId }) => subjectId === null && companyId === null))
      await names.refresh()
    return claimed
  }

  async function collect(watch: Watch): Promise<Looked | Postponed> {
    try {
      const fetch = needs.fetchForLook()
      const looking = {
        ...needs,
        fetch,
        now: clock(),
        isAsked: watch.isAsked,
        isTracked: (name: string) => names.now().isTracked(name),
      }
      return { watch, look: withoutDocuments(await unshorten(await look(watch, looking), fetch)) }
    } catch (error) {
      if (error instanceof Deferred) return { watch, until: error.until }
      // A fault of ours must not keep the others waiting: it is told, and the watch is tried again later.
      log.error({ watch: watch.id, source: watch.source, because: String(error) }, 'a look failed')
      return { watch, look: { check: unreadableCheck(watch.memory), survey: null } }
    }
  }

  const aboutWhom = createAboutWhom({
    ...needs,
    names: names.now,
    views: (ids) => subjectViews(database.system, ids),
  })

  async function keep(mark: string, looked: Looked[]): Promise<void> {
    const now = clock()
    const found = await aboutWhom.find(looked, now)
    const seen = await inTheBackground((queries) =>
      keepLooks(queries, mark, { looked, found }, { now, slowestSeconds, chance, briefs }),
    )
    // By themselves: two surveys that lead to each other would else each hold what the other waits for.
    for (const evidence of seen)
      await inTheBackground((queries) => joinSites(queries, evidence, { briefs, now }))
  }

  /** One look that cannot be kept must not take the others with it: it is found, told, and counted as failed. */
  async function keepOrPark(mark: string, looked: Looked[]): Promise<void> {
    try {
      await keep(mark, looked)
    } catch (error) {
      if (stopping.signal.aborted) throw error
      const [only] = looked
      if (looked.length > 1 || !only) {
        for (const each of looked) await keepOrPark(mark, [each])
        return
      }
      log.error({ watch: only.watch.id, because: String(error) }, 'what a look brought could not be kept')
      await keep(mark, [{ ...only, look: { check: unreadableCheck(only.watch.memory), survey: null } }])
    }
  }

  async function write(mark: string, done: (Looked | Postponed)[]): Promise<void> {
    const postponed = done.filter((each) => 'until' in each)
    if (postponed.length > 0)
      await inTheBackground(async (queries) => {
        await deferWatches(
          queries,
          mark,
          postponed.map(({ watch, until }) => ({ id: watch.id, until })),
        )
        await tell(
          queries,
          'tidings_looked',
          postponed.flatMap(({ watch }) => watch.subjectId ?? []),
        )
      })
    const looked = done.filter((each) => 'look' in each)
    if (looked.length > 0) await keepOrPark(mark, looked)
  }

  async function run(withinMs: number): Promise<number> {
    const end = Date.now() + withinMs
    let done = 0
    for (let isLeft = true; isLeft;) {
      isAskedAgain = false
      const mark = randomUUID()
      const count = await workThrough({
        ...FLOW,
        take: async () => (stopping.signal.aborted || Date.now() > end ? [] : claim(mark)),
        work: collect,
        write: (batch) => write(mark, batch),
      })
      done += count
      isLeft = (count > 0 || isAskedAgain) && !stopping.signal.aborted && Date.now() < end
    }
    return done
  }

  /** Looks at everything that is due, until nothing is or the time is up; who asks meanwhile joins. */
  function runDue(withinMs = RUN_MS): Promise<number> {
    isAskedAgain = true
    running ??= run(withinMs).finally(() => {
      running = null
      // Whoever waits for the looks need not wait for the sentences too.
      void curate()
    })
    return running
  }

  const curate = () =>
    curateDue.run().catch((error: unknown) => {
      log.error({ because: String(error) }, 'briefs could not be written anew')
    })

  return {
    runDue,

    /** Polls what is due of these subjects and writes their briefs, without waiting for anybody else's. */
    async pollNow(subjectIds: number[]): Promise<void> {
      const mark = randomUUID()
      const claimed = await claim(mark, sql`subject_id = any(${sql.param(subjectIds)}::int[])`)
      await write(mark, await Promise.all(claimed.map(collect)))
      await curateDue.subjects(subjectIds)
    },

    /** Puts sentences in the place of headlines, as far as there are any. */
    curate,

    /** Once a minute is enough, unless companies are to be looked at more often than that. */
    async keepUp(): Promise<void> {
      const end = Date.now() + RUN_MS
      await runDue()
      await curate()
      while (slowestSeconds < MINUTE && Date.now() < end && !stopping.signal.aborted) {
        await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
        await runDue()
      }
    },

    /** What is under way is finished, nothing more is begun. */
    stop: () => stopping.abort(),
  }
}
