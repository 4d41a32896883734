import { useQuery } from '@tanstack/react-query'
import { facetsQuery } from '../companies/queries.ts'
import { discoverQuery, SuggestionList, SuggestionSkeleton } from '../news/suggestions.tsx'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function DiscoverPage() {
  const { data: suggestions, isPending } = useQuery(discoverQuery)
  const { data: facets } = useQuery(facetsQuery)
  usePageTitle('Discover')
  return (
    <Page>
      <PageHeading>Discover</PageHeading>
      <p className="mt-2 mb-7 max-w-[62ch] text-muted">
        Companies named in the news of your portfolio that you do not follow yet, each with the story it was
        named in.
      </p>
      {isPending ? (
        <SuggestionSkeleton />
      ) : suggestions && suggestions.length > 0 ? (
        <SuggestionList suggestions={suggestions} />
      ) : (
        <div className="border-t border-line">
          <EmptyState
            level="h2"
            title="Nothing to discover yet"
            text={
              facets?.total === 0
                ? 'Add the companies you backed first. The ones they deal with appear here.'
                : 'As news about your companies comes in, the ones they deal with appear here.'
            }
          >
            <LinkButton to={paths.dashboard}>Go to Dashboard</LinkButton>
          </EmptyState>
        </div>
      )}
    </Page>
  )
}
