import { queryOptions } from '@tanstack/react-query'
import { CompanyLogo } from '../companies/company-logo.tsx'
import { WebsiteLink } from '../companies/website-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'

export type Suggestion = { name: string; website: string | null; evidence: { title: string; url: string }[] }

export const discoverQuery = queryOptions<Suggestion[]>({ queryKey: ['/api/discover'] })

export function SuggestionList({ suggestions }: { suggestions: Suggestion[] }) {
  return (
    <ul className="border-t border-line">
      {suggestions.map(({ name, website, evidence }) => (
        <li key={name} className="flex gap-4 border-b border-line py-5">
          <CompanyLogo name={name} size="row" />
          <div className="grid min-w-0 gap-1">
            <h2 className="text-lg break-words">{name}</h2>
            {website && <WebsiteLink website={website} className="text-sm" />}
            {evidence.map(({ title }) => (
              <p key={title} className="max-w-[66ch] font-serif text-base text-muted">
                {title}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

export function SuggestionSkeleton() {
  return (
    <Status className="appear-late grid gap-5 border-t border-line pt-5">
      <span className="sr-only">Loading suggestions</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-4 w-52" />
        </div>
      ))}
    </Status>
  )
}
