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
import { counted } from '../../ui/text.ts'
import { Fold } from '../news/feed/fold.tsx'
import { ShareBars, WeekBars } from './charts.tsx'
import { EventMonths } from './event-months.tsx'
import { LastRounds } from './last-rounds.tsx'
import { MoneyByYear } from './money-by-year.tsx'
import { analyticsQuery } from './queries.ts'
import { QuietCompanies } from './quiet-companies.tsx'

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
      <EventMonths />
      <QuietCompanies data={data} />
      <MoneyByYear />
      <LastRounds />
      {data.stories > 0 && <StoryCounts data={data} />}
    </>
  )
}

/** How much was written says little about a company, so it comes last. */
function StoryCounts({ data: { asOf, stories, weeks, perWeek, sections, sources, companies } }: { data: Analytics }) {
  const from = weeks[0] ?? ''
  return (
    <div className="mt-8 print:hidden">
      <Fold
        text={`${counted(stories, 'story', 'stories')} in ${weeks.length} weeks, by week, section, source and company.`}
      >
        <p className="mt-4 max-w-[66ch] text-sm text-muted">
          Each story is counted once, in the week it first appeared. Weeks begin on Monday (UTC). As of{' '}
          {dateAndTime(asOf)}.
        </p>
        <WeekBars weeks={weeks} perWeek={perWeek} />
        <div className="grid gap-x-12 md:grid-cols-2">
          <ShareBars
            title="By section"
            what="Section"
            shares={sections.map(({ section, stories: count }) => ({
              label: section ?? 'Uncategorized',
              count,
              search: section ? { section, from } : undefined,
            }))}
          />
          <ShareBars
            title="By source"
            what="Source"
            shares={sources.map(({ source, stories: count }) => ({
              label: sourceText(source),
              count,
              search: SEARCH_SOURCES.includes(source) ? { source, from } : undefined,
            }))}
          />
        </div>
        <ShareBars
          title="By company"
          what="Company"
          shares={companies.slice(0, MAX_NAMED).map(({ companyId, name, stories: count }) => ({
            label: name,
            count,
            search: { company: String(companyId), from },
          }))}
        />
      </Fold>
    </div>
  )
}

const MAX_NAMED = 10

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
