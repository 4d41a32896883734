import { useSearch } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { whenSettled } from '../api/when-idle.ts'
import { isNarrowed } from '../features/search/search-view.ts'
import { greetingName } from '#domain/messages.ts'
import { useProfile } from '../features/account/queries.ts'
import { TrialBanner, TrialFoot } from '../features/billing/trial-banner.tsx'
import { useAddInvestment } from '../features/companies/add-investment.tsx'
import { MarkAllRead } from '../features/news/morning/mark-all-read.tsx'
import { MorningHead } from '../features/news/morning/morning-head.tsx'
import { MorningList } from '../features/news/morning/morning-list.tsx'
import { useDay } from '../features/news/morning/use-morning.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, RetryNotice } from '../ui/feedback.tsx'
import { Page, useQueryChange } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { lazyComponent } from '../ui/lazy.tsx'

const NewsTab = lazyComponent(() => import('../features/search/news-tab.tsx'), 'NewsTab')

const Portfolio = lazyComponent(() => import('../features/news/portfolio/portfolio.tsx'), 'Portfolio')

const NeedsYou = lazyComponent(() => import('../features/news/morning/needs-you.tsx'), 'NeedsYou')

const SharedWithYou = lazyComponent(() => import('../features/sharing/shared-with-you.tsx'), 'SharedWithYou')

const TABS = ['investments', 'news', 'evaluator'] as const

export function DashboardPage() {
  const search = useSearch({ strict: false })
  const changeQuery = useQueryChange()
  const { profile, shown: user, isUnavailable, retry } = useProfile()
  const add = useAddInvestment()
  const day = useDay()
  const first = useFirstTab(day.latest?.companies)
  const tab = TABS.find((name) => name === search.tab) ?? first
  const isPlain = !isNarrowed(search)
  const isReady = !isPlain || Boolean(day.latest ?? day.error)
  // Rendered after what is above it, in a place that no longer moves.
  const showsFeed = useDeferredValue(isReady, false)
  const queryClient = useQueryClient()
  usePageTitle('Dashboard')
  useEffect(() => whenSettled(queryClient, Portfolio.preload), [queryClient])

  const go = (change: Record<string, string | undefined>, replace = false) =>
    changeQuery({ ...search, ...change }, replace)
  const showTab = (name: string) => go({ tab: name })

  return (
    <Page>
      <MorningHead name={greetingName(user)} day={day} />
      {isUnavailable && <RetryNotice what="your profile" onRetry={retry} />}
      <TrialBanner profile={profile} />
      {day.latest?.companies === 0 && <SharedWithYou />}
      {/* At least a screen high, so that what follows doesn't jump out of sight when the news arrives. */}
      <div className="mt-2 max-lg:min-h-dvh sm:mt-4">
        <Tabs
          label="Dashboard"
          value={tab}
          onChange={showTab}
          end={tab === 'news' && day.shown && <MarkAllRead morning={day.shown} />}
          tabs={[
            {
              value: 'investments',
              label: 'Your Investments',
              content: <Portfolio onAdd={add.open} />,
            },
            {
              value: 'news',
              label: 'Latest Investment News',
              content: (
                <>
                  {isPlain && <MorningList day={day} />}
                  {showsFeed && <NewsTab search={search} onSearch={go} />}
                  {showsFeed && day.latest && day.latest.needs.length > 0 && <NeedsYou needs={day.latest.needs} />}
                </>
              ),
            },
            {
              value: 'evaluator',
              label: 'Investment Evaluator',
              content: <Evaluator onLeave={() => showTab('news')} />,
            },
          ]}
        />
      </div>
      <TrialFoot profile={profile} />
      {add.dialog}
    </Page>
  )
}

/** Stays the same during a visit, so that the first company somebody adds doesn't open another tab. */
function useFirstTab(companies: number | undefined): 'news' | 'investments' {
  const [first, setFirst] = useState<'news' | 'investments'>()
  if (first === undefined && companies !== undefined) setFirst(companies > 0 ? 'news' : 'investments')
  return first ?? 'news'
}

function Evaluator({ onLeave }: { onLeave: () => void }) {
  return (
    <EmptyState
      level="h2"
      title="Investment Evaluator"
      text="This tool is coming soon. It will help you evaluate a new investment before you make it."
    >
      <Button onClick={onLeave}>Read Your News</Button>
    </EmptyState>
  )
}
