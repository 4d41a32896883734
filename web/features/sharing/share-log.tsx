import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { LoadingSettings, Panel } from '../../ui/panel.tsx'
import { formatNumber } from '../../ui/text.ts'
import { visitsQuery } from './queries.ts'

const AT_FIRST = 10

/** Lists every time a guest read something. */
export function ShareLog() {
  const visits = useQuery(visitsQuery)
  const [showsAll, setShowsAll] = useState(false)
  if (visits.data?.length === 0) return null
  return (
    <Panel title="What was read">
      <p className="mb-4 text-muted">Every visit of the last 90 days.</p>
      <Loaded what="the log" query={visits} loading={<LoadingSettings />}>
        {(list) => (
          <>
            <ul aria-label="Visits" className="divide-y divide-line border-y border-line text-sm tabular-nums">
              {list.slice(0, showsAll ? undefined : AT_FIRST).map(({ id, email, at, companyName }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
                  <span className="min-w-0 break-words">
                    {email} <span className="text-muted">read {companyName ?? 'the overview'}</span>
                  </span>
                  <time dateTime={at} className="text-muted">
                    {dateAndTime(at)}
                  </time>
                </li>
              ))}
            </ul>
            {!showsAll && list.length > AT_FIRST && (
              <Button className="mt-4" onClick={() => setShowsAll(true)}>
                Show all {formatNumber(list.length)}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
