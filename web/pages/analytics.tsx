import { ExportMenu } from '../features/companies/export-menu.tsx'
import { PortfolioAnalytics } from '../features/analytics/portfolio-analytics.tsx'
import { Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function AnalyticsPage() {
  usePageTitle('Analytics')
  return (
    <Page>
      <PageHeading
        actions={
          <div className="print:hidden">
            <ExportMenu />
          </div>
        }
      >
        Analytics
      </PageHeading>
      <p className="mt-2 mb-7 max-w-[62ch] text-muted">What your companies did, and what you put in and got back.</p>
      <div className="printed">
        <PortfolioAnalytics />
      </div>
    </Page>
  )
}
