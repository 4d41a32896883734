import { ValueType, type HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type CollectionResult,
  type DataPoint,
  type Histogram,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { Labels, Metric, Sample } from '../metrics/exposition.ts'

const MS = 1e6

/** Converts the metrics shown at /metrics to the exporter's format. */
export function collected(metrics: Metric[], resource: Resource, now = Date.now()): CollectionResult {
  const times: Times = { startTime: hrTime(now - process.uptime() * 1000), endTime: hrTime(now) }
  return {
    resourceMetrics: {
      resource,
      scopeMetrics: [{ scope: { name: 'tidings' }, metrics: metrics.map((metric) => dataOf(metric, times)) }],
    },
    errors: [],
  }
}

type Times = { startTime: HrTime; endTime: HrTime }

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * MS)]

function dataOf({ name, help, type, samples }: Metric, times: Times): MetricData {
  const base = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  if (type === 'histogram')
    return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(samples, times) }
  // A metric that can't currently be read is NaN, which JSON doesn't support.
  const dataPoints = samples
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels = {}, value }) => ({ ...times, attributes: labels, value }))
  return type === 'counter'
    ? { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...base, dataPointType: DataPointType.GAUGE, dataPoints }
}

const unitOf = (name: string) => (/_seconds(_total)?$/.test(name) ? 's' : name.endsWith('_bytes') ? 'By' : '1')

/** Buckets arrive with cumulative counts, and with their bound as a label. */
function histogramPoints(samples: Sample[], times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(samples, ({ labels = {} }) => JSON.stringify(withoutBound(labels)))
  return [...series.values()].map((ofSeries) => {
    const buckets = ofSeries.filter(({ suffix }) => suffix === '_bucket')
    const valueOf = (wanted: string) => ofSeries.find(({ suffix }) => suffix === wanted)?.value ?? 0
    return {
      ...times,
      attributes: withoutBound(ofSeries[0]?.labels ?? {}),
      value: {
        buckets: {
          boundaries: buckets.map(({ labels }) => Number(labels?.le)).filter(Number.isFinite),
          counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
        },
        sum: valueOf('_sum'),
        count: valueOf('_count'),
      },
    }
  })
}

function withoutBound({ le: _le, ...labels }: Labels): Labels {
  return labels
}
