import {
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../log.ts'
import { collected } from './metric-data.ts'
import { currentOrigin, within } from './origin.ts'
import type { OpenSpan, Telemetry, TelemetryConfig } from './telemetry.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }
/** Shutdown must not wait long for an unreachable collector. */
const EXPORT_MS = 5000
const LOG_AGAIN_MS = 60_000

/** Traces and metrics over OTLP/HTTP as JSON. */
export function openSdk(config: TelemetryConfig, log: Log): Telemetry {
  const report = reportTrouble(log)
  const resource = resourceFromAttributes({ 'service.name': config.serviceName, 'tidings.role': config.role }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const target = (signal: string) => ({
    url: `${config.endpoint.replace(/\/+$/, '')}/v1/${signal}`,
    headers: config.headers,
    timeoutMillis: EXPORT_MS,
  })
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(target('traces')) })],
  })
  const tracer = traces.getTracer('tidings')
  let meters: MeterProvider | undefined

  return {
    isOn: true,
    async span(name, kind, attributes, work) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: named(attributes) }, currentContext())
      try {
        return await within({ ...currentOrigin(), traceparent: headerOf(span) }, () => work(openSpan(span)))
      } catch (error) {
        markFailed(span, error)
        throw error
      } finally {
        span.end()
      }
    },
    begin(name, kind, attributes) {
      if (!currentOrigin().traceparent?.endsWith('-01')) return null
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: named(attributes) }, currentContext())
      return (error) => {
        if (error !== undefined && error !== null) markFailed(span, error)
        span.end()
      }
    },
    exportMetrics(read) {
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(target('metrics')),
        exportIntervalMillis: config.metricsEveryMs,
        exportTimeoutMillis: Math.min(EXPORT_MS, config.metricsEveryMs),
        metricProducers: [{ collect: async () => collected(await read(), resource) }],
      })
      meters = new MeterProvider({ resource, readers: [reader] })
    },
    flush: () => settle([traces.forceFlush(), meters?.forceFlush() ?? Promise.resolve()], report),
    close: () => settle([traces.shutdown(), meters?.shutdown() ?? Promise.resolve()], report),
  }
}

/** Every span has the request id, so that a log line leads to its trace. */
function named(attributes: Record<string, string | number>) {
  const { requestId } = currentOrigin()
  return requestId === undefined ? attributes : { ...attributes, 'tidings.request_id': requestId }
}

const HEADER = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

function currentContext(): Context {
  const [, traceId = '', spanId = '', flags = '00'] = HEADER.exec(currentOrigin().traceparent ?? '') ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) }
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

function headerOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

const openSpan = (span: Span): OpenSpan => ({
  set(attributes, name) {
    span.setAttributes(attributes)
    if (name !== undefined) span.updateName(name)
  },
  fail(type) {
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR })
  },
})

/** Leaves out the error's message, which may quote user input. */
function markFailed(span: Span, error: unknown): void {
  openSpan(span).fail(error instanceof Error ? error.name : 'error')
}

async function settle(work: Promise<void>[], report: (message: string) => void): Promise<void> {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') report(String(result.reason))
}

/** The SDK reports an unreachable collector with every batch, which is too often for the log. */
function reportTrouble(log: Log): (message: string) => void {
  let silentUntil = 0
  const report = (message: string) => {
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + LOG_AGAIN_MS
    log.warn({ event: 'telemetry.trouble', because: message.slice(0, 200) }, 'failed to export traces or metrics')
  }
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  return report
}
