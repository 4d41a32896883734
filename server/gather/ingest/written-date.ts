import { parseFeedDate } from '../feed/feed-date.ts'
import type { FoundItem } from '../item.ts'

type WrittenDate = Pick<FoundItem, 'publishedAt' | 'precision'>

const NO_DATE: WrittenDate = { publishedAt: null, precision: 'none' }
const DAY_MS = 24 * 60 * 60_000

/** A date as sources write it, and how much of it they tell. */
export function writtenDate(value: unknown, now: Date): WrittenDate {
  const date = typeof value === 'string' ? parseFeedDate(value) : null
  return date ? believable({ publishedAt: date.at, precision: date.precision }, now) : NO_DATE
}

/** A moment in seconds or milliseconds since 1970, whichever makes sense. */
export function epochDate(value: unknown, now: Date): WrittenDate {
  if (typeof value !== 'number' || !(value > 0) || value > 1e13) return NO_DATE
  return believable({ publishedAt: new Date(value < 1e11 ? value * 1000 : value), precision: 'second' }, now)
}

/** What lies before the web or in the future is no date; clocks and time zones may be off by a day. */
export function believable<Dated extends WrittenDate>(dated: Dated, now: Date): Dated {
  const ms = dated.publishedAt?.getTime() ?? 0
  return ms > Date.UTC(1994, 0, 1) && ms < now.getTime() + DAY_MS ? dated : { ...dated, ...NO_DATE }
}
