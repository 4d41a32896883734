import { eq } from 'drizzle-orm'
import { daysAgo, QUIET_DAYS } from '#domain/news/analytics.ts'
import { eventLine, timeOfEvent } from '#domain/news/event-line.ts'
import type { MuteLength, NewsAttention, NewsSummary, NewStory, ReadStories } from '#domain/news/new-stories.ts'
import { eventLabel } from '#domain/taxonomy.ts'
import type { Clock } from '#domain/time.ts'
import type { Companies } from '../../companies/companies.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { dismissedNeeds, mutedCompanies, storyReads } from '../../platform/database/schema/reading.ts'
import type { EventBus } from '../../platform/live/event-bus.ts'
import { notifyUser } from '../../platform/live/topics.ts'
import { quietSince } from './analytics/portfolio.ts'
import type { createCoverageReader } from './coverage.ts'
import {
  knownBy,
  NEWS_MAX_AGE_MS,
  portfolioStories,
  type KnownStory,
  type PortfolioStory,
} from './portfolio-stories.ts'
import { readingStore } from './reading-store.ts'
import { newsCandidates, type Depth, type UnreadStory } from './unread-stories.ts'

const MAX_LISTED = 50
const MAX_ATTENTION = 5

type Needs = {
  database: Database
  clock: Clock
  companies: Pick<Companies, 'get'>
  events: Pick<EventBus, 'register' | 'publish' | 'latestId'>
  coverageReader: Pick<ReturnType<typeof createCoverageReader>, 'failing'>
}

export type NewStories = ReturnType<typeof createNewStories>

/** A story is new until it has been on screen or everything is marked as read, which then holds on every device. */
export function createNewStories({ database, clock, companies, events, coverageReader }: Needs) {
  events.register({ topics: { tidings_read: (userId) => events.publish([userId], { name: 'read', data: {} }) } })

  return {
    async summary(userId: string): Promise<NewsSummary> {
      const now = clock()
      const [eventId, reading] = await Promise.all([
        events.latestId(),
        database.readAsUser(userId, (queries) => readingOf(queries, userId, now)),
      ])
      const fresh = reading.stories
      const since = fresh.length > 0 ? new Date(fresh.reduce(earliest, Infinity)) : reading.lastReadAt
      return {
        asOf: now.toISOString(),
        eventId,
        since: since?.toISOString() ?? null,
        companies: reading.companies,
        newStories: fresh.length,
        hasMore: fresh.some(({ isLast }) => isLast),
        newCompanies: new Set(fresh.map(({ companyId }) => companyId)).size,
        stories: reading.listed.map(toNewStory),
        newRoots: fresh.flatMap(({ roots }) => roots),
        muted: reading.muted,
      }
    },

    /** Separate from the summary, which is read several times during a visit and would take twice as long. */
    async attention(userId: string): Promise<NewsAttention> {
      const now = clock()
      const [coverage, { quiet, muted }] = await Promise.all([
        coverageReader.failing(userId),
        database.readAsUser(userId, async (queries) => ({
          quiet: await quietSince(queries, userId, daysAgo(now, QUIET_DAYS)),
          muted: new Set((await readingStore(queries).muted(userId, now)).map(({ companyId }) => companyId)),
        })),
      ])
      const broken = coverage.filter(({ companyId, state }) => state === 'broken' && !muted.has(companyId))
      const silent = quiet.filter(({ companyId }) => !muted.has(companyId))
      return {
        notResponding: broken
          .slice(0, MAX_ATTENTION)
          .map(({ companyId, name, failing, sources }) => ({ companyId, name, failing, sources })),
        quiet: silent.slice(0, MAX_ATTENTION),
        total: new Set([...broken, ...silent].map(({ companyId }) => companyId)).size,
      }
    },

    /** Ignores ids that don't belong to the user. */
    markRead: (userId: string, { stories }: ReadStories) =>
      database.asUser(userId, async (queries) => {
        await readingStore(queries).markRead(userId, stories, clock())
        await notifyUser(queries, 'tidings_read', userId)
      }),

    markUnread: (userId: string, { stories }: ReadStories) =>
      database.asUser(userId, async (queries) => {
        await readingStore(queries).markUnread(userId, stories)
        await notifyUser(queries, 'tidings_read', userId)
      }),

    markAllRead: (userId: string, until: Date) =>
      database.asUser(userId, async (queries) => {
        const now = clock()
        const stories = await unreadStories(queries, userId, now, 'all')
        const shown = stories.filter(({ linkedAt }) => linkedAt <= until.getTime())
        await readingStore(queries).markRead(userId, shown, now)
        await notifyUser(queries, 'tidings_read', userId)
      }),

    async mute(userId: string, companyId: number, length: MuteLength): Promise<void> {
      await companies.get(userId, companyId)
      await database.asUser(userId, async (queries) => {
        await readingStore(queries).mute(userId, companyId, length, clock())
        await notifyUser(queries, 'tidings_read', userId)
      })
    },

    export: async (userId: string): Promise<Record<string, object[]>> =>
      database.asUser(userId, async (queries) => ({
        story_reads: await queries.select().from(storyReads).where(eq(storyReads.userId, userId)),
        muted_companies: await queries.select().from(mutedCompanies).where(eq(mutedCompanies.userId, userId)),
        dismissed_needs: await queries.select().from(dismissedNeeds).where(eq(dismissedNeeds.userId, userId)),
      })),

    erase: (queries: Queries, userId: string) => readingStore(queries).removeAll(userId),
  }
}

