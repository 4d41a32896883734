import { lazy, Suspense } from 'react'
import { readFeedView, writeFeedView, type FeedView } from '../news/feed-view.ts'
import { NewsFeed } from '../news/news-feed.tsx'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { SearchBar } from './search-bar.tsx'
import { isSearching, readSearchView, writeSearchView, type SearchView } from './search-view.ts'

const SearchResults = lazy(() =>
  import('./search-results.tsx').then((module) => ({ default: module.SearchResults })),
)

type Change = Record<string, string | undefined>
type Props = {
  /** The query string of the page. */
  search: Record<string, unknown>
  onSearch: (change: Change, replace?: boolean) => void
}

/** The news of the dashboard: the feed, or what was found while something is searched for. */
export function NewsTab({ search, onSearch }: Props) {
  const feed = readFeedView(search)
  const view = readSearchView(search)
  const change = (next: SearchView, replace: boolean, more: Change = {}) =>
    onSearch({ ...writeSearchView(next), ...more }, replace)
  return (
    <NewsFeed
      view={feed}
      onView={(next: FeedView) => {
        const { sort, ...others } = writeFeedView(next)
        // While something is searched for the order is the search's.
        onSearch(isSearching(view) ? others : { ...others, sort }, next.show !== feed.show)
      }}
      bar={
        <SearchBar
          view={view}
          company={feed.company}
          onChange={(part, replace = false) => change({ ...view, ...part }, replace)}
          onOpen={(query) => {
            const saved = Object.fromEntries(new URLSearchParams(query))
            change(readSearchView(saved), false, { company: saved.company })
          }}
        />
      }
      results={
        isSearching(view) && (
          <Suspense fallback={<ResultsSkeleton />}>
            <SearchResults view={view} company={feed.company} />
          </Suspense>
        )
      }
    />
  )
}
