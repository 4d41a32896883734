import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createHistogram, exposition } from './exposition.ts'
import { createHttpMetrics } from './http-metrics.ts'

/** Every line of the text format matches one of these. */
const HELP = /^# HELP [a-z][a-z0-9_]* .+$/
const TYPE = /^# TYPE [a-z][a-z0-9_]* (counter|gauge|histogram)$/
const SAMPLE = /^[a-z][a-z0-9_]*(\{([a-z]+="([^"\\\n]|\\[\\"n])*",?)+\})? (-?\d+(\.\d+)?(e[+-]?\d+)?|NaN|[+-]Inf)$/

test('a histogram has cumulative buckets, a sum and a count', () => {
  const histogram = createHistogram('seconds', 'How long', [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 3]) histogram.observe({ route: '/a', status: 200 }, value)
  histogram.observe({ route: '/b', status: 200 }, 1)
  expect(exposition([histogram.read()])).toBe(`# HELP seconds How long
# TYPE seconds histogram
seconds_bucket{le="0.1",route="/a",status="200"} 2
seconds_bucket{le="1",route="/a",status="200"} 3
seconds_bucket{le="+Inf",route="/a",status="200"} 4
seconds_sum{route="/a",status="200"} 3.65
seconds_count{route="/a",status="200"} 4
seconds_bucket{le="0.1",route="/b",status="200"} 0
seconds_bucket{le="1",route="/b",status="200"} 1
seconds_bucket{le="+Inf",route="/b",status="200"} 1
seconds_sum{route="/b",status="200"} 1
seconds_count{route="/b",status="200"} 1
`)
})

test('special characters are escaped, and special numbers are written correctly', () => {
  const text = exposition([
    {
      name: 'odd',
      help: 'two\nlines \\ here',
      type: 'gauge',
      samples: [
        { labels: { type: 'a"b\\c\nd' }, value: Number.NaN },
        { value: Number.POSITIVE_INFINITY },
        { value: -1e-9 },
      ],
    },
  ])
  expect(text).toBe(
    '# HELP odd two\\nlines \\\\ here\n# TYPE odd gauge\nodd{type="a\\"b\\\\c\\nd"} NaN\nodd +Inf\nodd -1e-9\n',
  )
})

test('the page is in valid text format and has the metric names that dashboards expect', async () => {
  const metrics = createHttpMetrics([
    { name: 'jobs_given_up', help: 'Jobs that failed permanently', read: async () => 3 },
    { name: 'watches_parked', help: 'Broken', read: () => Promise.reject(new Error('no database')) },
  ])
  metrics.observe({ method: 'GET', route: '/api/companies/:id', status: 200 }, 0.03)
  await setTimeout(30)
  const text = await metrics.text()
  const lines = text.split('\n').filter((line) => line !== '')
  expect(lines.filter((line) => ![HELP, TYPE, SAMPLE].some((form) => form.test(line)))).toEqual([])
  const typed = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(new Set(typed).size).toBe(typed.length)
  expect(typed).toEqual(
    expect.arrayContaining([
      'process_cpu_seconds_total',
      'process_start_time_seconds',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_seconds',
      'nodejs_eventloop_lag_max_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_active_handles_total',
      'nodejs_active_resources_total',
      'nodejs_heap_size_used_bytes',
      'nodejs_heap_space_size_used_bytes',
      'nodejs_external_memory_bytes',
      'nodejs_version_info',
      'nodejs_gc_duration_seconds',
      'http_request_duration_seconds',
    ]),
  )
  expect(text).toContain('\njobs_given_up 3\n')
  expect(text).toContain('\nwatches_parked NaN\n')
  expect(text).toContain(
    'http_request_duration_seconds_bucket{le="0.05",method="GET",route="/api/companies/:id",status="200"} 1\n',
  )
  expect(metrics.contentType).toBe('text/plain; version=0.0.4; charset=utf-8')
})
