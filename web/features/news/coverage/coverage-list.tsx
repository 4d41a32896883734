import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { CoverageEntry } from '#domain/news/coverage.ts'
import { summarizeCoverage } from '#domain/news/coverage-state.ts'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import { Button, Status } from '../../../ui/button.tsx'
import { LoadFailure, Skeleton } from '../../../ui/feedback.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { coverageText, stateText, untilText, StatusDot } from './coverage-status.tsx'
import { coverageQuery } from '../queries.ts'
import { useRefreshNews, type Refreshable } from '../refresh.ts'
import { SourceLink } from '../source-link.tsx'

export function CoverageList({ company }: { company: Refreshable }) {
  const { data: coverage, error, refetch } = useQuery(coverageQuery(company.id))
  const { refresh, refreshing } = useRefreshNews([company])
  const now = useNow()
  const isChecking = refreshing.has(company.id)
  const words = coverage && coverageText(summarizeCoverage(coverage), now)
  return (
    <Panel
      title="Sources"
      action={
        <Button busy={isChecking} onClick={() => refresh(company.id)}>
          {!isChecking && <RefreshCw aria-hidden />}
          Retry
        </Button>
      }
    >
      {error && !coverage ? (
        <LoadFailure what="the sources" error={error} onRetry={() => void refetch()} />
      ) : !coverage || !words ? (
        <Status className="appear-late grid gap-3">
          <span className="sr-only">Loading sources</span>
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-4 w-3/5" />
        </Status>
      ) : (
        <>
          <Status className="flex max-w-[66ch] items-baseline gap-2">
            <StatusDot tone={words.tone} />
            <span className="min-w-0">{words.text}</span>
          </Status>
          {coverage.state === 'not-found' && !company.website && (
            <p className="mt-2 text-sm text-muted">Add its website under Edit to get started.</p>
          )}
          <ul className="mt-5 grid">
            {coverage.entries.map((entry) => (
              <Entry key={`${entry.source} ${entry.address}`} entry={entry} now={now} />
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function Entry({ entry, now }: { entry: CoverageEntry; now: Date }) {
  const { label, address, state, problem, goodAt, nextAt, failingSince } = entry
  const { tone, text } = stateText(state)
  return (
    <li className="grid gap-x-8 gap-y-1.5 border-t border-line py-3.5 text-sm md:grid-cols-[minmax(0,1.2fr)_minmax(0,1.4fr)_9rem_9rem]">
      <div className="min-w-0 break-words">
        <p className="font-medium">{label}</p>
        {address && <Address address={address} />}
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

function Address({ address }: { address: string }) {
  const url = URL.parse(address)
  const isPage = url !== null && /^https?:$/.test(url.protocol)
  const text = isPage ? url.host.replace(/^www\./, '') + url.pathname.replace(/\/$/, '') : address
  return (
    <p className="text-muted">
      <SourceLink url={address} title={text} />
    </p>
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
