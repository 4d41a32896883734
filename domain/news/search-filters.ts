import { OWN_FEED, SOURCE_REGISTRY } from './source-registry.ts'

export const MAX_WORDS = 200
export const MAX_VIEW_NAME = 80

export const SEARCH_SORTS = ['relevance', 'newest', 'oldest'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** As a source filter, searches briefs instead of stories. */
export const BRIEFS = 'brief'
export const SEARCH_SOURCES = [...SOURCE_REGISTRY.map(({ name }) => name), OWN_FEED, BRIEFS]

export const DAYS_REVERSED = 'The first day must not be after the last day'

/** ISO days compare as strings. */
export const isReversed = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  Boolean(from && to && from > to)
