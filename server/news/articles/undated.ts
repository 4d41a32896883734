import type { FoundItem } from '../sources/source.ts'

const SECOND_MS = 1000

/**
 * Where each item stands among the others: at its date or, where it has none or one in the future, beside its neighbor in
 * the source's own order. Without any dates, the order is kept back from now.
 */
export function placesOf(items: Pick<FoundItem, 'publishedAt'>[], now: Date): Date[] {
  const dates = items.map(({ publishedAt }) => (publishedAt !== null && publishedAt <= now ? publishedAt : null))
  const first = dates.findIndex((date) => date !== null)
  let [last, place] = [first, first < 0 ? now : (dates[first] ?? now)]
  return dates.map((date, at) => {
    if (date) [last, place] = [at, date]
    // Newest first, as nearly all sources list what they have.
    return date ?? new Date(place.getTime() - (at - Math.max(last, 0)) * SECOND_MS)
  })
}
