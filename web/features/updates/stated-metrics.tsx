import { shortDate } from '#domain/time.ts'
import { METRIC_LABELS, type CompanyUpdate, type Metric } from '#domain/updates/update.ts'

type Props = {
  metrics: Metric[]
  /** Older updates of the company, newest first, for what each metric was before. */
  earlier?: CompanyUpdate[]
}

/** Each with the sentence that states it. */
export function StatedMetrics({ metrics, earlier }: Props) {
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {metrics.map((metric) => {
        const before = previousOf(metric, earlier ?? [])
        return (
          <div key={metric.kind} className="min-w-0 border-l-2 border-line pl-3.5">
            <dt className="text-sm text-muted">{METRIC_LABELS[metric.kind]}</dt>
            <dd className="text-lg font-semibold break-words tabular-nums">{metric.written}</dd>
            {before && <dd className="text-sm tabular-nums">{before}</dd>}
            <dd className="mt-1 text-sm wrap-anywhere text-muted">“{metric.sentence}”</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** "was $1.6M on Jan 3", from the newest older update that states it. */
function previousOf({ kind, written }: Metric, earlier: CompanyUpdate[]): string | null {
  for (const { metrics, sentAt } of earlier) {
    const before = metrics.find((metric) => metric.kind === kind)
    if (before)
      return `${before.written === written ? 'unchanged since' : `was ${before.written} on`} ${shortDate(sentAt)}`
  }
  return null
}
