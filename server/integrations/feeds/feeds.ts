import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { entitlement } from '#domain/account/entitlement.ts'
import { AppError } from '#domain/errors.ts'
import { ALL_COMPANIES } from '#domain/integrations/choices.ts'
import {
  FEED_FILES,
  FEED_NOT_FOUND,
  FEED_PATH,
  MAX_FEEDS,
  TOO_MANY_FEEDS,
  type FeedFormat,
  type NewFeed,
  type PrivateFeed,
} from '#domain/integrations/feeds.ts'
import { VIEW_NOT_FOUND } from '#domain/news/search.ts'
import { DAY_MS, MINUTE_MS, type Clock } from '#domain/time.ts'
import { accountStore } from '../../account/store.ts'
import type { KeyedHash } from '../../auth/auth.ts'
import { announceAccess, type Owner } from '../../auth/emails/given-access.ts'
import type { Companies } from '../../companies/companies.ts'
import type { SavedViews } from '../../news/read/search/saved-views.ts'
import { lock } from '../../platform/database/locks.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import { privateFeeds } from '../../platform/database/schema/integrations.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { createCallLimit, secretHash } from '../secrets.ts'
import type { ReadChosenStories } from './chosen-stories.ts'
import type { FeedDocument } from './documents.ts'
import { feedLookup, feedStore, type FeedRow, type NamedFeed } from './store.ts'
import { outgoingStories } from './stories.ts'

const MAX_ENTRIES = 100
const NEWS_MS = 30 * DAY_MS
/** Calendars go back further than news feeds. */
const EVENTS_MS = 365 * DAY_MS

type Needs = {
  database: Database
  clock: Clock
  queue: Queue
  hash: KeyedHash
  publicUrl: string
  companies: Pick<Companies, 'get'>
  views: Pick<SavedViews, 'list'>
  chosenStories: ReadChosenStories
}

export type PrivateFeeds = ReturnType<typeof createPrivateFeeds>

export function createPrivateFeeds({
  database,
  clock,
  queue,
  hash,
  publicUrl,
  companies,
  views,
  chosenStories,
}: Needs) {
  const own = <Result>(userId: string, work: (store: ReturnType<typeof feedStore>) => Promise<Result>) =>
    database.asUser(userId, (queries) => work(feedStore(queries, userId)))
  const limitCalls = createCallLimit('This feed is read too often. Please slow down.')
  const tokensOf = (nonce: string) => hash('private-feed', nonce)
  const urlOf = (token: string, format: FeedFormat) => `${publicUrl}${FEED_PATH}/${token}/${FEED_FILES[format]}`

  function toFeed({ feed, companyName, viewName }: NamedFeed): PrivateFeed {
    const token = tokensOf(feed.nonce).find((each) => secretHash(each) === feed.tokenHash)
    return {
      id: feed.id,
      name: companyName ?? viewName,
      companyId: feed.companyId,
      viewId: feed.viewId,
      createdAt: feed.createdAt.toISOString(),
      lastUsedAt: feed.lastUsedAt?.toISOString() ?? null,
      urls: token
        ? { atom: urlOf(token, 'atom'), json: urlOf(token, 'json'), calendar: urlOf(token, 'calendar') }
        : null,
    }
  }

  return {
    list: async (userId: string): Promise<PrivateFeed[]> => (await own(userId, (store) => store.list())).map(toFeed),

    async create({ id: userId, email }: Owner, { companyId, viewId }: NewFeed): Promise<PrivateFeed> {
      if (companyId !== null) await companies.get(userId, companyId)
      if (viewId !== null && !(await views.list(userId)).some(({ id }) => id === viewId))
        throw new AppError('not-found', VIEW_NOT_FOUND)
      const nonce = randomBytes(32).toString('base64url')
      const [token = ''] = tokensOf(nonce)
      const feed = await database.asUser(userId, async (queries) => {
        // Serializes concurrent additions so that the limit holds.
        await lock(queries, 'integrations', userId)
        const store = feedStore(queries, userId)
        if ((await store.count()) >= MAX_FEEDS) throw new AppError('invalid-input', TOO_MANY_FEEDS)
        const createdAt = clock()
        await announceAccess(queue, queries, { to: email, access: 'private-feed', at: createdAt })
        const id = await store.insert({ companyId, viewId, nonce, tokenHash: secretHash(token), createdAt })
        return store.find(id)
      })
      if (!feed) throw new Error('the feed is missing')
      return toFeed(feed)
    },

    async revoke(userId: string, id: number): Promise<void> {
      if (!(await own(userId, (store) => store.remove(id)))) throw new AppError('not-found', FEED_NOT_FOUND)
    },

    /** Null for an unknown token. */
    async open(token: string): Promise<{ feed: FeedRow; hasAccess: boolean } | null> {
      const feed = await feedLookup(database.system).find(secretHash(token))
      const account = feed && (await accountStore(database.system).find(feed.userId))
      if (!feed || !account) return null
      const now = clock()
      limitCalls(feed.id, now)
      await feedLookup(database.system).recordUse(feed.id, now, new Date(now.getTime() - MINUTE_MS))
      return { feed, hasAccess: entitlement(account, now).hasAccess }
    },

    /** Null if the feed was revoked in the meantime. */
    read: ({ id, userId }: FeedRow, token: string, format: FeedFormat): Promise<FeedDocument | null> =>
      database.asUser(userId, async (queries) => {
        const found = await feedStore(queries, userId).find(id)
        if (!found) return null
        const chosen = { ...found.feed, viewQuery: found.viewQuery }
        const stories = await chosenStories(queries, chosen, format === 'calendar' ? EVENTS_MS : NEWS_MS)
        const newest = (await outgoingStories(queries, stories, publicUrl))
          .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.key < b.key ? -1 : 1))
          .slice(0, format === 'calendar' ? MAX_ENTRIES * 5 : MAX_ENTRIES)
        const { companyName, viewName, feed } = found
        return {
          title: `Tidings: ${companyName ?? viewName ?? ALL_COMPANIES}`,
          url: urlOf(token, format),
          homeUrl: feed.companyId === null ? `${publicUrl}/dashboard` : `${publicUrl}/companies/${feed.companyId}`,
          host: new URL(publicUrl).hostname,
          id: String(feed.id),
          updatedAt: new Date(
            Math.max(feed.createdAt.getTime(), ...newest.map(({ updatedAt }) => updatedAt.getTime())),
          ),
          stories: newest,
        }
      }),

    export: async (userId: string): Promise<Record<string, object[]>> => ({
      private_feeds: (await own(userId, (store) => store.list())).map(
        ({ feed: { nonce: _nonce, tokenHash: _hash, ...row } }) => row,
      ),
    }),

    async erase(queries: Queries, userId: string): Promise<void> {
      await queries.delete(privateFeeds).where(eq(privateFeeds.userId, userId))
    },
  }
}
