import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import type { Morning } from '#domain/news/morning/morning.ts'
import type { CompanyName } from '#domain/companies/company.ts'
import { FirstSteps, SampleNotice } from '../../companies/sample-portfolio.tsx'
import { Button, cx } from '../../../ui/button.tsx'
import { EmptyState, LoadFailure } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/forms/controls.tsx'
import { useNow } from '../../../ui/page.tsx'
import { counted, formatNumber } from '../../../ui/text.ts'
import { SHOWN } from '../morning/shown-morning.ts'
import { NewsSkeleton } from '../news-skeleton.tsx'
import { morningQuery, summaryQuery } from '../queries.ts'
import { useNewMarks } from '../reading/queries.ts'
import { useRefreshNews } from '../refresh.ts'
import { CompanyFilter } from './company-filter.tsx'
import { FeedHead } from './feed-head.tsx'
import { DEFAULT_VIEW, type FeedView } from './feed-view.ts'
import { NewsList } from './news-list.tsx'
import { NothingYetNotice } from './nothing-yet.tsx'
import { RefreshStatus } from './refresh-status.tsx'
import { useCoverage } from './use-coverage.ts'
import { useFeed } from './use-feed.ts'

const NO_COMPANIES: CompanyName[] = []

type Props = {
  view: FeedView
  onView: (view: FeedView) => void
  /** The most important events are above, unless something is chosen or searched for. */
  isBelowMorning?: boolean
  search?: Search
}

type Search = {
  words: string
  /** How many filters of the search are on. */
  on: number
  controls: ReactNode
  onReach: () => void
  onClear: () => void
  /** Replaces the feed's own sort control, so that no control moves when a search starts. */
  sort?: ReactNode
  /** Shown instead of the companies. */
  results?: ReactNode
}

export function NewsFeed({ view, onView, isBelowMorning = false, search }: Props) {
  const feed = useFeed(view)
  const { companies, namesFailure, rows, hasNoNews, error, refetch, more } = feed
  const coverage = useDeferredValue(useCoverage(feed))
  const { refresh, isBusy, refreshing } = useRefreshNews(companies ?? NO_COMPANIES)
  const { data: summary } = useQuery(summaryQuery)
  const { data: latest } = useQuery(morningQuery)
  const { data: shown } = useQuery<Morning | null>({ queryKey: SHOWN, queryFn: () => null, enabled: false })
  const newMarks = useNewMarks()
  const now = useNow()
  const coverageOf = useMemo(() => byCompany(coverage), [coverage])
  const chosen = companies?.find(({ id }) => id === view.company)
  const on = (search?.on ?? 0) + Number(view.company !== 'all') + Number(!search?.results && view.sort !== 'newest')
  const isNarrowed = on > 0 || Boolean(search?.results)
  const [isOpen, setOpen] = useState<boolean | null>(null)
  const showsFilters = isOpen ?? isNarrowed
  const clear = () => {
    setOpen(null)
    if (search) search.onClear()
    else onView(DEFAULT_VIEW)
  }

  return (
    <section aria-labelledby="news-title" className={isNarrowed || !isBelowMorning ? undefined : 'mt-5'}>
      <FeedHead
        count={
          search?.results
            ? search.words && `Results for “${search.words}”`
            : companies && rows && countText(companies.length, rows.length, view.company !== 'all')
        }
        filters={{ on, isOpen: showsFilters, onOpen: setOpen, onReach: search?.onReach }}
        onClear={isNarrowed ? clear : null}
        refresh={{
          label: chosen ? `Refresh ${chosen.name}` : 'Refresh All',
          isBusy,
          isReady: companies !== undefined,
          onRefresh: () => refresh(view.company),
        }}
        status={<RefreshStatus coverageOf={coverageOf} now={now} />}
      />
      <div
        id="news-filters"
        className={cx(
          'grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2 border-b border-line-strong not-empty:pb-3.5',
          'sm:flex sm:flex-wrap sm:items-center',
        )}
      >
        {showsFilters && (
          <>
            <CompanyFilter companies={companies} view={view} onView={onView} />
            {search?.sort ?? (
              <Select
                label="Sort"
                value={view.sort}
                onChange={(sort) => onView({ ...view, sort: sort === 'oldest' ? 'oldest' : 'newest' })}
              >
                <option value="newest">Newest First</option>
                <option value="oldest">Oldest First</option>
              </Select>
            )}
            {search?.controls}
            {!isNarrowed && isBelowMorning && (
              <p className="ml-auto text-sm text-muted max-lg:hidden">
                Choosing one hides the ranked list until you clear it.
              </p>
            )}
          </>
        )}
      </div>
      <SampleNotice />
      {namesFailure && (
        <LoadFailure
          what="the list of your companies"
          error={namesFailure.error}
          onRetry={() => void namesFailure.retry()}
        />
      )}
      {search?.results ? (
        search.results
      ) : error && !rows ? (
        <LoadFailure what="your news" error={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <NewsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyFeed hasCompanies={companies?.length !== 0} onRefresh={() => refresh(view.company)} />
      ) : (
        <>
          {hasNoNews && <NothingYetNotice coverage={coverage} />}
          <NewsList
            rows={rows}
            companies={companies ?? rows}
            morning={isBelowMorning ? (shown ?? latest) : undefined}
            isPlain={isNarrowed}
            view={view}
            onView={onView}
            more={more}
            error={error}
            card={{ newMarks, now, onRefresh: refresh }}
            coverageOf={coverageOf}
            muted={summary?.muted}
            refreshing={refreshing}
          />
        </>
      )}
    </section>
  )
}

const byCompany = (coverage: CompanyCoverage[] = []) => new Map(coverage.map((one) => [one.companyId, one]))

function EmptyFeed({ hasCompanies, onRefresh }: { hasCompanies: boolean; onRefresh: () => void }) {
  return (
    <EmptyState
      title="No companies in portfolio"
      text={
        hasCompanies
          ? 'No companies match the selected filter.'
          : 'Add companies to your portfolio to start tracking news updates.'
      }
    >
      {hasCompanies ? <Button onClick={onRefresh}>Refresh</Button> : <FirstSteps />}
    </EmptyState>
  )
}

export const countText = (total: number, matching: number, filtered: boolean) =>
  `${filtered ? `${formatNumber(matching)} of ` : ''}${counted(total, 'company', 'companies')}`
