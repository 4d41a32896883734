import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { MAX_WORDS, type SearchSort } from '#domain/news/search-filters.ts'
import { Button } from '../ui/button.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Select } from '../ui/select.tsx'
import { filterCount, isSearching, NO_SEARCH, sortOf, type SearchView } from './search-view.ts'

const load = () => import('./search-filters.tsx')
const SearchFilters = lazy(() => load().then((module) => ({ default: module.SearchFilters })))
const SavedViews = lazy(() => import('./saved-views.tsx').then((module) => ({ default: module.SavedViews })))

type Props = {
  view: SearchView
  company: 'all' | number
  onChange: (change: Partial<SearchView>, replace?: boolean) => void
  /** A saved search, as it stands in the address. */
  onOpen: (query: string) => void
}

/** The field, and behind one button everything else that narrows the news down. */
export function SearchBar({ view, company, onChange, onOpen }: Props) {
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const filters = filterCount(view)
  const showsFilters = isOpen ?? filters > 0
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
          onFocus={() => void load()}
          onPointerEnter={() => void load()}
        >
          <SlidersHorizontal aria-hidden />
          Filters{filters > 0 && ` (${filters})`}
        </Button>
        {isSearching(view) && (
          <Select
            label="Sort"
            value={sortOf(view)}
            onChange={(sort) => onChange({ sort: sort as SearchSort })}
          >
            {view.q && <option value="relevance">Most Relevant</option>}
            <option value="newest">Newest First</option>
            <option value="oldest">Oldest First</option>
          </Select>
        )}
        {isSearching(view) && (
          <Button
            look="quiet"
            className="max-sm:px-2"
            onClick={() => {
              setOpen(null)
              onChange(NO_SEARCH)
              document.querySelector<HTMLElement>('#news-search')?.focus()
            }}
          >
            Clear
          </Button>
        )}
      </div>
      <div id="news-filters" className="grid gap-3 empty:hidden">
        <Suspense>
          {showsFilters && <SearchFilters view={view} onChange={onChange} />}
          {(showsFilters || isSearching(view)) && (
            <SavedViews view={view} company={company} onOpen={onOpen} />
          )}
        </Suspense>
      </div>
    </div>
  )
}
