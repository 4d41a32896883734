import { useQuery } from '@tanstack/react-query'
import type { RemovedCompany } from '#domain/companies/imports.ts'
import { shortDate } from '#domain/time.ts'
import { Button, Status } from '../../ui/button.tsx'
import { EmptyState, LoadFailure, Skeleton } from '../../ui/feedback.tsx'
import { CompanyLogo } from './logo/company-logo.tsx'
import { companyCount, formatNumber } from './messages.ts'
import { facetsQuery } from './queries.ts'
import { removedQuery, useRestoreCompanies } from './removed-queries.ts'

const KEPT_MS = 30 * 86_400_000

export function RemovedCompanies() {
  const { data: companies, error, refetch } = useQuery(removedQuery)
  const { data: facets } = useQuery(facetsQuery)
  const { mutate: restore } = useRestoreCompanies()
  if (error && !companies)
    return <LoadFailure what="the removed companies" error={error} onRetry={() => void refetch()} />
  if (!companies) return <RemovedSkeleton />
  if (companies.length === 0)
    return <EmptyState level="h2" title="Nothing removed" text="Companies you remove stay here for 30 days." />
  const isCut = facets !== undefined && facets.removed > companies.length
  return (
    <>
      <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          {isCut
            ? `The ${companies.length} removed last, of ${formatNumber(facets.removed)}`
            : companyCount(companies.length)}
        </p>
        {companies.length > 1 && (
          <Button onClick={() => restore(companies)}>
            {isCut ? `Restore these ${companies.length}` : 'Restore All'}
          </Button>
        )}
      </div>
      <ul className="border-t border-line-strong">
        {companies.map((company) => (
          <RemovedRow key={company.id} company={company} onRestore={() => restore([company])} />
        ))}
      </ul>
    </>
  )
}

function RemovedRow({ company, onRestore }: { company: RemovedCompany; onRestore: () => void }) {
  const until = new Date(new Date(company.removedAt).getTime() + KEPT_MS).toISOString()
  return (
    <li className="flex items-center gap-3 border-b border-line py-3">
      <CompanyLogo name={company.name} website={company.website} logoUrl={company.logoUrl} size="row" />
      <div className="min-w-0 flex-1">
        <p className="font-serif text-lg leading-tight font-semibold break-words">{company.name}</p>
        <p className="text-sm text-muted tabular-nums">
          Removed {shortDate(company.removedAt)}, kept until {shortDate(until)}
        </p>
      </div>
      <Button aria-label={`Restore ${company.name}`} onClick={onRestore}>
        Restore
      </Button>
    </li>
  )
}

function RemovedSkeleton() {
  return (
    <Status className="appear-late">
      <span className="sr-only">Loading the removed companies</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex h-16 items-center gap-3 border-b border-line">
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
    </Status>
  )
}
