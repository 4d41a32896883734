import { ExportMenu } from '../features/companies/export-menu.tsx'
import { PortfolioAnalytics } from '../features/analytics/portfolio-analytics.tsx'
import { paths } from '../paths.ts'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function AnalyticsPage() {
  usePageTitle('Analytics')
  return (
    <Page>
      <div className="print:hidden">
        <BackLink to={paths.dashboard}>Dashboard</BackLink>
      </div>
      <PageHeading
        actions={
          <div className="print:hidden">
            <ExportMenu />
          </div>
        }
      >
        Analytics
      </PageHeading>
      <p className="mt-2 mb-7 max-w-[62ch] text-muted">
        What was told about your companies in the last half year. A story counts once, in the week in which it was told
        first, however many told it again. Weeks begin on Monday, in UTC.
      </p>
      <div className="analytics">
        <PortfolioAnalytics />
      </div>
    </Page>
  )
}
