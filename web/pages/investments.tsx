import { useSearch } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useAddInvestment } from '../features/companies/add-investment.tsx'
import { ExportMenu } from '../features/companies/export-menu.tsx'
import { RemovedCompanies } from '../features/companies/removed-companies.tsx'
import { Investments } from '../features/companies/table/investments.tsx'
import { readTableView, type TableView } from '../features/companies/table/table-view.ts'
import { lazyComponent } from '../ui/lazy.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { BackLink, Page, PageHeading, useQueryChange } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

const MissingWebsites = lazyComponent(() => import('../features/news/websites/missing-websites.tsx'), 'MissingWebsites')

const PortfolioTotals = lazyComponent(
  () => import('../features/companies/positions/portfolio-totals.tsx'),
  'PortfolioTotals',
)

export function InvestmentsPage() {
  const search = useSearch({ strict: false })
  const view = readTableView(search)
  usePageTitle(view.showsRemoved ? 'Recently removed' : 'Your Investments')
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(view.showsRemoved)
  useEffect(() => {
    // Only the query string changed, so the shell doesn't move focus to the new heading.
    if (shown.current !== view.showsRemoved) place.current?.querySelector('h1')?.focus({ preventScroll: true })
    shown.current = view.showsRemoved
  }, [view.showsRemoved])
  return (
    <Page>
      <div ref={place}>{view.showsRemoved ? <Removed /> : <Everything search={search} view={view} />}</div>
    </Page>
  )
}

function Everything({ search, view }: { search: Record<string, string | undefined>; view: TableView }) {
  const changeQuery = useQueryChange()
  const add = useAddInvestment()
  const change = (given: Record<string, string | undefined>, replace = false) =>
    changeQuery({ ...search, ...given }, replace)
  return (
    <>
      <PageHeading
        actions={
          <div className="flex flex-wrap gap-3 max-sm:[&_svg]:hidden">
            <LinkButton to={paths.upload}>
              <Upload aria-hidden />
              Bulk Upload
            </LinkButton>
            <ExportMenu filter={view.filter} />
            {add.button}
          </div>
        }
      >
        Your Investments
      </PageHeading>
      <MissingWebsites />
      <PortfolioTotals />
      <div className="mt-6">
        <Investments view={view} onChange={change} onAdd={add.open} />
      </div>
      {add.dialog}
    </>
  )
}

function Removed() {
  return (
    <>
      <BackLink to={paths.investments}>Your Investments</BackLink>
      <PageHeading>Recently removed</PageHeading>
      <p className="mt-2 mb-6 max-w-[60ch] text-muted">
        Removed companies are kept for 30 days, together with their news. Then they are permanently deleted.
      </p>
      <RemovedCompanies />
    </>
  )
}
