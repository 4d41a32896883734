import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../../ui/panel.tsx'
import { useWebsiteChoice, websiteSuggestionsQuery } from './queries.ts'
import { SuggestedWebsites } from './suggested-website.tsx'

/** Shown on the page of a company without a website. */
export function CompanyWebsites({ companyId }: { companyId: number }) {
  const { data } = useQuery(websiteSuggestionsQuery)
  const { choose, isPending } = useWebsiteChoice()
  const suggestions = data?.suggestions.filter((suggestion) => suggestion.companyId === companyId) ?? []
  if (suggestions.length === 0) return null
  return (
    <Panel title="Is this its website?" className="mt-6">
      <div className="grid gap-3">
        <SuggestedWebsites suggestions={suggestions} disabled={isPending} onChoose={choose} />
      </div>
    </Panel>
  )
}
