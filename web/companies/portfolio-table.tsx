import { Link } from '@tanstack/react-router'
import type { Company } from '#domain/companies.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CompanyLogo } from './company-logo.tsx'
import { isOnItsWay } from './queries.ts'
import { WebsiteLink } from './website-link.tsx'

const SKELETON_ROWS = [1, 2, 3]

/** The spec's two column headings are the only ones; what stands between them needs none. */
export function PortfolioTable({ companies }: { companies: Company[] | undefined }) {
  return (
    <table className="w-full border-collapse text-left" aria-busy={!companies}>
      <caption className="sr-only">{companies ? 'Your companies' : 'Loading your companies'}</caption>
      <thead className="border-b border-line-strong text-sm text-muted">
        <tr>
          <th scope="col" className="pb-2.5 font-medium md:w-[55%]">
            Company
          </th>
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell without a heading, on purpose */}
          <td className="max-md:hidden" />
          <th scope="col" className="pb-2.5 text-right font-medium">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {companies
          ? companies.map((company) => <CompanyRow key={company.id} company={company} />)
          : SKELETON_ROWS.map((row) => <SkeletonRow key={row} />)}
      </tbody>
    </table>
  )
}

function CompanyRow({ company }: { company: Company }) {
  const waiting = isOnItsWay(company)
  return (
    <tr className="border-b border-line">
      <td className="py-3 pr-4">
        <div className="flex min-w-0 items-center gap-3">
          <CompanyLogo name={company.name} logoUrl={company.logoUrl} size="row" />
          {waiting ? (
            <span className="min-w-0 font-serif text-lg font-semibold break-words text-muted">
              {company.name}
            </span>
          ) : (
            <Link
              to={paths.company(company.id)}
              className="min-w-0 rounded-sm font-serif text-lg font-semibold break-words underline-offset-4 hover:underline"
            >
              {company.name}
            </Link>
          )}
        </div>
      </td>
      <td className="py-3 pr-4 text-sm max-md:hidden">
        {company.website && <WebsiteLink website={company.website} className="text-muted" />}
      </td>
      <td className="py-3 text-right">
        {waiting ? (
          <span className="text-sm text-muted">Adding...</span>
        ) : (
          <LinkButton to={paths.company(company.id)} label={`View ${company.name}`}>
            View
          </LinkButton>
        )}
      </td>
    </tr>
  )
}

function SkeletonRow() {
  return (
    <tr className="appear-late border-b border-line">
      <td className="py-3">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-4 w-40" />
        </div>
      </td>
      <td className="py-3 max-md:hidden">
        <Skeleton className="h-3.5 w-32" />
      </td>
      <td className="py-3">
        <Skeleton className="ml-auto h-9 w-16" />
      </td>
    </tr>
  )
}
