import { Link } from '@tanstack/react-router'
import { Upload } from 'lucide-react'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { ExportMenu } from './export-menu.tsx'
import { PortfolioEmpty } from './portfolio-empty.tsx'
import { PortfolioTable, type RowActivity } from './portfolio-table.tsx'
import { useCompanies } from './queries.ts'
import { SampleNotice } from './sample-notice.tsx'

/** The 'Your Investments' view: title, buttons, table, and the empty state that leads to the first company. */
export function Portfolio({ onAdd, activity }: { onAdd: () => void; activity?: RowActivity }) {
  const { companies, total, error, refetch, more } = useCompanies({})
  return (
    <section aria-labelledby="portfolio-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 id="portfolio-title" className="text-xl">
            Your Investment Portfolio
          </h2>
          {total > 0 && (
            <>
              <QuietLink to={paths.investments}>See everything</QuietLink>
              <QuietLink to={paths.analytics}>Analytics</QuietLink>
            </>
          )}
        </div>
        <div className="flex gap-3">
          <LinkButton to={paths.upload}>
            <Upload aria-hidden />
            Bulk Upload
          </LinkButton>
          <ExportMenu />
        </div>
      </div>
      <SampleNotice companies={companies} />
      {error && !companies ? (
        <LoadFailure what="your companies" error={error} onRetry={() => void refetch()} />
      ) : companies?.length === 0 ? (
        <PortfolioEmpty onAdd={onAdd} />
      ) : (
        <PortfolioTable companies={companies} total={total} more={more} activity={activity} />
      )}
    </section>
  )
}

function QuietLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex h-11 items-center rounded-sm text-sm text-muted underline-offset-3 hover:text-ink hover:underline md:h-auto"
    >
      {children}
    </Link>
  )
}
