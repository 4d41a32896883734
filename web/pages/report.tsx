import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { exportPortfolio } from '#domain/companies/endpoints.ts'
import { useProfile } from '../features/account/queries.ts'
import { query } from '../api/context.ts'
import { ReportHeadlines } from '../features/analytics/report-headlines.tsx'
import { listHeadlines } from '#domain/news/explore-endpoints.ts'
import { exportSearch, readIds } from '../features/companies/export-menu.tsx'
import { PortfolioReport } from '../features/companies/report/portfolio-report.tsx'
import { readTableView } from '../features/companies/table/table-view.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass, Waiting } from '../ui/button.tsx'
import { EmptyState, LoadFailure } from '../ui/feedback.tsx'
import { Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

const headlinesQuery = query(listHeadlines, {}, { staleTime: 0, gcTime: 0 })

export function ReportPage() {
  const search = useSearch({ strict: false })
  const { filter } = readTableView(search)
  const ids = readIds(search.ids)
  const { shown } = useProfile()
  // A report must show current data, and may be too large to keep in the cache.
  const {
    data: report,
    error,
    refetch,
  } = useQuery(
    query(
      exportPortfolio,
      { query: { format: 'json', ...exportSearch({ ...filter, ids }) } },
      { staleTime: 0, gcTime: 0 },
    ),
  )
  const headlines = useQuery(headlinesQuery)
  const isReady = report !== undefined && !headlines.isPending
  usePageTitle('Portfolio report')
  return (
    <Page>
      <div className="print-controls mb-7 flex flex-wrap justify-between gap-3">
        <Link to={paths.investments} search={filter} className={buttonClass('quiet', 'normal', '-ml-3.5')}>
          <ArrowLeft aria-hidden />
          Your Investments
        </Link>
        {isReady && report.companies.length > 0 && (
          <Button variant="primary" onClick={() => print()}>
            <Printer aria-hidden />
            Print
          </Button>
        )}
      </div>
      {isReady && report.companies.length > 0 ? (
        <PortfolioReport
          headlines={<ReportHeadlines companies={report.companies} headlines={headlines.data ?? null} />}
          report={report}
          owner={nameOf(shown)}
          filter={filter}
          isSelection={ids.length > 0}
        />
      ) : (
        <>
          <PageHeading>Portfolio report</PageHeading>
          {isReady ? (
            <EmptyState
              level="h2"
              title="Nothing to report"
              text="No companies in this view. Change the filter or add a company."
            />
          ) : error ? (
            <LoadFailure what="your portfolio" error={error} onRetry={() => void refetch()} />
          ) : (
            <Waiting />
          )}
        </>
      )}
    </Page>
  )
}

const nameOf = ({ firstName, lastName, email }: { firstName: string | null; lastName: string | null; email: string }) =>
  [firstName, lastName].filter(Boolean).join(' ') || email
