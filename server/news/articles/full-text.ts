import { sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/open.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import type { Fetch, Fetched } from '../../platform/fetch/fetch.ts'
import { describeError, type Log } from '../../platform/log.ts'
import { runAlone } from '../../platform/database/locks.ts'
import { Deferred } from '../sources/host-limits.ts'
import { withinRobots, type Permission } from '../sources/robots.ts'
import { ownersOf } from '../briefs/brief-store.ts'
import { notifyNews, type Briefs } from '../briefs/write-briefs.ts'
import { watchStore } from '../polling/watch-store.ts'
import { markSameStories } from './duplicates.ts'
import { decodeBytes } from '../formats/decode-bytes.ts'
import { articleText } from '../formats/html/article-text.ts'
import { metaDescription } from '../formats/html/meta-description.ts'
import { isFetchError } from '../sources/poll-result.ts'
import type { FoundItem } from '../formats/found-item.ts'

const AT_ONCE = 8
const MAX_PER_RUN = 40
/** Articles of a rate-limited site must not keep the others waiting. */
const MAX_SEEN = 400
const MAX_BYTES = 2_000_000
const PAGE_MS = 10_000
const NEWS_MS = 30 * DAY_MS

type Needs = {
  database: Database
  clock: Clock
  log: Log
  fetch: Fetch
  mayFetch: (url: string) => Promise<Permission>
  briefs: Briefs
}

export type StoryTexts = ReturnType<typeof createStoryTexts>

type StubArticle = { id: string; url: string; text: string }

export function createStoryTexts({ database, clock, log, fetch, mayFetch, briefs }: Needs) {
  const fetchPage = withinRobots(fetch, mayFetch)
  const pauses = new Map<string, number>()

  async function wanted(seen: string[]): Promise<StubArticle[]> {
    const { rows } = await database.system.execute<StubArticle>(sql`
      select id, url, text from articles
      where text_state = 'wanted' and found_at > ${since()} and published_at > ${since()}
        and id <> all(${sql.param(seen)}::bigint[])
        and (exists (select from tracked_company_articles where article_id = articles.id)
          or exists (select from company_articles where article_id = articles.id))
      order by found_at desc, published_at desc, id desc limit ${AT_ONCE}`)
    return rows
  }

  const since = () => new Date(clock().getTime() - NEWS_MS).toISOString()

  /** Compare-and-set: only the process that changes the state writes the text. */
  const move = (id: string, from: 'wanted' | 'failed', story: Story): Promise<boolean> =>
    database.asSystem(async (queries) => {
      const { rows } = await queries.execute(sql`
        update articles set text_state = ${story.state}
          ${story.state === 'read' ? sql`, text = ${story.text}, is_classified = false` : sql``}
        where id = ${id} and text_state = ${from} returning id`)
      if (rows.length > 0 && story.state === 'read')
        for (const links of ['tracked_company_articles', 'company_articles'])
          await queries.execute(sql`update ${sql.identifier(links)} set event_type = null where article_id = ${id}`)
      return rows.length > 0
    })

  async function read(article: StubArticle): Promise<Story['state']> {
    const answer = await request(article)
    if ('state' in answer) {
      if (answer.state !== 'not-now') await move(article.id, 'wanted', answer)
      return answer.state
    }
    // Marked as failed first, so that a page that crashes the process isn't retried.
    if (!(await move(article.id, 'wanted', { state: 'failed' }))) return 'failed'
    const story = storyOn(answer, article.text)
    return story.state !== 'failed' && (await move(article.id, 'failed', story)) ? story.state : 'failed'
  }

  async function request({ url, id }: StubArticle) {
    try {
      if (await isPaused(url)) return { state: 'not-now' } as const
      const accept = 'text/html, application/xhtml+xml'
      const answer = await fetchPage({ url, accept, maxBytes: MAX_BYTES, timeoutMs: PAGE_MS })
      return refusedStory(url, answer) ?? answer
    } catch (error) {
      if (error instanceof Deferred) return { state: 'not-now' } as const
      const kind = isFetchError(error) ? error.kind : null
      if (kind === 'disallowed') return { state: 'refused' } as const
      if (kind === 'aborted' || kind === 'throttled' || kind === 'unknown-rules') return { state: 'not-now' } as const
      if (kind === null) log.error({ article: id, err: describeError(error) }, 'failed to read article')
      return { state: 'failed' } as const
    }
  }

  /** If the host asks for a pause between requests, begins the next one. */
  async function isPaused(url: string): Promise<boolean> {
    const allowed = await mayFetch(url)
    if (allowed.answer !== 'yes') return false
    const host = URL.parse(url)?.host ?? ''
    const now = clock().getTime()
    if ((pauses.get(host) ?? 0) > now) return true
    for (const [other, until] of pauses) if (until <= now) pauses.delete(other)
    if (allowed.delayMs > 0) pauses.set(host, now + allowed.delayMs)
    return false
  }

  /** With full texts, copies can be recognized and briefs can say more. */
  async function rewriteBriefs(ids: string[]): Promise<void> {
    if (ids.length === 0) return
    await database.asSystem(async (queries) => {
      const { rows } = await queries.execute<{ tracked_company_id: number }>(sql`
        select distinct tracked_company_id from tracked_company_articles where article_id = any(${sql.param(ids)}::bigint[])`)
      const trackedCompanyIds = rows.map((row) => row.tracked_company_id)
      const now = clock()
      await watchStore(queries).lockTrackedCompanies(trackedCompanyIds)
      await markSameStories(queries, trackedCompanyIds, now)
      const found = { trackedCompanyIds, companyIds: await companiesWith(queries, ids) }
      await notifyNews(queries, await briefs.curate(queries, await ownersOf(queries, found), now))
    })
  }

  return {
    /** Newest first, in one process at a time. Returns how many were read. */
    run: async (withinMs = 20_000): Promise<number> =>
      (await runAlone(database, 'article-texts', () => readSome(withinMs))) ?? 0,
  }

  async function readSome(withinMs: number): Promise<number> {
    const end = performance.now() + withinMs
    const seen: string[] = []
    const done: string[] = []
    let requested = 0
    while (performance.now() < end && requested < MAX_PER_RUN && seen.length < MAX_SEEN) {
      const batch = await wanted(seen)
      if (batch.length === 0) break
      seen.push(...batch.map(({ id }) => id))
      const states = await Promise.all(batch.map(read))
      requested += states.filter((state) => state !== 'not-now').length
      done.push(...batch.flatMap(({ id }, at) => (states[at] === 'read' ? [id] : [])))
    }
    await rewriteBriefs(done)
    return done.length
  }
}

async function companiesWith(queries: Queries, ids: string[]): Promise<number[]> {
  const { rows } = await queries.execute<{ company_id: number }>(sql`
    select distinct company_id from company_articles where article_id = any(${sql.param(ids)}::bigint[])`)
  return rows.map((row) => row.company_id)
}

const STUB = 400
const WANTED_FOR_MS = 30 * DAY_MS

export function wantsText(
  item: Pick<FoundItem, 'kind' | 'text' | 'url' | 'facts' | 'isWhole'> & { publishedAt: Date },
  now: Date,
): boolean {
  if (!['press', 'post', 'discussion'].includes(item.kind) || item.text.length >= STUB || item.isWhole) return false
  if (now.getTime() - item.publishedAt.getTime() > WANTED_FOR_MS) return false
  // The URL points to one of several entries on a page, so the page's text isn't the entry's.
  if (/#(?!!)/.test(item.url)) return false
  // A text post has no other page, and an aggregator's token leads to a page without the story.
  return item.url !== item.facts.discussion && !/^https?:\/\/news\.google\.com\//.test(item.url)
}

export type Story = { state: 'read'; text: string } | { state: 'refused' | 'failed' | 'not-now' }

/** Null if the page has to be read. */
function refusedStory(requested: string, { status, headers, url, retryAt }: Fetched): Story | null {
  if ((status === 429 || status === 503) && retryAt) return { state: 'not-now' }
  if ([401, 402, 403, 407, 451].includes(status) || isSentToPaywall(requested, url)) return { state: 'refused' }
  if (status !== 200 || !/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type'] ?? ''))
    return { state: 'failed' }
  return isSentHome(requested, url) ? { state: 'failed' } : null
}

function storyOn({ bytes, headers }: Pick<Fetched, 'bytes' | 'headers'>, stub: string): Story {
  const html = decodeBytes(bytes, headers['content-type'] ?? null)
  const text = articleText(html)
  if (text === null && SAYS_LOCKED.test(html)) return { state: 'refused' }
  // Short posts have too little prose to be distinguished from the rest of the page.
  const said = text ?? metaDescription(html)
  return said !== null && said.length > stub.length ? { state: 'read', text: said } : { state: 'failed' }
}

const SAYS_LOCKED =
  /"isAccessibleForFree"\s*:\s*(?:false|"false")|content_tier["'\s]{1,20}content\s*=\s*["'](?:locked|metered)/i

const PAYWALL =
  /(?:^|[/._-])(?:log-?in|sign-?in|sign-?up|register|subscribe|subscription|paywall|consent|captcha|sso|oauth2?|auth|account)(?:[/._-]|$)/i

const isSentToPaywall = (requested: string, answered: string) =>
  requested !== answered && PAYWALL.test(placeOf(answered)) && !PAYWALL.test(placeOf(requested))

/** Removed pages often redirect to the front page. */
const isSentHome = (requested: string, answered: string) =>
  /^\/?$/.test(URL.parse(answered)?.pathname ?? '') && !/^\/?$/.test(URL.parse(requested)?.pathname ?? '')

const placeOf = (address: string) => {
  const url = URL.parse(address)
  return url ? `${url.hostname.split('.')[0]}${url.pathname}` : ''
}
