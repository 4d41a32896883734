import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'

const DEFAULT_LIMIT = 100

/** The last row of a page. Briefs after the snapshot do not count, so that no company moves between two pages. */
export type FeedPosition = { publishedAt: string | null; addedAt: string; companyId: number; snapshotId: number }
export type FeedSelection = { companyIds?: number[]; limit?: number; after?: FeedPosition }

const Cursor = z.tuple([
  z.literal('feed'),
  z.string().max(40).nullable(),
  z.string().max(40),
  z.number().int().min(0).max(2_147_483_647),
  z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
])

export const writeFeedCursor = ({ publishedAt, addedAt, companyId, snapshotId }: FeedPosition): string =>
  writeCursor(['feed', publishedAt, addedAt, companyId, snapshotId] satisfies z.infer<typeof Cursor>)

export function readFeedPage({ limit, cursor }: { limit?: number; cursor?: string }): FeedSelection {
  if (cursor === undefined) return limit === undefined ? {} : { limit }
  const [, publishedAt, addedAt, companyId, snapshotId] = readCursor(Cursor, cursor)
  return { limit: limit ?? DEFAULT_LIMIT, after: { publishedAt, addedAt, companyId, snapshotId } }
}

export const isChosen = ({ companyIds }: FeedSelection): SQL =>
  companyIds ? sql`companies.id = any(${sql.param(companyIds)}::int[])` : sql`true`

/** Of rows of `companies`, each with its newest `brief` or none. */
export function isAfter({ after }: FeedSelection): SQL {
  if (!after) return sql`true`
  const { publishedAt, addedAt, companyId } = after
  return sql`(coalesce(brief.published_at, '-infinity'), companies.created_at, companies.id)
    < (coalesce(${publishedAt}::timestamptz, '-infinity'), ${addedAt}::timestamptz, ${companyId}::int)`
}

export const snapshotOf = ({ limit, after }: FeedSelection): SQL =>
  limit === undefined || after ? sql`null` : sql`coalesce(max(brief.id) over (), 0)`
