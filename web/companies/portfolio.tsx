import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { ExportMenu } from './export-menu.tsx'
import { PortfolioTable } from './portfolio-table.tsx'
import { companiesQuery } from './queries.ts'

/** The 'Your Investments' view: title, buttons, table, and the empty state that leads to the first company. */
export function Portfolio({ onAdd }: { onAdd: () => void }) {
  const { data: companies, error, refetch } = useQuery(companiesQuery)
  return (
    <section aria-labelledby="portfolio-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id="portfolio-title" className="text-xl">
          Your Investment Portfolio
        </h2>
        <div className="flex gap-3">
          <LinkButton to={paths.upload}>
            <Upload aria-hidden />
            Bulk Upload
          </LinkButton>
          <ExportMenu />
        </div>
      </div>
      {error && !companies ? (
        <LoadFailure what="your companies" error={error} onRetry={() => void refetch()} />
      ) : companies?.length === 0 ? (
        <EmptyState title="No investments yet" text="Add your first investment to start tracking news">
          <Button look="primary" onClick={onAdd}>
            Add Company
          </Button>
        </EmptyState>
      ) : (
        <PortfolioTable companies={companies} />
      )}
    </section>
  )
}
