import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DAY_MS, shortDate } from '#domain/time.ts'
import { METRIC_KINDS, type CompanyUpdate, type Metric } from '#domain/updates/update.ts'
import { paths } from '../../paths.ts'
import { companyUpdatesQuery } from './queries.ts'
import { StatedMetrics } from './stated-metrics.tsx'

/** The latest figures from founder updates; renders nothing without an update. */
export function CompanyUpdates({ companyId }: { companyId: number }) {
  const { data } = useQuery(companyUpdatesQuery(companyId))
  const [latest] = data ?? []
  if (!data || !latest) return null
  const metrics = newestMetrics(data)
  return (
    <section aria-labelledby="founder-updates" className="mt-6 rounded-md border border-line p-4.5 sm:p-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="founder-updates" className="text-lg">
          From founder updates
        </h2>
        <span className="text-sm text-muted">Only you see this</span>
      </div>
      {metrics.length > 0 && <StatedMetrics metrics={metrics} noteOf={(metric) => datedNote(metric, data)} />}
      <p className="mt-4 text-sm break-words text-muted">
        Latest:{' '}
        <Link to={paths.update(latest.id)} className="text-ink underline underline-offset-3 hover:text-accent">
          {latest.subject}
        </Link>
        , {shortDate(latest.sentAt)}
      </p>
    </section>
  )
}

/** The newest metric of each kind, from the half year up to the latest update. */
function newestMetrics(updates: CompanyUpdate[]): Metric[] {
  const [latest] = updates
  const since = latest ? Date.parse(latest.sentAt) - HALF_YEAR_MS : 0
  const recent = updates.filter(({ sentAt }) => Date.parse(sentAt) >= since).flatMap(({ metrics }) => metrics)
  return METRIC_KINDS.flatMap((kind) => recent.find((metric) => metric.kind === kind) ?? [])
}

/** Adds a date to a figure that isn't from the latest update. */
function datedNote(metric: Metric, [latest, ...older]: CompanyUpdate[]): string | null {
  if (latest?.metrics.includes(metric)) return null
  const stated = older.find(({ metrics }) => metrics.includes(metric))
  return stated ? `as of ${shortDate(stated.sentAt)}` : null
}

const HALF_YEAR_MS = 183 * DAY_MS
