import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/open.ts'
import type { Clock, Fetch, Log } from '../ports.ts'
import { articleStore, type Article, type Link } from './article-store.ts'
import { canonical } from './ingest/canonical.ts'
import { publisherOf } from './ingest/publisher.ts'
import type { Source } from './ingest/source.ts'
import type { FoundItem } from './item.ts'
import { itemsOf, look, SITE, type Look } from './look.ts'
import { createNames } from './names.ts'
import { nextLook } from './schedule.ts'
import { watchStore, type NewWatch, type Outcome, type Watch } from './watch-store.ts'

const AT_ONCE = 48
const CLAIMED = 192
const WRITTEN_TOGETHER = 24
const CLAIM_MS = 120_000
const SURVEY_EVERY = 7 * 24 * 3600
const NAMES_FRESH_MS = 60_000
/** Older than this an item is history, not news. */
const OLDEST_MS = 3 * 365 * 24 * 3_600_000

type Needs = {
  database: Database
  clock: Clock
  log: Log
  fetch: Fetch
  sources: Source[]
  mayFetch: (url: string) => Promise<boolean>
  /** A subject is looked at at least this often. */
  slowestSeconds: number
  chance?: () => number
}

export type Gathering = ReturnType<typeof createGathering>

/** The heart: schedule → collect → canonical → match → store → brief → tell. */
export function createGathering(needs: Needs) {
  const { database, clock, log, slowestSeconds, chance = Math.random } = needs
  let names = createNames([])
  let namesAt = 0

  async function freshNames(): Promise<void> {
    if (clock().getTime() - namesAt < NAMES_FRESH_MS) return
    names = createNames(await watchStore(database.system).subjectsTracked())
    namesAt = clock().getTime()
  }

  async function collect(watch: Watch): Promise<Looked> {
    try {
      const looking = { ...needs, now: clock(), isTracked: (name: string) => names.isTracked(name) }
      return { watch, look: await look(watch, looking) }
    } catch (error) {
      // A fault of ours must not keep the others waiting: it is told, and the watch is tried again later.
      log.error({ watch: watch.id, source: watch.source, because: String(error) }, 'a look failed')
      const check = {
        state: 'failed' as const,
        items: [],
        memory: watch.memory,
        problem: 'It could not be read.',
        retryAt: null,
      }
      return { watch, look: { check, survey: null } }
    }
  }

  async function write(claim: string, looked: Looked[]): Promise<void> {
    await database.asSystem(async (queries) => {
      const now = clock()
      const store = watchStore(queries)
      const kept = await store.finish(
        claim,
        looked.map((each) => ({ id: each.watch.id, outcome: outcomeOf(each, now) })),
      )
      const ours = looked.filter(({ watch }) => kept.has(watch.id))
      const surveys = ours.flatMap(({ watch: { subjectId }, look: { survey, check } }) =>
        survey && subjectId !== null && check.state !== 'failed' ? [{ subjectId, ...survey }] : [],
      )
      await store.keepSurveys(surveys, now)
      await store.add(
        surveys.flatMap(({ subjectId, addresses }) =>
          addresses.map(({ address, check }) => firstWatch(subjectId, address, check, now)),
        ),
      )
      const found = ours.flatMap((each) => articlesOf(each, now))
      const articles = articleStore(queries)
      await articles.keep(once(found.map(({ article }) => article)), now)
      const changed = await articles.link(found.flatMap(({ links }) => links))
      const told = await articles.writeBriefs(changed, now)
      if (told.length > 0)
        await queries.execute(sql`select pg_notify('tidings_news', ${JSON.stringify(told.slice(0, 500))})`)
      const asked = ours.flatMap(({ watch }) => (watch.subjectId === null ? [] : [watch.subjectId]))
      if (asked.length > 0)
        await queries.execute(
          sql`select pg_notify('tidings_looked', ${JSON.stringify([...new Set(asked)].slice(0, 500))})`,
        )
    })
  }

  function outcomeOf({ watch, look: { check } }: Looked, now: Date): Outcome {
    const published = check.items.map(({ publishedAt }) => publishedAt).filter((date) => date !== null)
    const slowest = watch.source === SITE && watch.address === '' ? SURVEY_EVERY : slowestSeconds
    const next = nextLook(
      watch,
      { state: check.state, retryAt: check.retryAt, published },
      now,
      slowest,
      chance(),
    )
    const isGood = ['ok', 'empty', 'unchanged', 'partial'].includes(check.state)
    return {
      state: check.state,
      problem: check.problem,
      checkedAt: now,
      isGood,
      failingSince: isGood ? null : (watch.failingSince ?? now),
      memory: check.memory,
      ...next,
    }
  }

  function articlesOf({ watch, look: found }: Looked, now: Date): { article: Article; links: Link[] }[] {
    return itemsOf(found).flatMap((item) => {
      const article = articleOf(item, now)
      if (!article) return []
      const matches =
        watch.subjectId === null
          ? names.match(article)
          : [
              {
                subjectId: watch.subjectId,
                score: 1,
                evidence: [watch.source === SITE ? 'on its own site' : 'found by its name'],
              },
            ]
      const links = matches.map((match) => ({ ...match, key: article.key, source: watch.source }))
      return links.length > 0 ? [{ article, links }] : []
    })
  }

  return {
    /** Looks at everything that is due, until nothing is or the time is up. */
    async runDue(withinMs = 50_000): Promise<number> {
      const end = Date.now() + withinMs
      let done = 0
      while (Date.now() < end) {
        await freshNames()
        const claim = randomUUID()
        const now = clock()
        const due = await database.asSystem((queries) =>
          watchStore(queries).claim(claim, now, new Date(now.getTime() + CLAIM_MS), CLAIMED),
        )
        if (due.length === 0) break
        await workThrough(due, AT_ONCE, collect, WRITTEN_TOGETHER, (looked) => write(claim, looked))
        done += due.length
      }
      return done
    },
  }
}

