import { sql } from 'drizzle-orm'
import type { Database, Queries } from '../../database/open.ts'
import type { Clock, Fetch, Log } from '../../ports.ts'
import { Deferred, forgetShared, takeShared } from '../manners/host-budget.ts'
import type { Permission } from '../ingest/robots.ts'
import { tellNews } from '../briefs/tell-news.ts'
import { ownersOf, type Briefs } from '../briefs/write-briefs.ts'
import { watchStore } from '../watches/watch-store.ts'
import { markSameStories } from './same-stories.ts'
import { refusedStory, storyOn, type Story } from './story-page.ts'

const AT_ONCE = 8
const MOST_A_RUN = 40
/** Those of a site that cannot be asked just now must not keep the others waiting. */
const MOST_SEEN = 400
const MAX_BYTES = 2_000_000
const PAGE_MS = 10_000
const NEWS_MS = 30 * 24 * 3_600_000
const TURN = 'story-texts'

type Needs = {
  database: Database
  clock: Clock
  log: Log
  fetch: Fetch
  mayFetch: (url: string) => Promise<Permission>
  briefs: Briefs
}

export type StoryTexts = ReturnType<typeof createStoryTexts>

type Wanted = { id: string; url: string; text: string }

/** Reads stories on their pages where the source gave only a stub: politely, and never behind a wall. */
export function createStoryTexts({ database, clock, log, fetch, mayFetch, briefs }: Needs) {
  /** When a host that asks for pauses between pages may be asked again. */
  const pauses = new Map<string, number>()

  async function wanted(seen: string[]): Promise<Wanted[]> {
    const { rows } = await database.system.execute<Wanted>(sql`
      select id, url, text from articles
      where text_state = 'wanted' and found_at > ${since()} and published_at > ${since()}
        and id <> all(${sql.param(seen)}::bigint[])
        and (exists (select from subject_articles where article_id = articles.id)
          or exists (select from company_articles where article_id = articles.id))
      order by found_at desc, published_at desc, id desc limit ${AT_ONCE}`)
    return rows
  }

  const since = () => new Date(clock().getTime() - NEWS_MS).toISOString()

  /** The states say who was there: only the one who moves it on writes what comes next. */
  async function move(id: string, from: 'wanted' | 'failed', story: Story): Promise<boolean> {
    const { rows } = await database.system.execute(sql`
      update articles set text_state = ${story.state}
        ${story.state === 'read' ? sql`, text = ${story.text}, happening = null` : sql``}
      where id = ${id} and text_state = ${from} returning id`)
    return rows.length > 0
  }

  async function read(article: Wanted): Promise<Story['state']> {
    const answer = await ask(article)
    if ('state' in answer) {
      if (answer.state !== 'not-now') await move(article.id, 'wanted', answer)
      return answer.state
    }
    // Should reading it end the process, it is not tried again.
    if (!(await move(article.id, 'wanted', { state: 'failed' }))) return 'failed'
    const story = storyOn(answer, article.text)
    return story.state !== 'failed' && (await move(article.id, 'failed', story)) ? story.state : 'failed'
  }

  async function ask({ url, id }: Wanted) {
    const allowed = await permission(url)
    if (allowed) return allowed
    try {
      const accept = 'text/html, application/xhtml+xml'
      const answer = await fetch({ url, accept, maxBytes: MAX_BYTES, timeoutMs: PAGE_MS })
      const refused = refusedStory(url, answer)
      if (refused || URL.parse(answer.url)?.host === URL.parse(url)?.host) return refused ?? answer
      // Sent on to another site, which has its own rules.
      return (await mayFetch(answer.url)).answer === 'no' ? ({ state: 'refused' } as const) : answer
    } catch (error) {
      if (error instanceof Deferred) return { state: 'not-now' } as const
      const kind = error instanceof Error && 'kind' in error ? error.kind : null
      if (kind === 'aborted' || kind === 'throttled') return { state: 'not-now' } as const
      if (kind === null) log.error({ article: id, because: String(error) }, 'a story could not be read')
      return { state: 'failed' } as const
    }
  }

  async function permission(url: string): Promise<Story | null> {
    const allowed = await mayFetch(url)
    if (allowed.answer !== 'yes') return { state: allowed.answer === 'no' ? 'refused' : 'not-now' }
    const host = URL.parse(url)?.host ?? ''
    const now = clock().getTime()
    if ((pauses.get(host) ?? 0) > now) return { state: 'not-now' }
    for (const [other, until] of pauses) if (until <= now) pauses.delete(other)
    if (allowed.delayMs > 0) pauses.set(host, now + allowed.delayMs)
    return null
  }

  /** Whole texts tell better what is the same, and what to say of it. */
  async function tellAnew(ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await database.asSystem(async (queries) => {
      const { rows } = await queries.execute<{ subject_id: number }>(sql`
        select distinct subject_id from subject_articles where article_id = any(${sql.param(ids)}::bigint[])`)
      const subjectIds = rows.map((row) => row.subject_id)
      const now = clock()
      await watchStore(queries).lockSubjects(subjectIds)
      await markSameStories(queries, subjectIds, now)
      const found = { subjectIds, companyIds: await findersOf(queries, ids) }
      const whose = { subjectIds, companyIds: await ownersOf(queries, found) }
      await tellNews(queries, await briefs.curate(queries, whose, now))
    })
  }

  return {
    /**
     * Reads some, the newest first. One process at a time; should it be killed, another goes on a little later with
     * what it has not written.
     */
    async run(withinMs = 20_000): Promise<number> {
      const turn = { name: TURN, burst: 1, perSecond: 1000 / (withinMs + 4 * PAGE_MS) }
      if (!(await takeShared(database.system, turn, 0)).isGranted) return 0
      const end = performance.now() + withinMs
      const seen: string[] = []
      const done: string[] = []
      let asked = 0
      try {
        while (performance.now() < end && asked < MOST_A_RUN && seen.length < MOST_SEEN) {
          const batch = await wanted(seen)
          if (batch.length === 0) break
          seen.push(...batch.map(({ id }) => id))
          const states = await Promise.all(batch.map(read))
          asked += states.filter((state) => state !== 'not-now').length
          done.push(...batch.flatMap(({ id }, at) => (states[at] === 'read' ? [id] : [])))
        }
        await tellAnew(done)
      } finally {
        await forgetShared(database.system, TURN)
      }
      return done.length
    },
  }
}

/** Whose own finds these are. */
async function findersOf(queries: Queries, ids: string[]): Promise<number[]> {
  const { rows } = await queries.execute<{ company_id: number }>(sql`
    select distinct company_id from company_articles where article_id = any(${sql.param(ids)}::bigint[])`)
  return rows.map((row) => row.company_id)
}
