import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { Coverage, CoverageEntry } from '#domain/news/coverage.ts'
import { summarizeCoverage } from '#domain/news/coverage-state.ts'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import { Button, Status } from '../../../ui/button.tsx'
import { Loaded, LoadingLines } from '../../../ui/loaded.tsx'
import { hostOf, webAddress } from '../../../ui/text.ts'
import { Panel } from '../../../ui/panel.tsx'
import { useNow } from '../../../ui/page.tsx'
import { coverageText, stateText, untilText } from '#domain/news/coverage-text.ts'
import { StatusDot } from './status-dot.tsx'
import { coverageQuery } from '../queries.ts'
import { useRefreshNews, type Refreshable } from '../refresh.ts'
import { SourceLink } from '../source-link.tsx'

export function CoverageList({ company }: { company: Refreshable }) {
  const query = useQuery(coverageQuery(company.id))
  const { refresh, refreshing } = useRefreshNews([company])
  const isChecking = refreshing.has(company.id)
  return (
    <Panel
      title="Sources"
      action={
        <Button busy={isChecking} onClick={() => refresh(company.id)}>
          {!isChecking && <RefreshCw aria-hidden />}
          {query.data && query.data.state !== 'broken' && query.data.state !== 'partial' ? 'Check Now' : 'Retry'}
        </Button>
      }
    >
      <Loaded
        what="the sources"
        query={query}
        loading={<LoadingLines label="Loading sources" widths={['w-4/5', 'w-3/5']} />}
      >
        {(coverage) => <CoverageDetails coverage={coverage} hasWebsite={Boolean(company.website)} />}
      </Loaded>
    </Panel>
  )
}

function CoverageDetails({ coverage, hasWebsite }: { coverage: Coverage; hasWebsite: boolean }) {
  const now = useNow()
  const { tone, text } = coverageText(summarizeCoverage(coverage), now)
  return (
    <>
      <Status className="flex max-w-[66ch] items-baseline gap-2">
        <StatusDot tone={tone} />
        <span className="min-w-0">{text}</span>
      </Status>
      {coverage.state === 'not-found' && !hasWebsite && (
        <p className="mt-2 text-sm text-muted">Add its website under Edit to get started.</p>
      )}
      <ul className="mt-5 grid">
        {coverage.entries.map((entry) => (
          <Entry key={`${entry.source} ${entry.address}`} entry={entry} now={now} />
        ))}
      </ul>
    </>
  )
}

function Entry({ entry, now }: { entry: CoverageEntry; now: Date }) {
  const { label, address, state, problem, goodAt, nextAt, failingSince } = entry
  const { tone, text } = stateText(state)
  return (
    <li className="grid gap-x-8 gap-y-1.5 border-t border-line py-3.5 text-sm md:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_9rem_9rem]">
      <div className="min-w-0 break-words">
        <p className="font-medium">{label}</p>
        {address && (
          <p className="text-muted">
            <SourceLink url={address} title={pageText(address)} />
          </p>
        )}
      </div>
      <div className="min-w-0 break-words">
        <p className="flex items-baseline gap-2">
          <StatusDot tone={tone} />
          {text}
        </p>
        {failingSince && (
          <p className="mt-0.5 text-muted" title={dateAndTime(failingSince)}>
            Since {shortDate(failingSince)}
            {problem && `: ${problem}`}
          </p>
        )}
        {!failingSince && problem && <p className="mt-0.5 text-muted">{problem}</p>}
      </div>
      <dl className="contents max-md:flex max-md:flex-wrap max-md:gap-x-8">
        <Time name="Last successful check" text={goodAt ? relativeTime(goodAt, now) : 'Never'} title={goodAt} />
        <Time name="Next check" text={untilText(nextAt, now)} title={nextAt} />
      </dl>
    </li>
  )
}

function Time({ name, text, title }: { name: string; text: string; title: string | null }) {
  return (
    <div className="tabular-nums">
      <dt className="text-muted">{name}</dt>
      <dd title={title ? dateAndTime(title) : undefined} className="first-letter:uppercase">
        {text}
      </dd>
    </div>
  )
}

function pageText(address: string): string {
  const url = webAddress(address)
  return url ? hostOf(url) + url.pathname.replace(/\/$/, '') : address
}
