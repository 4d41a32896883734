import type { SearchSort } from '#domain/news/search-filters.ts'
import { DEFAULT_VIEW, readFeedView, writeFeedView, type FeedView } from '../news/feed/feed-view.ts'
import { NewsFeed } from '../news/feed/news-feed.tsx'
import { ResultsSkeleton } from '../news/news-skeleton.tsx'
import {
  filterCount,
  isSearching,
  NO_SEARCH,
  readSearchView,
  sortOf,
  writeSearchView,
  type SearchView,
} from './search-view.ts'
import { Select } from '../../ui/forms/controls.tsx'
import { lazyComponent } from '../../ui/lazy.tsx'

const SearchResults = lazyComponent(() => import('./search-results.tsx'), 'SearchResults', <ResultsSkeleton />)
const SearchFilters = lazyComponent(() => import('./search-panel.tsx'), 'SearchFilters')

type Change = Record<string, string | undefined>
type Props = {
  search: Change
  onSearch: (change: Change, replace?: boolean) => void
}

export function NewsTab({ search, onSearch }: Props) {
  const feed = readFeedView(search)
  const view = readSearchView(search)
  const change = (part: Partial<SearchView>, more: Change = {}) =>
    onSearch({ ...writeSearchView({ ...view, ...part }), ...more })
  const open = (query: string) => {
    const saved = Object.fromEntries(new URLSearchParams(query))
    change(readSearchView(saved), { company: saved.company })
  }
  return (
    <NewsFeed
      view={feed}
      onView={(next: FeedView) => {
        const { sort, ...others } = writeFeedView(next)
        // During a search, the search decides the sort order.
        onSearch(isSearching(view) ? others : { ...others, sort }, next.show !== feed.show)
      }}
      isBelowMorning
      search={{
        words: view.q,
        on: filterCount(view),
        controls: <SearchFilters view={view} company={feed.company} onChange={change} onOpen={open} />,
        onReach: SearchFilters.preload,
        onClear: () => onSearch({ ...writeSearchView(NO_SEARCH), ...writeFeedView(DEFAULT_VIEW) }),
        sort: isSearching(view) ? (
          <Select label="Sort" value={sortOf(view)} onChange={(sort) => change({ sort: sort as SearchSort })}>
            {view.q && <option value="relevance">Most Relevant</option>}
            <option value="newest">Newest First</option>
            <option value="oldest">Oldest First</option>
          </Select>
        ) : undefined,
        results: isSearching(view) && (
          <SearchResults view={view} company={feed.company} onEvent={(event) => change({ q: '', event })} />
        ),
      }}
    />
  )
}
