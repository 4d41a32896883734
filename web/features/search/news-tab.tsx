import { useState, type ReactNode } from 'react'
import { readFeedView, writeFeedView, type FeedView } from '../news/feed/feed-view.ts'
import { NewsFeed } from '../news/feed/news-feed.tsx'
import { ResultsSkeleton } from '../news/news-skeleton.tsx'
import {
  isSearching,
  readSearchView,
  writeSearchView,
  type SearchView,
  filterCount,
  NO_SEARCH,
  sortOf,
} from './search-view.ts'
import { SlidersHorizontal } from 'lucide-react'
import { MAX_WORDS, type SearchSort } from '#domain/news/search-filters.ts'
import { Button } from '../../ui/button.tsx'
import { SearchBox, Select } from '../../ui/forms/controls.tsx'
import { lazyComponent } from '../../ui/lazy.tsx'

const SearchResults = lazyComponent(() => import('./search-results.tsx'), 'SearchResults', <ResultsSkeleton />)

type Change = Record<string, string | undefined>
type Props = {
  search: Change
  onSearch: (change: Change, replace?: boolean) => void
  /** Shown above the news of every company, unless only some of it is wanted. */
  morning?: ReactNode
}

export function NewsTab({ search, onSearch, morning }: Props) {
  const feed = readFeedView(search)
  const view = readSearchView(search)
  const change = (next: SearchView, replace: boolean, more: Change = {}) =>
    onSearch({ ...writeSearchView(next), ...more }, replace)
  const isNarrowed = isSearching(view) || feed.company !== 'all' || feed.sort !== 'newest'
  return (
    <>
      {!isNarrowed && morning}
      <NewsFeed
        view={feed}
        onView={(next: FeedView) => {
          const { sort, ...others } = writeFeedView(next)
          // During a search, the search decides the sort order.
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
        sort={
          isSearching(view) ? (
            <Select
              label="Sort"
              className="md:w-36"
              value={sortOf(view)}
              onChange={(sort) => change({ ...view, sort: sort as SearchSort }, false)}
            >
              {view.q && <option value="relevance">Most Relevant</option>}
              <option value="newest">Newest First</option>
              <option value="oldest">Oldest First</option>
            </Select>
          ) : undefined
        }
        results={
          isSearching(view) && (
            <SearchResults
              view={view}
              company={feed.company}
              onEvent={(event) => change({ ...view, q: '', event }, false)}
            />
          )
        }
      />
    </>
  )
}

const SearchFilters = lazyComponent(() => import('./search-panel.tsx'), 'SearchFilters')
const SavedViews = lazyComponent(() => import('./search-panel.tsx'), 'SavedViews')

type SearchBarProps = {
  view: SearchView
  company: 'all' | number
  onChange: (change: Partial<SearchView>, replace?: boolean) => void
  onOpen: (query: string) => void
}

export function SearchBar({ view, company, onChange, onOpen }: SearchBarProps) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const filters = filterCount(view)
  const showsFilters = isOpen ?? filters > 0
  const clear = () => {
    setOpen(null)
    onChange(NO_SEARCH)
    document.querySelector<HTMLElement>('#news-search')?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is too new for some readers of the page
    <div role="search" aria-label="News" className="mb-5 grid gap-3">
      <div className="flex flex-wrap gap-3">
        <SearchBox
          id="news-search"
          label="Search news"
          value={view.q}
          onSearch={(q) => onChange({ q }, true)}
          maxLength={MAX_WORDS}
          waitMs={250}
        />
        <Button
          aria-expanded={showsFilters}
          aria-controls="news-filters"
          onClick={() => setOpen(!showsFilters)}
          onFocus={SearchFilters.preload}
          onPointerEnter={SearchFilters.preload}
        >
          <SlidersHorizontal aria-hidden />
          Filters{filters > 0 && ` (${filters})`}
        </Button>
      </div>
      <div id="news-filters" className="grid gap-3 empty:hidden">
        {showsFilters && <SearchFilters view={view} onChange={onChange} />}
        {(showsFilters || isSearching(view)) && (
          <div className="flex flex-wrap items-center gap-2 empty:hidden">
            {isSearching(view) && <Button onClick={clear}>Clear</Button>}
            <SavedViews view={view} company={company} onOpen={onOpen} />
          </div>
        )}
      </div>
    </div>
  )
}
