import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useApi } from '../api/context.ts'
import { greetingName } from '#domain/messages.ts'
import { useProfile } from '../features/account/queries.ts'
import { TrialBanner } from '../features/billing/trial-banner.tsx'
import { useAddInvestment } from '../features/companies/add-investment.tsx'
import { Portfolio } from '../features/companies/portfolio.tsx'
import { DashboardSkeleton, NewsSkeleton } from '../features/news/news-skeleton.tsx'
import { feedPages } from '../features/news/queries.ts'
import { isSearching, readSearchView } from '../features/search/search-view.ts'
import { Button, cx } from '../ui/button.tsx'
import { EmptyState, RetryNotice } from '../ui/feedback.tsx'
import { Page, PageHeading, useQueryChange } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { lazyComponent } from '../ui/lazy.tsx'

const DashboardSummary = lazyComponent(() => import('../features/sharing/dashboard-summary.tsx'), 'DashboardSummary')

// Most visits start with the table, so the news is loaded right after it.
const NewsTab = lazyComponent(() => import('../features/search/news-tab.tsx'), 'NewsTab', <NewsSkeleton />)

const RowActivity = lazyComponent(() => import('../features/analytics/row-activity.tsx'), 'RowActivity')

const AFTER_FIRST_PAINT_MS = 500
const MAX_WAIT_MS = 2500
const TABS = ['investments', 'news', 'evaluator']

export function DashboardPage() {
  const search = useSearch({ strict: false })
  const changeQuery = useQueryChange()
  const api = useApi()
  const queryClient = useQueryClient()
  const { profile, shown, isUnavailable, retry } = useProfile()
  const add = useAddInvestment({ compact: true })
  const tab = TABS.find((name) => name === search.tab) ?? 'investments'
  const isSearch = tab === 'news' && isSearching(readSearchView(search))
  // A user who follows a link to a search wants its results; for a user who types one, the page must not jump.
  const [isLinkToSearch] = useState(isSearch)
  const showsSummary = !(isLinkToSearch && isSearch)
  // The tabs load right away but stay hidden until the summary is shown, which would push them down.
  const [showsTabs, setShowsTabs] = useState(!showsSummary)
  const showTabs = useCallback(() => setShowsTabs(true), [])
  usePageTitle('Dashboard')
  useEffect(() => {
    const timer = setTimeout(() => {
      NewsTab.preload()
      void queryClient.prefetchInfiniteQuery(feedPages(api, 'newest'))
    }, AFTER_FIRST_PAINT_MS)
    return () => clearTimeout(timer)
  }, [api, queryClient])
  useEffect(() => {
    const timer = setTimeout(showTabs, MAX_WAIT_MS)
    return () => clearTimeout(timer)
  }, [showTabs])

  const go = (change: Record<string, string | undefined>, replace = false) =>
    changeQuery({ ...search, ...change }, replace)
  const showTab = (name: string) => go({ tab: name === 'investments' ? undefined : name })

  return (
    <Page>
      <PageHeading actions={add.button}>
        <span className="line-clamp-2">Welcome, {greetingName(shown)}</span>
      </PageHeading>
      {isUnavailable && <RetryNotice what="your profile" onRetry={retry} />}
      <TrialBanner profile={profile} isUnavailable={isUnavailable} />
      <div className="relative">{!showsTabs && <DashboardSkeleton />}</div>
      {showsSummary && <DashboardSummary onSettled={showTabs} />}
      <div className={cx('mt-4 sm:mt-5', !showsTabs && 'invisible')}>
        <Tabs
          label="Dashboard"
          value={tab}
          onChange={showTab}
          tabs={[
            {
              value: 'investments',
              label: 'Your Investments',
              content: <Portfolio onAdd={add.open} activity={RowActivity} />,
            },
            {
              value: 'news',
              label: 'Latest Investment News',
              content: <NewsTab search={search} onSearch={go} />,
            },
            {
              value: 'evaluator',
              label: 'Investment Evaluator',
              content: <Evaluator onLeave={() => showTab('news')} />,
            },
          ]}
        />
      </div>
      {add.dialog}
    </Page>
  )
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
