import { OWN_FEED, SOURCE_REGISTRY } from './source-registry.ts'

export const MAX_WORDS = 200
export const MAX_VIEW_NAME = 80

export const SEARCH_SORTS = ['relevance', 'newest', 'oldest'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** What asks for the briefs instead of for a source that a story came from. */
export const BRIEFS = 'brief'
export const SEARCH_SOURCES = [...SOURCE_REGISTRY.map(({ name }) => name), OWN_FEED, BRIEFS]

export const DAYS_REVERSED = 'The first day must not be after the last day'

/** Days are compared as they are written, which is their order. */
export const isReversed = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  Boolean(from && to && from > to)
