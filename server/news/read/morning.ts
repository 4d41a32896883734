import { sql } from 'drizzle-orm'
import { arrangeMorning, eventsByRank } from '#domain/news/morning/arrange.ts'
import type { Morning, MorningEvent, MorningStory } from '#domain/news/morning/morning.ts'
import { isLeading } from '#domain/news/morning/rank.ts'
import { readingDay } from '#domain/news/morning/reading-day.ts'
import { EVENT_WEIGHTS } from '#domain/taxonomy.ts'
import type { Clock } from '#domain/time.ts'
import { positionStore } from '../../companies/positions/store.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { notifyUser } from '../../platform/live/topics.ts'
import { sentencesOf } from './company-stories.ts'
import { needsOf } from './morning-needs.ts'
import { newsStore } from './news.ts'
import {
  isNews,
  knownBy,
  NEWS_MAX_AGE_MS,
  portfolioStories,
  type KnownStory,
  type PortfolioStory,
} from './portfolio-stories.ts'
import { readingStore } from './reading-store.ts'
import { newsCandidates, type UnreadStory } from './unread-stories.ts'

/** More than are listed, because sources and stakes change the order. */
const MAX_LEADING = 40
const MAX_LINED = 120

type Reader = { now: Date; timeZone: string }

export type Mornings = ReturnType<typeof createMornings>

export const createMornings = ({ database, clock }: { database: Database; clock: Clock }) => ({
  read: (userId: string, timeZone: string): Promise<Morning> =>
    database.readAsUser(userId, (queries) => morningOf(queries, userId, { now: clock(), timeZone })),

  dismiss: (userId: string, key: string): Promise<void> =>
    database.asUser(userId, async (queries) => {
      await readingStore(queries).dismiss(userId, key, clock())
      await notifyUser(queries, 'tidings_read', userId)
    }),
})

type Sent = {
  /** Sample companies are fictional, so emails leave them out. */
  isSent?: (companyId: number) => boolean
  /** When an email sent a story; as good as reading it. */
  sentAt?: ReadonlyMap<string, number>
  /** When the last email was sent; null if there was none. */
  lastSentAt?: Date | null
}

export const morningOf = async (queries: Queries, userId: string, reader: Reader, sent?: Sent): Promise<Morning> =>
  (await morningAndNews(queries, userId, reader, sent)).morning

/** With all news that was neither read nor sent before today, which the morning lists or counts. */
export async function morningAndNews(
  queries: Queries,
  userId: string,
  { now, timeZone }: Reader,
  { isSent = () => true, sentAt = new Map(), lastSentAt }: Sent = {},
): Promise<{ morning: Morning; news: UnreadStory[] }> {
  const { begins } = readingDay(now, timeZone)
  const store = readingStore(queries)
  const readTimes = await store.readTimes(userId)
  const readAt = (story: KnownStory): number | null => {
    const times = readTimes.get(story.companyId)
    const known = knownBy(story).flatMap(({ companyId, articleId }) => [
      times?.get(articleId) ?? [],
      sentAt.get(`${companyId} ${articleId}`) ?? [],
    ])
    return known.flat().length > 0 ? Math.min(...known.flat()) : null
  }
  const candidates = (await newsCandidates(queries, userId, now, { isForUnread: false })).filter(({ companyId }) =>
    isSent(companyId),
  )
  const isToday = (story: UnreadStory) => (readAt(story) ?? Infinity) >= begins.getTime()
  const chosen = chosenOf(candidates, isToday)
  const stories = await storiesOf(queries, userId, chosen, now)
  const companyIds = [...new Set(stories.map(({ companyId }) => companyId))]
  const positions = await positionStore(queries).entries(userId)
  const listed = new Set(companyIds)
  const companies = (await companiesOf(queries, userId, now)).filter(({ id }) => isSent(id))
  const news = candidates.filter(isToday)
  const withNews = new Set(news.map(({ companyId }) => companyId))
  const quoted = await withQuotes(queries, userId, stories)
  const shown = quoted.map((story): MorningStory => {
    const at = readAt(story)
    return { ...story, readAt: at === null ? null : new Date(at).toISOString() }
  })
  const morning = arrangeMorning(
    {
      companies,
      stories: shown,
      positions,
      lastReadAt: lastSentAt ?? (await store.lastReadBefore(userId, begins)),
      needs: await needsOf(queries, userId, { stories: shown, positions, now }),
      unlisted: [...withNews].filter((id) => !listed.has(id)).length,
      ...(lastSentAt !== undefined && { foundSince: firstOf(begins, lastSentAt ?? longAgo(now)) }),
    },
    { now, timeZone },
  )
  return { morning, news }
}

/** These stories as events, in the order of the morning. */
export async function eventsOf(queries: Queries, userId: string, stories: PortfolioStory[]): Promise<MorningEvent[]> {
  const positions = await positionStore(queries).entries(userId)
  const quoted = await withQuotes(queries, userId, stories)
  return eventsByRank({ stories: quoted.map((story) => ({ ...story, readAt: null })), positions })
}

async function withQuotes(queries: Queries, userId: string, stories: PortfolioStory[]) {
  const companyIds = [...new Set(stories.map(({ companyId }) => companyId))]
  const briefs = Map.groupBy(await newsStore(queries).newestOf(userId, companyIds), ({ companyId }) => companyId)
  return stories.map((story) => ({ ...story, quotes: sentencesOf(story, briefs.get(story.companyId) ?? []) }))
}

const longAgo = (now: Date) => new Date(now.getTime() - NEWS_MAX_AGE_MS)

const firstOf = (a: Date, b: Date) => (a < b ? a : b)

/** Whole stories are loaded only for what may be listed, because a portfolio may have thousands of them. */
function chosenOf(candidates: UnreadStory[], isToday: (story: UnreadStory) => boolean): UnreadStory[] {
  const ranked = candidates.toSorted((a, b) => weightOf(b) - weightOf(a) || b.publishedAt - a.publishedAt)
  const today = ranked.filter(isToday)
  const leading = today.filter(isLeading).slice(0, MAX_LEADING)
  const earlier = ranked.filter((story) => !isToday(story) && isLeading(story)).slice(0, MAX_LEADING)
  const lined = new Set([...new Set(today.map(({ companyId }) => companyId))].slice(0, MAX_LINED))
  return [...leading, ...earlier, ...today.filter(({ companyId }) => lined.has(companyId))]
}

const weightOf = ({ eventType }: UnreadStory) => EVENT_WEIGHTS[eventType]

async function storiesOf(queries: Queries, userId: string, chosen: UnreadStory[], now: Date) {
  const found = await portfolioStories(queries, userId, {
    linkedAfter: longAgo(now),
    now,
    companyIds: [...new Set(chosen.map(({ companyId }) => companyId))],
    storyIds: [...new Set(chosen.map(({ id }) => id))],
  })
  return found.filter((story) => isNews(story, now))
}

async function companiesOf(queries: Queries, userId: string, now: Date): Promise<{ id: number }[]> {
  const { rows } = await queries.execute<{ id: number }>(sql`
    select id from companies where user_id = ${userId} and removed_at is null and not exists (
      select from muted_companies muted where muted.company_id = companies.id and muted.user_id = ${userId}
        and (muted.until is null or muted.until > ${now.toISOString()}::timestamptz))`)
  return rows
}