type Looked = { watch: Watch; look: Look }

/** Some at once, and written together as they come: one transaction for many keeps the disk quiet. */
async function workThrough<Task, Done>(
  tasks: Task[],
  atOnce: number,
  work: (task: Task) => Promise<Done>,
  together: number,
  write: (done: Done[]) => Promise<void>,
): Promise<void> {
  const waiting = [...tasks]
  let finished: Done[] = []
  let writing = Promise.resolve()
  const flush = () => {
    const batch = finished
    finished = []
    writing = writing.then(() => write(batch))
    return writing
  }
  await Promise.all(
    Array.from({ length: Math.min(atOnce, tasks.length) }, async () => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        finished.push(await work(task))
        if (finished.length >= together) await flush()
      }
    }),
  )
  if (finished.length > 0) await flush()
  await writing
}

function articleOf(item: FoundItem, now: Date): Article | null {
  const address = canonical(item.url)
  if (!address || item.title === '') return null
  const publishedAt = item.publishedAt && item.publishedAt <= now ? item.publishedAt : now
  if (now.getTime() - publishedAt.getTime() > OLDEST_MS) return null
  const { publisher, title } = publisherOf({ ...item, url: address.address })
  return { ...item, url: address.address, key: address.key, title, publisher, publishedAt }
}

const once = (articles: Article[]) => [...new Map(articles.map((article) => [article.key, article])).values()]

const firstWatch = (
  subjectId: number | null,
  address: string,
  check: Look['check'] | null,
  now: Date,
): NewWatch => ({
  subjectId,
  source: SITE,
  address,
  everySeconds: 3600,
  nextAt: check ? new Date(now.getTime() + 3_600_000) : now,
  ...(check && {
    state: check.state,
    problem: check.problem,
    checkedAt: now,
    goodAt: now,
    etag: check.memory.etag,
    lastModified: check.memory.lastModified,
    notes: check.memory.notes,
  }),
})
