import '../../ui/print.css'
import { useQuery } from '@tanstack/react-query'
import type { Analytics } from '#domain/news/analytics.ts'
import { dateAndTime } from '#domain/time.ts'
import { SEARCH_SOURCES } from '#domain/news/search-filters.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import { paths } from '../../paths.ts'
import { EmptyState, Skeleton } from '../../ui/feedback.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { LinkButton, Status } from '../../ui/button.tsx'
import { Facts } from '../../ui/panel.tsx'
import { MostActive, QuietList } from './company-activity.tsx'
import { CompareCompanies } from './compare-companies.tsx'
import { EventMonths } from './event-months.tsx'
import { analyticsQuery } from './queries.ts'
import { ShareBars, WeekBars } from './charts.tsx'
import { formatNumber } from '../../ui/text.ts'

export function PortfolioAnalytics() {
  const query = useQuery(analyticsQuery)
  return (
    <Loaded what="your analytics" query={query} loading={<Loading />}>
      {(data) => <Overview data={data} />}
    </Loaded>
  )
}

function Overview({ data }: { data: Analytics }) {
  const all = data.companies.length + data.without
  if (all === 0)
    return (
      <EmptyState level="h2" title="No companies yet" text="Add companies to your portfolio to see analytics.">
        <LinkButton to={paths.dashboard}>Back to Dashboard</LinkButton>
      </EmptyState>
    )
  return (
    <>
      <Facts
        facts={[
          ['Stories', formatNumber(data.stories)],
          ['Companies in the news', `${formatNumber(data.companies.length)} of ${formatNumber(all)}`],
          ['Gone quiet', formatNumber(data.quietTotal)],
          ['As of', dateAndTime(data.asOf)],
        ]}
      />
      {data.stories === 0 ? (
        <p className="mt-8 border-t border-line pt-6 max-w-[66ch] font-serif text-lg text-muted">
          No stories about your companies in the last {data.weeks.length} weeks. We check every hour.
        </p>
      ) : (
        <Charts data={data} />
      )}
      <QuietList quiet={data.quiet} total={data.quietTotal} afterDays={data.quietAfterDays} />
    </>
  )
}

function Charts({ data: { weeks, perWeek, sections, sources, companies } }: { data: Analytics }) {
  const from = weeks[0] ?? ''
  return (
    <>
      <WeekBars weeks={weeks} perWeek={perWeek} />
      <EventMonths />
      <div className="grid gap-x-12 md:grid-cols-2">
        <ShareBars
          title="By section"
          what="Section"
          shares={sections.map(({ section, stories }) => ({
            label: section ?? 'Uncategorized',
            count: stories,
            search: section ? { section, from } : undefined,
          }))}
        />
        <ShareBars
          title="By source"
          what="Source"
          shares={sources.map(({ source, stories }) => ({
            label: sourceText(source),
            count: stories,
            search: SEARCH_SOURCES.includes(source) ? { source, from } : undefined,
          }))}
        />
      </div>
      <MostActive companies={companies} />
      <CompareCompanies companies={companies} weeks={weeks} />
    </>
  )
}

function Loading() {
  return (
    <Status className="appear-late grid gap-6">
      <span className="sr-only">Loading analytics</span>
      <Skeleton className="h-10 w-80 max-w-full" />
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-40 w-full" />
    </Status>
  )
}
