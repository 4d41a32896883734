import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CompanyCoverage } from '#domain/news/coverage.ts'
import { untilText } from '#domain/news/coverage-text.ts'
import { relativeTime } from '#domain/time.ts'
import { paths } from '../../../paths.ts'
import { Button, Status } from '../../../ui/button.tsx'
import { counted, formatNumber } from '../../../ui/text.ts'
import { refreshQuery } from '../queries.ts'
import { refreshResultQuery, type RefreshResult, type Unchecked } from '../refresh.ts'

type Props = { coverageOf: ReadonlyMap<number, CompanyCoverage>; now: Date }

export function RefreshStatus({ coverageOf, now }: Props) {
  const { data: progress } = useQuery(refreshQuery)
  const { data: result } = useQuery({ ...refreshResultQuery, enabled: false })
  const [isHidden, setHidden] = useState(false)
  if (isHidden && !progress) setHidden(false)
  if (progress)
    return isHidden ? null : (
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 sm:justify-end">
        <Status className="text-sm text-muted tabular-nums">
          {`Checking ${counted(progress.total, 'company', 'companies')}: ${formatNumber(progress.done)} done`}
        </Status>
        <Button variant="quiet" onClick={() => setHidden(true)}>
          Stop waiting
        </Button>
      </div>
    )
  if (!result) return null
  return (
    <Status className="min-w-0 text-sm text-muted tabular-nums">
      {checkedText(result, now)}
      {result.unchecked.length > 0 && <Silent unchecked={result.unchecked} coverageOf={coverageOf} now={now} />}
    </Status>
  )
}

function checkedText({ checkedAt, newEvents }: RefreshResult, now: Date): string | null {
  if (checkedAt === null) return null
  const when = relativeTime(checkedAt, now).replace(/^(?:Just|Yest)/, (text) => text.toLowerCase())
  const found = newEvents === 0 ? ', nothing new' : newEvents && `, ${counted(newEvents, 'new event', 'new events')}`
  return `Checked ${when}${found ?? ''}. `
}

function Silent({ unchecked, coverageOf, now }: Props & { unchecked: Unchecked[] }) {
  const [next] = unchecked.flatMap(({ id }) => coverageOf.get(id)?.nextAt ?? []).toSorted()
  const retry = next ? ` ${untilText(next, now)}` : ''
  return (
    <details className="inline">
      <summary className="inline cursor-pointer rounded-sm underline decoration-line-strong underline-offset-3">
        {`${counted(unchecked.length, 'company', 'companies')} did not respond; we will retry${retry}.`}
      </summary>
      <ul className="mt-2 grid max-h-60 gap-1 overflow-y-auto">
        {unchecked.map(({ id, name, reason }) => (
          <li key={id} className="break-words">
            <Link to={paths.company(id)} className="font-medium text-ink underline-offset-3 hover:underline">
              {name}
            </Link>
            : {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
