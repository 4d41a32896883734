import { shortDate } from '#domain/time.ts'
import { METRIC_LABELS, type CompanyUpdate, type Metric } from '#domain/updates/update.ts'

type Props = {
  metrics: Metric[]
  /** The metric's previous value, or the date it was stated. */
  noteOf: (metric: Metric) => string | null
}

/** Shows each metric with the sentence that states it. */
export function StatedMetrics({ metrics, noteOf }: Props) {
  return (
    <dl className="grid grid-cols-2 gap-x-5 gap-y-5 sm:gap-x-8 lg:grid-cols-3">
      {metrics.map((metric) => {
        const note = noteOf(metric)
        return (
          <div key={metric.kind} className="min-w-0 border-l-2 border-line pl-3 sm:pl-3.5">
            <dt className="text-sm text-muted">{METRIC_LABELS[metric.kind]}</dt>
            <dd className="text-lg font-semibold break-words tabular-nums">{metric.written}</dd>
            {note && <dd className="text-sm tabular-nums">{note}</dd>}
            <dd className="mt-1 line-clamp-3 text-sm wrap-anywhere text-muted">“{metric.sentence}”</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** "was $1.6M on Jan 3", from the newest of these older updates that states it. */
export function previousOf({ kind, written }: Metric, earlier: CompanyUpdate[]): string | null {
  for (const { metrics, sentAt } of earlier) {
    const before = metrics.find((metric) => metric.kind === kind)
    if (before)
      return `${before.written === written ? 'unchanged since' : `was ${before.written} on`} ${shortDate(sentAt)}`
  }
  return null
}
