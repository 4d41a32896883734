import type { FeedSort } from '#domain/news/feed-rows.ts'

export const INITIAL_COUNT = 100
export const LOAD_MORE = 50
const MAX_COUNT = 100_000

export type FeedView = { company: 'all' | number; sort: FeedSort; show: number }

export const DEFAULT_VIEW: FeedView = { company: 'all', sort: 'newest', show: INITIAL_COUNT }

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

export const writeFeedView = ({ company, sort, show }: FeedView) => ({
  company: company === 'all' ? undefined : String(company),
  sort: sort === 'newest' ? undefined : sort,
  show: show === INITIAL_COUNT ? undefined : String(show),
})
