import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { summarizeCoverage } from '#domain/news/coverage-state.ts'
import { formatNumber } from '../../../ui/text.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { useQueryChange } from '../../../ui/page.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { CoverageList } from '../coverage/coverage-list.tsx'
import { StatusDot } from '../coverage/status-dot.tsx'
import { coverageQuery, storiesQuery } from '../queries.ts'
import type { Refreshable } from '../refresh.ts'
import { ALL_EVENTS, EventFilter, readEventFilter } from './event-filter.tsx'
import { PossibleArticles } from './possible-articles.tsx'
import { Stories } from './stories.tsx'

const IdentityCardPanel = lazyComponent(() => import('../overrides/identity-card.tsx'), 'IdentityCardPanel')

const TABS = ['events', 'sources', 'identity'] as const

/** What happened to a company, and where we know it from. */
export function CompanyTabs({ company }: { company: Refreshable }) {
  const { data: stories = [] } = useQuery(storiesQuery(company.id))
  const isWide = useIsWide()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeQuery = useQueryChange()
  const [events, tab] = [readEventFilter(search), TABS.find((name) => name === search.tab) ?? 'events']
  const change = (next: { events?: string; tab?: string }) => {
    const { events: shown, tab: open } = { events, tab, ...next }
    changeQuery({ events: shown === ALL_EVENTS ? undefined : shown, tab: open === 'events' ? undefined : open }, true)
  }
  const filter = stories.length > 1 && (
    <EventFilter stories={stories} chosen={events} onChoose={(chosen) => change({ events: chosen })} />
  )
  return (
    <div className="min-w-0">
      <Tabs
        label={`About ${company.name}`}
        keepsAll
        value={tab}
        onChange={(name) => change({ tab: name })}
        end={isWide && tab === 'events' && filter}
        tabs={[
          {
            value: 'events',
            label: 'What happened',
            content: (
              <>
                <Stories
                  company={company}
                  events={events}
                  onAll={() => change({ events: ALL_EVENTS })}
                  filter={isWide ? null : filter}
                />
                <PossibleArticles company={company} />
              </>
            ),
          },
          {
            value: 'sources',
            label: 'Sources',
            note: <SourcesInShort companyId={company.id} />,
            content: <CoverageList company={company} />,
          },
          {
            value: 'identity',
            label: 'How we identify this company',
            content: <IdentityCardPanel companyId={company.id} />,
          },
        ]}
      />
    </div>
  )
}

/** "6 OK", or how many are not responding. */
function SourcesInShort({ companyId }: { companyId: number }) {
  const { data } = useQuery(coverageQuery(companyId))
  if (!data) return null
  const { sources, unchecked, failing } = summarizeCoverage(data)
  const good = sources - unchecked - failing
  if (failing === 0 && good === 0) return null
  return (
    <span className="ml-2 inline-flex items-center gap-1.5 font-normal">
      <StatusDot tone={failing > 0 ? 'warn' : 'good'} />
      {failing > 0 ? (
        <span className="text-warn">{formatNumber(failing)} not responding</span>
      ) : (
        <span className="text-muted">{formatNumber(good)} OK</span>
      )}
    </span>
  )
}
