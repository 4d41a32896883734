import { useQuery } from '@tanstack/react-query'
import { RefreshCw, SlidersHorizontal } from 'lucide-react'
import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import type { CompanyName } from '#domain/companies/company.ts'
import { FirstSteps, SampleNotice } from '../../companies/sample-portfolio.tsx'
import { reasonOf } from '../../../api/api-error.ts'
import { Button, cx, Status } from '../../../ui/button.tsx'
import { Alert, EmptyState, LoadFailure } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/forms/controls.tsx'
import { useNow } from '../../../ui/page.tsx'
import { counted, formatNumber } from '../../../ui/text.ts'
import { NewsCard } from './news-card.tsx'
import { NewsSkeleton } from '../news-skeleton.tsx'
import { NothingYetNotice, RefreshBar, UncheckedNotice } from './notices.tsx'
import { summaryQuery } from '../queries.ts'
import { LOAD_MORE, type FeedView } from './feed-view.ts'
import { useCoverage } from './use-coverage.ts'
import { useFeed } from './use-feed.ts'
import { useRefreshNews } from '../refresh.ts'
import { useNewMarks } from '../reading/queries.ts'

const FIRST_SCREEN = 4
const CARDS_PER_STEP = 5
/** Long enough to handle a key press or click in between. */
const BETWEEN_STEPS_MS = 40
/** The estimated height of a card below the first screen, so that a scroll position can be restored. */
const CARD_PX = 340
const NO_COMPANIES: CompanyName[] = []

type Props = { view: FeedView; onView: (view: FeedView) => void }
type Slots = {
  bar?: ReactNode
  /** Replaces the feed's own sort control, so that no control moves when a search starts. */
  sort?: ReactNode
  results?: ReactNode
}