export async function newAmong<Own extends KnownStory>(
  queries: Queries,
  userId: string,
  stories: Own[],
): Promise<Own[]> {
  const readOf = await readingStore(queries).readTimes(userId)
  return stories.filter((story) => {
    const read = readOf.get(story.companyId)
    return !read || !knownBy(story).some(({ articleId }) => read.has(articleId))
  })
}

async function readingOf(queries: Queries, userId: string, now: Date) {
  const store = readingStore(queries)
  const stories = await unreadStories(queries, userId, now, 'newest')
  return {
    lastReadAt: await store.lastReadAt(userId),
    stories,
    listed: await listedOf(queries, userId, mostImportant(stories), now),
    muted: await store.muted(userId, now),
    companies: await store.companyCount(userId),
  }
}

const unreadStories = async (queries: Queries, userId: string, now: Date, depth: Depth): Promise<UnreadStory[]> =>
  newAmong(queries, userId, await newsCandidates(queries, userId, now, { depth }))

/** Full stories are loaded only for those that are listed. */
async function listedOf(
  queries: Queries,
  userId: string,
  stories: UnreadStory[],
  now: Date,
): Promise<PortfolioStory[]> {
  const found = await portfolioStories(queries, userId, {
    linkedAfter: new Date(now.getTime() - NEWS_MAX_AGE_MS),
    now,
    companyIds: [...new Set(stories.map(({ companyId }) => companyId))],
    storyIds: [...new Set(stories.map(({ id }) => id))],
  })
  return stories.flatMap(
    ({ id, companyId }) => found.find((story) => story.id === id && story.companyId === companyId) ?? [],
  )
}

/** Most important first. Inserting into a short list avoids sorting thousands of stories. */
function mostImportant(stories: UnreadStory[]): UnreadStory[] {
  const first: UnreadStory[] = []
  for (const story of stories) {
    const last = first[MAX_LISTED - 1]
    if (last && byImportance(last, story) < 0) continue
    const place = first.findIndex((other) => byImportance(story, other) < 0)
    first.splice(place === -1 ? first.length : place, 0, story)
    first.length = Math.min(first.length, MAX_LISTED)
  }
  return first
}

const byImportance = (a: UnreadStory, b: UnreadStory) =>
  b.weight - a.weight || b.publishedAt - a.publishedAt || b.id - a.id

const earliest = (at: number, { linkedAt }: UnreadStory) => Math.min(at, linkedAt)

function toNewStory(story: PortfolioStory): NewStory {
  const { id, roots, eventType, direction, companyId, companyName } = story
  const label = eventLabel(story)
  const { publishedAt, precision } = timeOfEvent(story, label)
  const { text, isNamed } = eventLine(story, companyName)
  return {
    id,
    roots,
    publishedAt,
    precision,
    eventType,
    direction,
    companyId,
    companyName,
    isNamed,
    label,
    line: text,
  }
}
