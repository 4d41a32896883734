import { fillPath, type QueryOf } from '#domain/endpoint.ts'
import type { searchNews } from '#domain/news/explore-endpoints.ts'
import { MAX_WORDS, SEARCH_SORTS, SEARCH_SOURCES, type SearchSort } from '#domain/news/search-filters.ts'
import { EVENT_NAMES, SECTIONS } from '#domain/taxonomy.ts'
import { DEFAULT_VIEW, readFeedView } from '../news/feed/feed-view.ts'

export type SearchView = {
  q: string
  section: (typeof SECTIONS)[number] | ''
  event: string
  source: string
  from: string
  to: string
  sort: SearchSort | ''
}

export const NO_SEARCH: SearchView = { q: '', section: '', event: '', source: '', from: '', to: '', sort: '' }

const DAY = /^\d{4}-\d{2}-\d{2}$/

export function readSearchView(search: Record<string, unknown>): SearchView {
  const q = typeof search.q === 'string' ? search.q.trim() : ''
  return {
    q: q.length <= MAX_WORDS ? q : '',
    section: oneOf(SECTIONS, search.section),
    event: oneOf(EVENT_NAMES, search.event),
    source: oneOf(SEARCH_SOURCES, search.source),
    from: dayOf(search.from),
    to: dayOf(search.to),
    sort: oneOf(SEARCH_SORTS, search.sort),
  }
}

export const filterCount = ({ section, event, source, from, to }: SearchView) =>
  [section, event, source, from || to].filter(Boolean).length

/** A sort order or a company alone doesn't count, because the feed handles those. */
export const isSearching = (view: SearchView) => view.q !== '' || filterCount(view) > 0

/** Whether the URL asks for some of the news, or for another order, instead of what matters today. */
export function isNarrowed(search: Record<string, unknown>): boolean {
  const { company, sort } = readFeedView(search)
  return isSearching(readSearchView(search)) || company !== DEFAULT_VIEW.company || sort !== DEFAULT_VIEW.sort
}

export const sortOf = ({ q, sort }: SearchView): SearchSort =>
  q ? sort || 'relevance' : sort === 'oldest' ? 'oldest' : 'newest'

export function writeSearchView(view: SearchView) {
  const isDefault = sortOf(view) === (view.q ? 'relevance' : 'newest')
  return {
    q: view.q || undefined,
    section: view.section || undefined,
    event: view.event || undefined,
    source: view.source || undefined,
    from: view.from || undefined,
    to: view.to || undefined,
    sort: isDefault ? undefined : sortOf(view),
  }
}

export type SearchFilter = QueryOf<typeof searchNews>

export function searchFilter(view: SearchView, company: 'all' | number): SearchFilter {
  const { q, ...others } = writeSearchView(view)
  return { q, company: company === 'all' ? undefined : company, ...others }
}

export const searchQuery = (view: SearchView, company: 'all' | number): string =>
  fillPath('', { query: searchFilter(view, company) }).slice('?'.length)

const oneOf = <Value extends string>(known: readonly Value[], value: unknown): Value | '' =>
  known.find((one) => one === value) ?? ''

const dayOf = (value: unknown): string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : ''
