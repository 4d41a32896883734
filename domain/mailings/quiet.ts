import { DAY_MS, HOUR_MS } from '../time.ts'

/** `replacedAt` is when newer news of the company was found. */
type LatestNews = { publishedAt: Date; linkedAt: Date; replacedAt: Date | null }

/**
 * When a company's latest known news turned `quietDays` days old, or null. News that was already older when it was found
 * doesn't count.
 */
export function wentQuietAt(
  { publishedAt, linkedAt, replacedAt }: LatestNews,
  quietDays: number,
  now: Date,
): Date | null {
  const at = quietAt(publishedAt, quietDays)
  const wasLatest = at > linkedAt && (replacedAt === null || at < replacedAt)
  return wasLatest && at <= now ? at : null
}

/** Rounded up to a full hour so that there are fewer moments to wait for. */
export const quietAt = (lastNewsAt: Date, quietDays: number): Date =>
  new Date(Math.ceil((lastNewsAt.getTime() + quietDays * DAY_MS) / HOUR_MS) * HOUR_MS)
