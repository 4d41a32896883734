import { z } from 'zod'
import { listOf, text, webAddress } from './fields.ts'

/** Parses `name=value,name=value`, with percent-encoded values. */
const headers = () =>
  text('').transform((list, context) => {
    try {
      return Object.fromEntries(
        listOf(list).map((entry) => {
          const [name = '', ...value] = entry.split('=')
          if (value.length === 0) throw new Error('no value')
          return [name.trim(), decodeURIComponent(value.join('=').trim())]
        }),
      )
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a comma list of name=value' })
      return z.NEVER
    }
  })

/** The names and meanings are those of OpenTelemetry. */
export const TelemetrySettings = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress()
    .optional()
    .describe(
      'OpenTelemetry collector (OTLP over HTTP, as JSON) that receives traces and metrics, such as `http://127.0.0.1:4318`; off when empty',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: headers().describe('Headers for it, such as `authorization=Bearer%20…`; a comma list'),
  OTEL_SERVICE_NAME: text('tidings').describe('What this service is called there'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1)
    .describe('Share of traces that are sent, from 0 to 1'),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce
    .number('must be a number of milliseconds')
    .int('must be a number of milliseconds')
    .min(1000, 'must be at least 1000')
    .default(60_000)
    .describe('Milliseconds between two exports of metrics'),
})

export const telemetryConfig = (settings: z.infer<typeof TelemetrySettings> & { ROLE: string }) =>
  settings.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: settings.OTEL_SERVICE_NAME,
        role: settings.ROLE,
        share: settings.OTEL_TRACES_SAMPLER_ARG,
        metricsEveryMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
      }
    : null
