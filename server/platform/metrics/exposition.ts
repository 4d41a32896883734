export type Labels = Record<string, string | number>
export type Sample = { labels?: Labels; value: number; suffix?: '_bucket' | '_sum' | '_count' }
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: Sample[]
}

/** The Prometheus text format. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export const exposition = (metrics: Metric[]): string =>
  metrics
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labeled(labels)} ${written(value)}`),
        '',
      ].join('\n'),
    )
    .join('\n')

function labeled(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) =>
      `${name}="${String(value).replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function written(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

type Series = { labels: Labels; counts: number[]; sum: number; count: number }

export function createHistogram(name: string, help: string, bounds: number[]) {
  const all = new Map<string, Series>()
  return {
    observe(labels: Labels, value: number): void {
      const key = JSON.stringify(labels)
      let series = all.get(key)
      if (!series) all.set(key, (series = { labels, counts: Array<number>(bounds.length).fill(0), sum: 0, count: 0 }))
      const first = bounds.findIndex((bound) => value <= bound)
      if (first >= 0) series.counts[first] = (series.counts[first] ?? 0) + 1
      series.sum += value
      series.count += 1
    },

    read: (): Metric => ({ name, help, type: 'histogram', samples: [...all.values()].flatMap(samplesOf) }),
  }

  /** Buckets are cumulative. */
  function samplesOf({ labels, counts, sum, count }: Series): Sample[] {
    let upTo = 0
    return [
      ...bounds.map((bound, at): Sample => {
        upTo += counts[at] ?? 0
        return { suffix: '_bucket', labels: { le: bound, ...labels }, value: upTo }
      }),
      { suffix: '_bucket', labels: { le: '+Inf', ...labels }, value: count },
      { suffix: '_sum', labels, value: sum },
      { suffix: '_count', labels, value: count },
    ]
  }
}