export function NewsFeed({ view, onView, bar, sort: ownSort, results }: Props & Slots) {
  const feed = useFeed(view)
  const { companies, namesFailure, rows, hasNoNews, error, refetch, more } = feed
  const coverage = useCoverage(feed)
  const { refresh, progress, isAsking, isBusy, refreshing } = useRefreshNews(companies ?? NO_COMPANIES)
  const { data: summary } = useQuery(summaryQuery)
  const newMarks = useNewMarks()
  const now = useNow()
  const made = useSteps(view.show)
  const [count, hasMore] = [Math.min(rows?.length ?? 0, view.show), more.isThere || (rows?.length ?? 0) > view.show]
  const coverageOf = useMemo(() => byCompany(coverage), [coverage])
  const chosen = companies?.find(({ id }) => id === view.company)
  const isNarrowed = Boolean(results) || view.company !== 'all' || view.sort !== 'newest'
  const [isFolded, setFolded] = useState(!isNarrowed)
  const folded = isFolded ? 'max-sm:hidden' : undefined
  const refreshLabel = chosen ? `Refresh ${chosen.name}` : 'Refresh All'

  return (
    <section aria-labelledby="news-title">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-3 sm:mb-5">
        <h2 id="news-title" className="text-xl">
          Latest News
        </h2>
        <Status className="min-w-0 text-sm text-muted tabular-nums max-sm:flex-1 max-sm:truncate max-[359px]:opacity-0">
          {companies && rows && !results && countText(companies.length, rows.length, view.company !== 'all')}
        </Status>
        <Button
          size="icon"
          aria-label="Search and filter"
          aria-expanded={!isFolded}
          aria-controls="news-controls"
          onClick={() => setFolded(!isFolded)}
          className="sm:hidden"
        >
          <SlidersHorizontal aria-hidden />
        </Button>
        <div
          id="news-controls"
          className={cx(
            'min-w-0 gap-3 max-sm:order-last max-sm:grid max-sm:w-full max-sm:grid-cols-2 sm:ml-auto sm:flex',
            folded,
          )}
        >
          <CompanyFilter companies={companies} view={view} onView={onView} />
          {ownSort ?? (
            <Select
              label="Sort"
              className="md:w-36"
              value={view.sort}
              onChange={(sort) => onView({ ...view, sort: sort === 'oldest' ? 'oldest' : 'newest' })}
            >
              <option value="newest">Newest First</option>
              <option value="oldest">Oldest First</option>
            </Select>
          )}
        </div>
        <Button
          disabled={!companies}
          busy={isBusy}
          onClick={() => refresh(view.company)}
          className="max-w-full max-sm:size-11 max-sm:px-0"
        >
          {!isBusy && <RefreshCw aria-hidden />}
          <span className="truncate max-sm:sr-only">{refreshLabel}</span>
        </Button>
      </div>
      <div className={folded}>{bar}</div>
      {progress && <RefreshBar progress={progress} hasToast={isAsking} />}
      <UncheckedNotice />
      <SampleNotice />
      {namesFailure && (
        <LoadFailure
          what="the list of your companies"
          error={namesFailure.error}
          onRetry={() => void namesFailure.retry()}
        />
      )}
      {results ? (
        results
      ) : error && !rows ? (
        <LoadFailure what="your news" error={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <NewsSkeleton />
      ) : rows.length === 0 ? (
        <EmptyFeed hasCompanies={companies?.length !== 0} onRefresh={() => refresh(view.company)} />
      ) : (
        <>
          {hasNoNews && <NothingYetNotice coverage={coverage} />}
          {rows.slice(0, made).map((row, index) => (
            <NewsCard
              key={row.id}
              row={row}
              coverage={coverageOf.get(row.id)}
              newMarks={newMarks}
              muted={summary?.muted.find(({ companyId }) => companyId === row.id)}
              now={now}
              below={index >= FIRST_SCREEN}
              refreshing={refreshing.has(row.id)}
              onRefresh={refresh}
            />
          ))}
          {made < count && <div style={{ height: CARD_PX * (count - made) }} />}
          {more.hasFailed && error && <Alert>{reasonOf(error)}</Alert>}
          {hasMore && (
            <div className="flex justify-center border-t border-line pt-7">
              <Button
                busy={more.isFetching}
                onClick={() => (more.hasFailed ? void more.fetch() : onView({ ...view, show: view.show + LOAD_MORE }))}
              >
                Load More
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** How many cards to render: the first screen at once, the rest in steps small enough not to block input. */
function useSteps(limit: number): number {
  const [made, setMade] = useState(FIRST_SCREEN)
  useEffect(() => {
    if (made >= limit) return
    const timer = setTimeout(() => startTransition(() => setMade(made + CARDS_PER_STEP)), BETWEEN_STEPS_MS)
    return () => clearTimeout(timer)
  }, [made, limit])
  return Math.min(made, limit)
}

const byCompany = (coverage: CompanyCoverage[] = []) => new Map(coverage.map((one) => [one.companyId, one]))

const FEW_COMPANIES = 300
const names = new Intl.Collator()

/** Thousands of options render more slowly than the news they filter, so they wait for hover or focus. */
function CompanyFilter({ companies, view, onView }: Props & { companies: CompanyName[] | undefined }) {
  const [isReached, setReached] = useState(false)
  const all = companies ?? NO_COMPANIES
  const hasAll = isReached || all.length <= FEW_COMPANIES
  const byName = useMemo(
    () => all.filter(({ id }) => hasAll || id === view.company).toSorted((a, b) => names.compare(a.name, b.name)),
    [all, hasAll, view.company],
  )
  const isKnown = view.company === 'all' || byName.some(({ id }) => id === view.company)
  return (
    <Select
      label="Company"
      className="max-w-60"
      value={String(view.company)}
      onChange={(value) => onView({ ...view, company: value === 'all' ? 'all' : Number(value) })}
      onReach={() => setReached(true)}
    >
      <option value="all">All Companies</option>
      {!isKnown && <option value={String(view.company)}>{companies ? 'Unknown company' : 'Loading...'}</option>}
      {byName.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

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
  filtered ? `Showing ${formatNumber(matching)} of ${formatNumber(total)}` : counted(total, 'company', 'companies')
