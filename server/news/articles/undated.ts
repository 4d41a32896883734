import type { FoundItem } from '../formats/found-item.ts'

const SECOND_MS = 1000

/**
 * The date to sort each item by: its own or, if that's missing or in the future, one next to its neighbor's in the
 * source's order. Without any dates, items are placed in order, going back from now.
 */
export function placesOf(items: Pick<FoundItem, 'publishedAt'>[], now: Date): Date[] {
  const dates = items.map(({ publishedAt }) => (publishedAt !== null && publishedAt <= now ? publishedAt : null))
  const first = dates.findIndex((date) => date !== null)
  let [last, place] = [first, first < 0 ? now : (dates[first] ?? now)]
  return dates.map((date, at) => {
    if (date) [last, place] = [at, date]
    // Nearly all sources list their newest items first.
    return date ?? new Date(place.getTime() - (at - Math.max(last, 0)) * SECOND_MS)
  })
}
