import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { facetsQuery } from '../features/companies/queries.ts'
import { discoverQuery, hiddenQuery, useAddSuggestion, useHideSuggestion } from '../features/news/discover/queries.ts'
import { HiddenList, SuggestionLists } from '../features/news/discover/suggestions.tsx'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback.tsx'
import { Loaded, LoadingRows } from '../ui/loaded.tsx'
import { Page, PageHeading, useQueryChange } from '../ui/page.tsx'
import { formatNumber } from '../ui/text.ts'
import { usePageTitle } from '../ui/use-page-title.ts'

export function DiscoverPage() {
  const { view } = useSearch({ strict: false })
  const changeQuery = useQueryChange()
  const { data: hidden = [] } = useQuery(hiddenQuery)
  const { hide, bringBack } = useHideSuggestion()
  const { mutate: add } = useAddSuggestion()
  const rows = useRef<HTMLDivElement>(null)
  const showsHidden = view === 'hidden'
  usePageTitle('Discover')

  /** The button disappears with its row, so focus moves to the list. */
  const andMoveOn = (work: () => void) => {
    work()
    rows.current?.focus()
  }
  const show = (what: 'hidden' | undefined) => changeQuery({ view: what })
  return (
    <Page>
      <PageHeading>Discover</PageHeading>
      <div className="mt-2 mb-7 flex flex-wrap items-end justify-between gap-3">
        <p className="max-w-[62ch] text-muted">
          Companies and investors named in your portfolio’s news that you don’t follow yet, with the sentence that names
          them.
        </p>
        {(hidden.length > 0 || showsHidden) && (
          <Button variant="quiet" onClick={() => show(showsHidden ? undefined : 'hidden')}>
            {showsHidden ? 'Show suggestions' : `Hidden (${formatNumber(hidden.length)})`}
          </Button>
        )}
      </div>
      <div ref={rows} tabIndex={-1} className="outline-none">
        {!showsHidden ? (
          <Suggestions
            onAdd={(suggestion) => andMoveOn(() => add(suggestion))}
            onHide={(suggestion) => andMoveOn(() => hide(suggestion))}
          />
        ) : hidden.length > 0 ? (
          <HiddenList hidden={hidden} onBringBack={(name) => andMoveOn(() => bringBack(name))} />
        ) : (
          <div className="border-t border-line">
            <EmptyState level="h2" title="Nothing is hidden" />
          </div>
        )}
      </div>
    </Page>
  )
}

function Suggestions({ onAdd, onHide }: Pick<Parameters<typeof SuggestionLists>[0], 'onAdd' | 'onHide'>) {
  const query = useQuery(discoverQuery)
  const { data: facets } = useQuery(facetsQuery)
  return (
    <Loaded
      what="the suggestions"
      query={query}
      loading={
        <LoadingRows
          label="Loading suggestions"
          className="grid gap-5 border-t border-line pt-5"
          rowClass="gap-4"
          width="w-52"
        />
      }
    >
      {(suggestions) =>
        suggestions.length > 0 ? (
          <SuggestionLists suggestions={suggestions} onAdd={onAdd} onHide={onHide} />
        ) : (
          <div className="border-t border-line">
            <EmptyState
              level="h2"
              title="Nothing to discover yet"
              text={
                facets?.total === 0
                  ? 'Add the companies you backed first. Companies they deal with appear here.'
                  : 'As news comes in, companies yours deal with appear here.'
              }
            >
              <LinkButton to={paths.dashboard}>Go to Dashboard</LinkButton>
            </EmptyState>
          </div>
        )
      }
    </Loaded>
  )
}
