import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { FeedSort } from '#domain/news/feed-rows.ts'
import { readCursor, writeCursor } from '../../platform/http/route.ts'
import { MAX_ROW_ID } from '#domain/row-id.ts'

const DEFAULT_LIMIT = 100

/** Briefs newer than the snapshot are ignored, so that no company moves from one page to another. */
export type FeedPosition = { publishedAt: string | null; addedAt: string; companyId: number; snapshotId: number }
export type FeedSelection = { companyIds?: number[]; sort?: FeedSort; limit?: number; after?: FeedPosition }

const moment = z.string().max(40)
const rowId = z.number().int().min(0).max(MAX_ROW_ID)
const briefId = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

const FeedCursor = z.tuple([z.literal('feed'), moment.nullable(), moment, rowId, briefId])

export const writeFeedCursor = ({ publishedAt, addedAt, companyId, snapshotId }: FeedPosition): string =>
  writeCursor(['feed', publishedAt, addedAt, companyId, snapshotId] satisfies z.infer<typeof FeedCursor>)

export function readFeedPage({ limit, cursor }: { limit?: number; cursor?: string }): FeedSelection {
  if (cursor === undefined) return limit === undefined ? {} : { limit }
  const [, publishedAt, addedAt, companyId, snapshotId] = readCursor(FeedCursor, cursor)
  return { limit: limit ?? DEFAULT_LIMIT, after: { publishedAt, addedAt, companyId, snapshotId } }
}

export const isChosen = ({ companyIds }: FeedSelection): SQL =>
  companyIds ? sql`companies.id = any(${sql.param(companyIds)}::int[])` : sql`true`

/** Companies without news come last in both directions. */
const DIRECTIONS = {
  newest: { order: sql`desc`, isLater: sql`<`, withoutNews: sql`timestamptz '-infinity'` },
  oldest: { order: sql`asc`, isLater: sql`>`, withoutNews: sql`timestamptz 'infinity'` },
}

/** `feedOrder` and `isAfter` need rows of `companies`, each joined with its newest `brief`, if any. */
export function feedOrder({ sort = 'newest' }: FeedSelection): SQL {
  const { order } = DIRECTIONS[sort]
  return sql`brief.published_at ${order} nulls last, companies.created_at ${order}, companies.id ${order}`
}

export function isAfter({ after, sort = 'newest' }: FeedSelection): SQL {
  if (!after) return sql`true`
  const { publishedAt, addedAt, companyId } = after
  const { isLater, withoutNews } = DIRECTIONS[sort]
  return sql`(coalesce(brief.published_at, ${withoutNews}), companies.created_at, companies.id)
    ${isLater} (coalesce(${publishedAt}::timestamptz, ${withoutNews}), ${addedAt}::timestamptz, ${companyId}::int)`
}

export type LatestPosition = { publishedAt: string; briefId: number; companyId: number; snapshotId: number }

const LatestCursor = z.tuple([z.literal('latest'), moment, briefId, rowId, briefId])

export const writeLatestCursor = (last: LatestPosition): string =>
  writeCursor(['latest', last.publishedAt, last.briefId, last.companyId, last.snapshotId] satisfies z.infer<
    typeof LatestCursor
  >)

export function readLatestCursor(cursor: string): LatestPosition {
  const [, publishedAt, lastBriefId, lastCompanyId, snapshotId] = readCursor(LatestCursor, cursor)
  return { publishedAt, briefId: lastBriefId, companyId: lastCompanyId, snapshotId }
}

export const isAfterLatest = (after: LatestPosition | undefined): SQL =>
  after
    ? sql`(brief.published_at, brief.id, companies.id)
        < (${after.publishedAt}::timestamptz, ${after.briefId}::bigint, ${after.companyId}::int)`
    : sql`true`

export const snapshotOf = ({ limit, after }: { limit?: number; after?: object }): SQL =>
  limit === undefined || after ? sql`null` : sql`coalesce(max(brief.id) over (), 0)`
