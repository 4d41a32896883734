import { readdirSync, readFileSync } from 'node:fs'
import { constants, monitorEventLoopDelay, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'
import { createHistogram, type Labels, type Metric, type Sample } from './exposition.ts'

const GC_KINDS = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
])
const NANO = 1e-9
const MICRO = 1e-6
const STARTED_SECONDS = Math.round(Date.now() / 1000 - process.uptime())

/** What can be said of this process, under the names that everybody's dashboards know. */
export function createProcessMetrics() {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const pauses = createHistogram(
    'nodejs_gc_duration_seconds',
    'Garbage collection duration by kind, one of major, minor, incremental or weakcb.',
    [0.001, 0.01, 0.1, 1, 2, 5],
  )
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { detail?: { kind?: number } })[])
      pauses.observe({ kind: GC_KINDS.get(entry.detail?.kind ?? -1) ?? 'other' }, entry.duration / 1000)
  })
  observer.observe({ entryTypes: ['gc'] })

  return async (): Promise<Metric[]> => {
    const lag = await loopLag()
    // From one look to the next: a block of an hour ago is no news.
    const delays = eventLoopDelayMetrics(delay, lag)
    delay.reset()
    return [
      ...processorMetrics(),
      ...systemMetrics(),
      ...delays,
      ...activeResourceMetrics(),
      ...memoryMetrics(),
      pauses.read(),
    ]
  }
}

const one = (name: string, help: string, value: number, type: Metric['type'] = 'gauge'): Metric => ({
  name,
  help,
  type,
  samples: [{ value }],
})

function processorMetrics(): Metric[] {
  const { user, system } = process.cpuUsage()
  return [
    one('process_cpu_user_seconds_total', 'Total user CPU time spent in seconds.', user * MICRO, 'counter'),
    one('process_cpu_system_seconds_total', 'Total system CPU time spent in seconds.', system * MICRO, 'counter'),
    one(
      'process_cpu_seconds_total',
      'Total user and system CPU time spent in seconds.',
      (user + system) * MICRO,
      'counter',
    ),
    one('process_start_time_seconds', 'Start time of the process since unix epoch in seconds.', STARTED_SECONDS),
    one('process_resident_memory_bytes', 'Resident memory size in bytes.', process.memoryUsage.rss()),
  ]
}

/** Only where the system tells it in files. */
function systemMetrics(): Metric[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const most = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1]
    return [
      one('process_virtual_memory_bytes', 'Virtual memory size in bytes.', bytes('VmSize')),
      one('process_heap_bytes', 'Process heap size in bytes.', bytes('VmData')),
      one('process_open_fds', 'Number of open file descriptors.', readdirSync('/proc/self/fd').length - 1),
      one('process_max_fds', 'Maximum number of open file descriptors.', Number(most)),
    ].filter(({ samples }) => samples.every(({ value }) => !Number.isNaN(value)))
  } catch {
    return []
  }
}

const loopLag = () =>
  new Promise<number>((resolve) => {
    const start = process.hrtime.bigint()
    setImmediate(() => resolve(Number(process.hrtime.bigint() - start) * NANO))
  })

function eventLoopDelayMetrics(delay: ReturnType<typeof monitorEventLoopDelay>, lag: number): Metric[] {
  const name = (part: string) => `nodejs_eventloop_lag_${part}seconds`
  return [
    one(name(''), 'Lag of event loop in seconds.', lag),
    one(name('min_'), 'The minimum recorded event loop delay.', delay.min * NANO),
    one(name('max_'), 'The maximum recorded event loop delay.', delay.max * NANO),
    one(name('mean_'), 'The mean of the recorded event loop delays.', delay.mean * NANO),
    one(name('stddev_'), 'The standard deviation of the recorded event loop delays.', delay.stddev * NANO),
    ...[50, 90, 99].map((part) =>
      one(
        name(`p${part}_`),
        `The ${part}th percentile of the recorded event loop delays.`,
        delay.percentile(part) * NANO,
      ),
    ),
  ]
}

function activeResourceMetrics(): Metric[] {
  const resources = process.getActiveResourcesInfo()
  // Not in the typings, because nobody should build on them; to be looked at they are good enough.
  const inner = process as { _getActiveHandles?: () => object[]; _getActiveRequests?: () => object[] }
  return [
    ...grouped(
      'nodejs_active_resources',
      'Number of active resources that are currently keeping the event loop alive, grouped by async resource type.',
      'Total number of active resources.',
      resources,
    ),
    ...grouped(
      'nodejs_active_handles',
      'Number of active libuv handles grouped by handle type. Every handle type is C++ class name.',
      'Total number of active handles.',
      namesOf(inner._getActiveHandles?.()),
    ),
    ...grouped(
      'nodejs_active_requests',
      'Number of active libuv requests grouped by request type. Every request type is C++ class name.',
      'Total number of active requests.',
      namesOf(inner._getActiveRequests?.()),
    ),
  ]
}

const namesOf = (objects: object[] = []) => objects.map((object) => object.constructor?.name ?? 'Object')

function grouped(name: string, help: string, totalHelp: string, kinds: string[]): Metric[] {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const samples = [...counts].map(([type, value]): Sample => ({ labels: { type }, value }))
  return [{ name, help, type: 'gauge', samples }, one(`${name}_total`, totalHelp, kinds.length)]
}

function memoryMetrics(): Metric[] {
  const { heapTotal, heapUsed, external } = process.memoryUsage()
  const spaces = getHeapSpaceStatistics()
  const bySpace = (part: string, word: string, read: (space: (typeof spaces)[number]) => number): Metric => ({
    name: `nodejs_heap_space_size_${part}_bytes`,
    help: `Process heap space size ${word} from Node.js in bytes.`,
    type: 'gauge',
    samples: spaces.map((space) => ({
      labels: { space: space.space_name.replace(/_space$/, '') } satisfies Labels,
      value: read(space),
    })),
  })
  const [major = '', minor = '', patch = ''] = process.versions.node.split('.')
  return [
    one('nodejs_heap_size_total_bytes', 'Process heap size from Node.js in bytes.', heapTotal),
    one('nodejs_heap_size_used_bytes', 'Process heap size used from Node.js in bytes.', heapUsed),
    one('nodejs_external_memory_bytes', 'Node.js external memory size in bytes.', external),
    bySpace('total', 'total', (space) => space.space_size),
    bySpace('used', 'used', (space) => space.space_used_size),
    bySpace('available', 'available', (space) => space.space_available_size),
    {
      name: 'nodejs_version_info',
      help: 'Node.js version info.',
      type: 'gauge',
      samples: [{ labels: { version: process.version, major, minor, patch }, value: 1 }],
    },
  ]
}
