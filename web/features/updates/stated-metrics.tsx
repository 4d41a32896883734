import { METRIC_LABELS, type Metric } from '#domain/updates/update.ts'

/** Each with the sentence that states it. */
export function StatedMetrics({ metrics }: { metrics: Metric[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      {metrics.map(({ kind, written, sentence }) => (
        <div key={kind} className="min-w-0">
          <dt className="text-sm text-muted">{METRIC_LABELS[kind]}</dt>
          <dd className="text-lg font-semibold tabular-nums">{written}</dd>
          <dd className="text-sm break-words text-muted">“{sentence}”</dd>
        </div>
      ))}
    </dl>
  )
}
