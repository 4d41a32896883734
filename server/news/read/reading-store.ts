import { and, eq, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import type { MuteLength, NewsSummary, ReadStories } from '#domain/news/new-stories.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Queries } from '../../platform/database/open.ts'
import { companies as companyRows } from '../../platform/database/schema/accounts-and-companies.ts'
import { dismissedNeeds, mutedCompanies, storyReads } from '../../platform/database/schema/reading.ts'
import { NEWS_MAX_AGE_MS } from './portfolio-stories.ts'

const MUTE_DAYS = { week: 7, month: 30 }
const DISMISSED_DAYS = 30

export const readingStore = (queries: Queries) => ({
  async lastReadAt(userId: string): Promise<Date | null> {
    const [last] = await queries
      .select({ at: max(storyReads.readAt) })
      .from(storyReads)
      .where(eq(storyReads.userId, userId))
    return last?.at ?? null
  },

  /** When the last story before `before` was read. */
  async lastReadBefore(userId: string, before: Date): Promise<Date | null> {
    const [last] = await queries
      .select({ at: max(storyReads.readAt) })
      .from(storyReads)
      .where(and(eq(storyReads.userId, userId), lt(storyReads.readAt, before)))
    return last?.at ?? null
  },

  /** When each article was read, by company. As text, because a row per article takes Node several times as long. */
  async readTimes(userId: string): Promise<Map<number, Map<number, number>>> {
    const rows = await queries
      .select({
        companyId: storyReads.companyId,
        times: sql<string>`string_agg(concat('[', ${storyReads.articleId}, ',',
          floor(date_part('epoch', ${storyReads.readAt}) * 1000), ']'), ',')`,
      })
      .from(storyReads)
      .where(eq(storyReads.userId, userId))
      .groupBy(storyReads.companyId)
    return new Map(
      rows.map(({ companyId, times }) => [companyId, new Map(JSON.parse(`[${times}]`) as [number, number][])]),
    )
  },

  async markRead(userId: string, stories: ReadStories['stories'], now: Date): Promise<void> {
    if (stories.length === 0) return
    const pairs = stories.flatMap(({ companyId, roots }) => roots.map((root) => [companyId, root] as const))
    await queries.execute(sql`
      insert into story_reads (user_id, company_id, article_id, read_at)
      select ${userId}::uuid, companies.id, new.root, ${now}::timestamptz
      from unnest(${sql.param(pairs.map(([id]) => id))}::int[], ${sql.param(pairs.map(([, root]) => root))}::bigint[])
        as new (company_id, root)
      join companies on companies.id = new.company_id and companies.user_id = ${userId} and companies.removed_at is null
      on conflict do nothing`)
    await this.forget(userId, now)
  },

  async markUnread(userId: string, stories: ReadStories['stories']): Promise<void> {
    for (const { companyId, roots } of stories)
      await queries
        .delete(storyReads)
        .where(
          and(eq(storyReads.userId, userId), eq(storyReads.companyId, companyId), inArray(storyReads.articleId, roots)),
        )
  },

  /** Stories that were read this long ago are too old to be new again. */
  async forget(userId: string, now: Date): Promise<void> {
    const before = new Date(now.getTime() - 3 * NEWS_MAX_AGE_MS)
    await queries.delete(storyReads).where(and(eq(storyReads.userId, userId), lt(storyReads.readAt, before)))
  },

  async mute(userId: string, companyId: number, length: MuteLength, now: Date): Promise<void> {
    if (length === null) {
      await queries
        .delete(mutedCompanies)
        .where(and(eq(mutedCompanies.companyId, companyId), eq(mutedCompanies.userId, userId)))
      return
    }
    const until = length === 'always' ? null : new Date(now.getTime() + MUTE_DAYS[length] * DAY_MS)
    await queries
      .insert(mutedCompanies)
      .values({ companyId, userId, until })
      .onConflictDoUpdate({ target: mutedCompanies.companyId, set: { until } })
  },

  async muted(userId: string, now: Date): Promise<NewsSummary['muted']> {
    const rows = await queries.select().from(mutedCompanies).where(eq(mutedCompanies.userId, userId))
    return rows
      .filter(({ until }) => until === null || until > now)
      .map(({ companyId, until }) => ({ companyId, until: until?.toISOString() ?? null }))
  },

  companyCount: (userId: string): Promise<number> =>
    queries.$count(companyRows, and(eq(companyRows.userId, userId), isNull(companyRows.removedAt))),

  async dismiss(userId: string, key: string, now: Date): Promise<void> {
    await queries
      .insert(dismissedNeeds)
      .values({ userId, key, dismissedAt: now })
      .onConflictDoUpdate({ target: [dismissedNeeds.userId, dismissedNeeds.key], set: { dismissedAt: now } })
    await queries
      .delete(dismissedNeeds)
      .where(and(eq(dismissedNeeds.userId, userId), lt(dismissedNeeds.dismissedAt, longAgo(now))))
  },

  async dismissed(userId: string, now: Date): Promise<ReadonlySet<string>> {
    const rows = await queries.select().from(dismissedNeeds).where(eq(dismissedNeeds.userId, userId))
    return new Set(rows.filter(({ dismissedAt }) => dismissedAt > longAgo(now)).map(({ key }) => key))
  },

  async removeAll(userId: string): Promise<void> {
    await queries.delete(dismissedNeeds).where(eq(dismissedNeeds.userId, userId))
    await queries.delete(storyReads).where(eq(storyReads.userId, userId))
    await queries.delete(mutedCompanies).where(eq(mutedCompanies.userId, userId))
  },
})

const longAgo = (now: Date) => new Date(now.getTime() - DISMISSED_DAYS * DAY_MS)
