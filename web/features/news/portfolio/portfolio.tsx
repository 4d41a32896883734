import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useMemo } from 'react'
import type { CompanySort } from '#domain/companies/company.ts'
import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/forms/controls.tsx'
import { useNow } from '../../../ui/page.tsx'
import { createPreference } from '../../../ui/preference.ts'
import { counted } from '../../../ui/text.ts'
import { ExportMenu } from '../../companies/export-menu.tsx'
import { portfolioPositionsQuery } from '../../companies/positions/queries.ts'
import { useCompanies } from '../../companies/queries.ts'
import { PortfolioEmpty, SampleNotice } from '../../companies/sample-portfolio.tsx'
import type { More } from '../../companies/table/row-window.tsx'
import { offeredSorts, SORT_LABELS } from '../../companies/table/table-view.ts'
import { Fold } from '../feed/fold.tsx'
import { standingsQuery } from '../queries.ts'
import { byLatestEvent } from './by-latest-event.ts'
import { PortfolioTable } from './portfolio-table.tsx'

const LATEST_EVENT = 'latest-event'

const order = createPreference('tidings-portfolio-order')

export function Portfolio({ onAdd }: { onAdd: () => void }) {
  const { sorts, sort, choose } = useOrder()
  const list = useCompanies({ sort })
  const { companies, total, error, refetch } = list
  return (
    <section aria-labelledby="portfolio-title" className="@container">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="portfolio-title" className="text-xl">
            Your Investment Portfolio
          </h2>
          {total > 0 && <p className="text-sm text-muted tabular-nums">{counted(total, 'company', 'companies')}</p>}
        </div>
        <div className="flex flex-wrap gap-x-2 gap-y-3">
          {total > 1 && (
            <Select
              isQuiet
              label="Sort"
              value={sort ?? LATEST_EVENT}
              onChange={choose}
              className="mr-2 max-sm:order-last max-sm:-ml-3"
            >
              <option value={LATEST_EVENT}>By latest event</option>
              {sorts.map((each) => (
                <option key={each} value={each}>
                  {SORT_LABELS[each]}
                </option>
              ))}
            </Select>
          )}
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
        <Rows list={list} isByEvent={sort === undefined} />
      )}
    </section>
  )
}

/** Undefined means by the latest event. */
function useOrder() {
  const { data: positions } = useQuery(portfolioPositionsQuery)
  const sorts = offeredSorts((positions?.companies.length ?? 0) > 0)
  const kept = order.useValue()
  const sort: CompanySort | undefined = sorts.find((each) => each === kept)
  return { sorts, sort, choose: order.write }
}

type RowsProps = { list: ReturnType<typeof useCompanies>; isByEvent: boolean }

function Rows({ list: { companies, total, more }, isByEvent }: RowsProps) {
  const now = useNow()
  const { data: standings, isPending } = useQuery(standingsQuery)
  const arranged = useMemo(() => {
    if (!companies || isPending) return undefined
    if (isByEvent && standings) return byLatestEvent({ companies, isComplete: !more.isThere }, standings, now)
    const standingOf = new Map(standings?.map((standing) => [standing.companyId, standing]))
    return { listed: companies.map((company) => ({ company, standing: standingOf.get(company.id) })), quiet: [] }
  }, [companies, standings, isPending, isByEvent, more.isThere, now])
  if (!arranged || arranged.quiet.length === 0)
    return <PortfolioTable caption="Your companies" rows={arranged?.listed} total={total} more={more} />
  const { listed, quiet } = arranged
  const silent = total - listed.length
  return (
    <>
      <PortfolioTable caption="Your companies" rows={listed} total={listed.length} more={NO_MORE} />
      <Fold text={`${counted(silent, 'company', 'companies')}: nothing new.`}>
        <PortfolioTable
          caption="Companies with nothing new"
          rows={quiet}
          total={silent}
          more={more}
          hasHeadings={false}
        />
      </Fold>
    </>
  )
}

const NO_MORE: More = { isThere: false, isFetching: false, hasFailed: false, fetch: () => undefined }
