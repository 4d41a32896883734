import type { CompanyWithNews } from '#domain/news/briefs.ts'

/** Spec section 9: "feed initial visible count 100; Load More adds 50; default filter 'all'; default sort 'newest'". */
export const INITIAL_COUNT = 100
export const LOAD_MORE = 50
const MAX_COUNT = 100_000

export type FeedView = { company: 'all' | number; sort: 'newest' | 'oldest'; show: number }

/** What the query string asks for; anything it cannot mean falls back to the default. */
export function readFeedView(search: Record<string, unknown>): FeedView {
  const company = Number(search.company)
  const show = Number(search.show)
  const steps = (show - INITIAL_COUNT) / LOAD_MORE
  return {
    company: Number.isSafeInteger(company) && company > 0 ? company : 'all',
    sort: search.sort === 'oldest' ? 'oldest' : 'newest',
    show: Number.isInteger(steps) && steps > 0 && show <= MAX_COUNT ? show : INITIAL_COUNT,
  }
}

/** The query string of a view, without what is the default anyway. */
export const writeFeedView = ({ company, sort, show }: FeedView) => ({
  company: company === 'all' ? undefined : String(company),
  sort: sort === 'newest' ? undefined : sort,
  show: show === INITIAL_COUNT ? undefined : String(show),
})

/** Companies with news stand before those without; inside each block by date in the chosen direction, ties by id. */
export function orderFeed(rows: CompanyWithNews[], { company, sort }: Pick<FeedView, 'company' | 'sort'>) {
  const direction = sort === 'newest' ? -1 : 1
  return rows
    .filter((row) => company === 'all' || row.id === company)
    .map((row) => ({ row, time: timeOf(row) }))
    .sort(
      (a, b) =>
        Number(b.row.hasNews) - Number(a.row.hasNews) ||
        direction * (a.time - b.time) ||
        direction * (a.row.id - b.row.id),
    )
    .map(({ row }) => row)
}

const timeOf = ({ latestNews, createdAt }: CompanyWithNews) =>
  new Date(latestNews?.publishedAt || latestNews?.createdAt || createdAt).getTime() || 0

/** '12 companies', '1 company'; with a filter 'Showing 1 of 12'. */
export const countText = (total: number, matching: number, filtered: boolean) =>
  filtered ? `Showing ${matching} of ${total}` : total === 1 ? '1 company' : `${total} companies`
