import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { greetingName } from '#domain/messages.ts'
import { ProfileUnavailable } from '../features/account/profile-unavailable.tsx'
import { useProfile } from '../features/account/queries.ts'
import { TrialBanner } from '../features/billing/trial-banner.tsx'
import { AddInvestment, preloadAddInvestment } from '../features/companies/add-investment.tsx'
import { Portfolio } from '../features/companies/portfolio.tsx'
import { NewsSkeleton } from '../features/news/news-skeleton.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback.tsx'
import { Page, PageHeading, useQueryChange } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

// Most visits begin with the table; the news is loaded right after it.
const loadNews = () => import('../features/search/news-tab.tsx')
const NewsTab = lazy(() => loadNews().then((module) => ({ default: module.NewsTab })))

const RowActivity = lazy(() =>
  import('../features/analytics/row-activity.tsx').then((module) => ({ default: module.RowActivity })),
)

const AFTER_FIRST_PAINT_MS = 500
const TABS = ['investments', 'news', 'evaluator']

export function DashboardPage() {
  const search = useSearch({ strict: false })
  const changeQuery = useQueryChange()
  const { profile, shown, isUnavailable, retry } = useProfile()
  const [adding, setAdding] = useState(false)
  usePageTitle('Dashboard')
  useEffect(() => {
    const timer = setTimeout(() => void loadNews().catch(() => {}), AFTER_FIRST_PAINT_MS)
    return () => clearTimeout(timer)
  }, [])

  const tab = TABS.find((name) => name === search.tab) ?? 'investments'
  const go = (change: Record<string, string | undefined>, replace = false) =>
    changeQuery({ ...search, ...change }, replace)
  const showTab = (name: string) => go({ tab: name === 'investments' ? undefined : name })

  return (
    <Page>
      <PageHeading
        actions={
          <Button
            variant="primary"
            onClick={() => setAdding(true)}
            onFocus={preloadAddInvestment}
            onPointerEnter={preloadAddInvestment}
          >
            Add Company
          </Button>
        }
      >
        Welcome, {greetingName(shown)}
      </PageHeading>
      {isUnavailable && <ProfileUnavailable onRetry={retry} />}
      <TrialBanner profile={profile} isUnavailable={isUnavailable} />
      <div className="mt-6">
        <Tabs
          label="Dashboard"
          value={tab}
          onChange={showTab}
          tabs={[
            {
              value: 'investments',
              label: 'Your Investments',
              content: <Portfolio onAdd={() => setAdding(true)} activity={RowActivity} />,
            },
            {
              value: 'news',
              label: 'Latest Investment News',
              content: (
                <Suspense fallback={<NewsSkeleton />}>
                  <NewsTab search={search} onSearch={go} />
                </Suspense>
              ),
            },
            { value: 'evaluator', label: 'Investment Evaluator', content: <Evaluator /> },
          ]}
        />
      </div>
      <AddInvestment open={adding} onClose={() => setAdding(false)} />
    </Page>
  )
}

function Evaluator() {
  return (
    <EmptyState
      level="h2"
      title="Investment Evaluator"
      text="This tool is coming soon. It will help you evaluate a new investment before you make it."
    />
  )
}
