import { useQuery } from '@tanstack/react-query'
import { RefreshCw, SlidersHorizontal } from 'lucide-react'
import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import type { CompanyWithNews } from '#domain/news/briefs.ts'
import { FirstSteps, SampleNotice } from '../../companies/sample-portfolio.tsx'
import { Button, cx, Status } from '../../../ui/button.tsx'
import { EmptyState, LoadFailure } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/forms/controls.tsx'
import { useNow } from '../../../ui/page.tsx'
import { counted, formatNumber } from '../../../ui/text.ts'
import { NewsCard } from './news-card.tsx'
import { NewsSkeleton } from '../news-skeleton.tsx'
import { NothingYetNotice, RefreshBar, UncheckedNotice } from './notices.tsx'
import { coverageInShortQuery, feedQuery, summaryQuery } from '../queries.ts'
import { useRefreshNews } from '../refresh.ts'
import { useNewMarks } from '../reading/queries.ts'

const FIRST_SCREEN = 4
const CARDS_PER_STEP = 5
/** Long enough for a key or a click to be answered in between. */
const BETWEEN_STEPS_MS = 40
/** As a card below the first screen is estimated, so that a scroll position can be restored. */
const CARD_PX = 340
const NO_ROWS: CompanyWithNews[] = []

type Props = { view: FeedView; onView: (view: FeedView) => void }
type Slots = {
  bar?: ReactNode
  /** In place of the feed's own, so that no control moves when a search begins. */
  sort?: ReactNode
  results?: ReactNode
}

export function NewsFeed({ view, onView, bar, sort: ownSort, results }: Props & Slots) {
  const { data: rows, error, refetch } = useQuery(feedQuery)
  const known = rows ?? []
  const { data: coverage } = useQuery(coverageInShortQuery)
  const { refresh, progress, isAsking, isBusy, refreshing } = useRefreshNews(known)
  const { data: summary } = useQuery(summaryQuery)
  const newMarks = useNewMarks()
  const now = useNow()
  const shown = orderFeed(known, view)
  const made = useSteps(view.show)
  const coverageOf = useMemo(() => byCompany(coverage), [coverage])
  const chosen = known.find(({ id }) => id === view.company)
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
          {rows && !results && countText(rows.length, shown.length, view.company !== 'all')}
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
          <CompanyFilter rows={rows} view={view} onView={onView} />
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
          disabled={!rows}
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
      {results ? (
        results
      ) : error && !rows ? (
        <LoadFailure what="your news" error={error} onRetry={() => void refetch()} />
      ) : !rows ? (
        <NewsSkeleton />
      ) : shown.length === 0 ? (
        <EmptyFeed rows={rows} onRefresh={() => refresh(view.company)} />
      ) : (
        <>
          {rows.every(({ hasNews }) => !hasNews) && <NothingYetNotice coverage={coverage} />}
          {shown.slice(0, made).map((row, index) => (
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
          {made < Math.min(shown.length, view.show) && (
            <div style={{ height: CARD_PX * (Math.min(shown.length, view.show) - made) }} />
          )}
          {shown.length > view.show && (
            <div className="flex justify-center border-t border-line pt-7">
              <Button onClick={() => onView({ ...view, show: view.show + LOAD_MORE })}>Load More</Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** How many cards to make: the first screen at once, those below it in steps that no key or click waits for. */
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

/** Thousands of options cost more than the news they filter: then they are made when they are about to be seen. */
function CompanyFilter({ rows = NO_ROWS, view, onView }: Props & { rows: CompanyWithNews[] | undefined }) {
  const [isReached, setReached] = useState(false)
  const hasAll = isReached || rows.length <= FEW_COMPANIES
  const byName = useMemo(
    () => rows.filter(({ id }) => hasAll || id === view.company).toSorted((a, b) => names.compare(a.name, b.name)),
    [rows, hasAll, view.company],
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
      {!isKnown && <option value={String(view.company)}>{rows === NO_ROWS ? 'Loading...' : 'Unknown company'}</option>}
      {byName.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function EmptyFeed({ rows, onRefresh }: { rows: CompanyWithNews[]; onRefresh: () => void }) {
  return (
    <EmptyState
      title="No companies in portfolio"
      text={
        rows.length > 0
          ? 'No companies match the selected filter.'
          : 'Add companies to your portfolio to start tracking news updates.'
      }
    >
      {rows.length > 0 ? <Button onClick={onRefresh}>Refresh</Button> : <FirstSteps />}
    </EmptyState>
  )
}

export const INITIAL_COUNT = 100
export const LOAD_MORE = 50
const MAX_COUNT = 100_000

export type FeedView = { company: 'all' | number; sort: 'newest' | 'oldest'; show: number }

export function readFeedView(search: Record<string, unknown>): FeedView {
  const company = Number(search.company)
  const show = Number(search.show)
  const steps = (show - INITIAL_COUNT) / LOAD_MORE
  return {
    company: Number.isSafeInteger(company) && company > 0 ? company : 'all',
    sort: search.sort === 'oldest' ? 'oldest' : 'newest',
    show: Number.isInteger(steps) && steps > 0 && show <= MAX_COUNT ? show : INITIAL_COUNT,
  }
}

export const writeFeedView = ({ company, sort, show }: FeedView) => ({
  company: company === 'all' ? undefined : String(company),
  sort: sort === 'newest' ? undefined : sort,
  show: show === INITIAL_COUNT ? undefined : String(show),
})

/** Companies with news first; within each group by date, ties by id. */
export function orderFeed(rows: CompanyWithNews[], { company, sort }: Pick<FeedView, 'company' | 'sort'>) {
  const direction = sort === 'newest' ? -1 : 1
  return rows
    .filter((row) => company === 'all' || row.id === company)
    .map((row) => ({ row, time: timeOf(row) }))
    .sort(
      (a, b) =>
        Number(b.row.hasNews) - Number(a.row.hasNews) ||
        direction * (a.time - b.time) ||
        direction * (a.row.id - b.row.id),
    )
    .map(({ row }) => row)
}

const times = new WeakMap<CompanyWithNews, number>()

/** Remembered: thousands of dates take longer to read than the first screen takes to paint. */
function timeOf(row: CompanyWithNews): number {
  const known = times.get(row)
  if (known !== undefined) return known
  const { latestNews, createdAt } = row
  const time = Date.parse(latestNews?.publishedAt || latestNews?.createdAt || createdAt) || 0
  times.set(row, time)
  return time
}

export const countText = (total: number, matching: number, filtered: boolean) =>
  filtered ? `Showing ${formatNumber(matching)} of ${formatNumber(total)}` : counted(total, 'company', 'companies')
