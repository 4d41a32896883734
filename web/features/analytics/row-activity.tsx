import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDate } from '#domain/time.ts'
import { useApi } from '../../api/context.ts'
import { useIsWide } from '../../ui/use-is-wide.ts'
import { activityQuery } from './queries.ts'
import { Sparkline, EVENT_LABELS, latestDate, latestText, zoneOf } from './sparkline.tsx'

export function RowActivity({ company }: { company: { id: number; name: string } }) {
  const api = useApi()
  const [now] = useState(() => new Date())
  const isWide = useIsWide()
  const { data: activity } = useQuery({ ...activityQuery(api, company.id), enabled: isWide })
  if (!isWide || !activity) return null
  const { latest, perWeek } = activity
  const title =
    latest && `${EVENT_LABELS[latest.type]}, ${shortDate(latest.publishedAt, zoneOf(latest))}: ${latest.title}`
  return (
    <div className="fade-in grid grid-cols-[minmax(0,1fr)_6.875rem] items-center gap-6 text-sm text-muted">
      <span title={title ?? undefined} className="flex min-w-0 gap-4">
        <span className="min-w-0 flex-1 truncate">{latestText(activity, company.name, now)}</span>
        <span className="flex-none tabular-nums">{latestDate(activity, now)}</span>
      </span>
      <Sparkline perWeek={perWeek} className="w-full" />
    </div>
  )
}
