import { useQuery } from '@tanstack/react-query'
import type { RemovedCompany } from '#domain/companies/company.ts'
import { DAY_MS, shortDate } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { Loaded, LoadingRows } from '../../ui/loaded.tsx'
import { CompanyLogo } from './logo/company-logo.tsx'
import { companyCount } from './messages.ts'
import { formatNumber } from '../../ui/text.ts'
import { facetsQuery } from './queries.ts'
import { removedQuery, useRestoreCompanies } from './removed-queries.ts'

const KEPT_MS = 30 * DAY_MS

export function RemovedCompanies() {
  const query = useQuery(removedQuery)
  return (
    <Loaded
      what="the removed companies"
      query={query}
      loading={<LoadingRows label="Loading the removed companies" rowClass="h-16 gap-3 border-b border-line" />}
    >
      {(companies) =>
        companies.length === 0 ? (
          <EmptyState level="h2" title="Nothing removed" text="Companies you remove stay here for 30 days." />
        ) : (
          <RemovedList companies={companies} />
        )
      }
    </Loaded>
  )
}

function RemovedList({ companies }: { companies: RemovedCompany[] }) {
  const { data: facets } = useQuery(facetsQuery)
  const { mutate: restore } = useRestoreCompanies()
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
            {isCut ? `Restore these ${formatNumber(companies.length)}` : 'Restore All'}
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
  const { name, website, logoUrl } = company
  const until = new Date(new Date(company.removedAt).getTime() + KEPT_MS).toISOString()
  return (
    <li className="flex items-center gap-3 border-b border-line py-3">
      <CompanyLogo company={{ name, website, logoUrl }} size="row" />
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
