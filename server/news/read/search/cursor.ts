import { z } from 'zod'
import { SEARCH_SORTS, type SearchSort } from '#domain/news/search-filters.ts'
import { invalidCursor, readCursor as decode, writeCursor as encode } from '../../../platform/http/route.ts'
import { MAX_ROW_ID } from '#domain/row-id.ts'

const whole = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
const id = whole.min(0)
const companyId = id.max(MAX_ROW_ID)
/** The latest time that a JavaScript `Date` can represent. */
const LAST_MOMENT = 8.64e15
const FIRST_MOMENT = -6e13

/** All pages of a search are read from one snapshot; newer rows are left out. */
export type SearchSnapshot = { at: number; articles: number; news: number }
export type Place = { key: number; isBrief: number; company: number; id: number }

const Cursor = z.tuple([
  z.enum(SEARCH_SORTS),
  whole.min(FIRST_MOMENT).max(LAST_MOMENT),
  id,
  id,
  whole,
  z.literal([0, 1]),
  companyId,
  id,
])

export function writeCursor(sort: SearchSort, snapshot: SearchSnapshot, place: Place): string {
  const cursor: z.input<typeof Cursor> = [
    sort,
    snapshot.at,
    snapshot.articles,
    snapshot.news,
    place.key,
    place.isBrief === 0 ? 0 : 1,
    place.company,
    place.id,
  ]
  return encode(cursor)
}

/** Rejects a cursor from another sort order, and one that the server never wrote. */
export function readCursor(text: string, sort: SearchSort): { snapshot: SearchSnapshot; after: Place } {
  const [of, at, articles, news, key, isBrief, company, last] = decode(Cursor, text)
  if (of !== sort) throw invalidCursor()
  return { snapshot: { at, articles, news }, after: { key, isBrief, company, id: last } }
}
