import type { Metric } from '../metrics/exposition.ts'
import type { Log } from '../log.ts'

export type TelemetryConfig = {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  role: string
  /** The fraction of traces that are sampled, from 0 to 1. */
  share: number
  metricsEveryMs: number
}

export type SpanKind = 'server' | 'client' | 'consumer'

/** Never personal data: no path, query, personal address, statement or parameter. */
export type SpanAttributes = Record<string, string | number>

export type OpenSpan = {
  /** Sets what is known only at the end. */
  set: (attributes: SpanAttributes, name?: string) => void
  /** Marks the span as failed; thrown errors do so automatically. */
  fail: (type: string) => void
}

export type Telemetry = {
  /** Runs `work` as a span of the current trace, or of a new one. */
  span: <Result>(
    name: string,
    kind: SpanKind,
    attributes: SpanAttributes,
    work: (span: OpenSpan) => Promise<Result>,
  ) => Promise<Result>
  /** For work that can't be wrapped. Call the result at the end; it is null outside of a sampled trace. */
  begin: (name: string, kind: SpanKind, attributes: SpanAttributes) => ((error?: unknown) => void) | null
  isOn: boolean
  exportMetrics: (read: () => Promise<Metric[]>) => void
  /** Sends what has been collected so far. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

const UNSEEN: OpenSpan = { set: () => {}, fail: () => {} }

export const NO_TELEMETRY: Telemetry = {
  span: (_name, _kind, _attributes, work) => work(UNSEEN),
  begin: () => null,
  isOn: false,
  exportMetrics: () => {},
  flush: async () => {},
  close: async () => {},
}

/** The SDK is loaded only if the setting is on. */
export async function openTelemetry(config: TelemetryConfig | null, log: Log): Promise<Telemetry> {
  if (!config) return NO_TELEMETRY
  const { openSdk } = await import('./sdk.ts')
  return openSdk(config, log)
}
