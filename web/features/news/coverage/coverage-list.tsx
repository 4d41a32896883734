import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Coverage, CoverageEntry } from '#domain/news/coverage.ts'
import { summarizeCoverage } from '#domain/news/coverage-state.ts'
import { dateAndTime, relativeTime, shortDate } from '#domain/time.ts'
import { Button, Status } from '../../../ui/button.tsx'
import { Loaded, LoadingLines } from '../../../ui/loaded.tsx'
import { hostOf, webAddress } from '../../../ui/text.ts'
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
    <section aria-labelledby="sources" className="pt-4">
      <h2 id="sources" className="sr-only">
        Sources
      </h2>
      <Loaded
        what="the sources"
        query={query}
        loading={<LoadingLines label="Loading sources" widths={['w-4/5', 'w-3/5']} />}
      >
        {(coverage) => (
          <CoverageDetails
            coverage={coverage}
            hasWebsite={Boolean(company.website)}
            action={
              <Button busy={isChecking} onClick={() => refresh(company.id)}>
                {!isChecking && <RefreshCw aria-hidden />}
                {coverage.state !== 'broken' && coverage.state !== 'partial' ? 'Check Now' : 'Retry'}
              </Button>
            }
          />
        )}
      </Loaded>
    </section>
  )
}

type DetailsProps = { coverage: Coverage; hasWebsite: boolean; action: ReactNode }

function CoverageDetails({ coverage, hasWebsite, action }: DetailsProps) {
  const now = useNow()
  const { tone, text } = coverageText(summarizeCoverage(coverage), now)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Status className="flex min-w-0 flex-1 basis-60 items-baseline gap-2 text-sm">
          <StatusDot tone={tone} />
          <span className="min-w-0">{text}</span>
        </Status>
        {action}
      </div>
      {coverage.state === 'not-found' && !hasWebsite && (
        <p className="mt-2 text-sm text-muted">Add its website under Edit to get started.</p>
      )}
      <ul className="mt-4 grid">
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
    <li className="grid gap-x-8 gap-y-1.5 border-t border-line py-3 text-sm md:grid-cols-2">
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
      <dl className="flex flex-wrap gap-x-8 text-muted md:col-span-2">
        <Time name="Last successful check" text={goodAt ? relativeTime(goodAt, now) : 'Never'} title={goodAt} />
        <Time name="Next check" text={untilText(nextAt, now)} title={nextAt} />
      </dl>
    </li>
  )
}

function Time({ name, text, title }: { name: string; text: string; title: string | null }) {
  return (
    <div className="flex gap-1.5 tabular-nums">
      <dt>{name}</dt>
      <dd title={title ? dateAndTime(title) : undefined}>{text}</dd>
    </div>
  )
}

function pageText(address: string): string {
  const url = webAddress(address)
  return url ? hostOf(url) + url.pathname.replace(/\/$/, '') : address
}
