import { readdirSync, readFileSync } from 'node:fs'
import { constants, monitorEventLoopDelay, PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'
import { createHistogram, type Metric, type Sample } from './exposition.ts'

const GC_KINDS = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
])
const NANO = 1e-9
const MICRO = 1e-6
const STARTED_SECONDS = Math.round(Date.now() / 1000 - process.uptime())

/** Names follow prom-client. */
export function createProcessMetrics() {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const pauses = createHistogram(
    'nodejs_gc_duration_seconds',
    'Garbage collection by kind',
    [0.001, 0.01, 0.1, 1, 2, 5],
  )
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { detail?: { kind?: number } })[])
      pauses.observe({ kind: GC_KINDS.get(entry.detail?.kind ?? -1) ?? 'other' }, entry.duration / 1000)
  })
  observer.observe({ entryTypes: ['gc'] })

  return async (): Promise<Metric[]> => {
    const lag = await loopLag()
    const lags = lagMetrics(delay, lag)
    // Each reading covers the time since the last.
    delay.reset()
    return [...processMetrics(), ...fileMetrics(), ...lags, ...activeMetrics(), ...heapMetrics(), pauses.read()]
  }
}

const metric = (name: string, help: string, value: number | Sample[], type: Metric['type'] = 'gauge'): Metric => ({
  name,
  help,
  type,
  samples: typeof value === 'number' ? [{ value }] : value,
})

function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage()
  const cpu = (kind: string, micros: number) =>
    metric(`process_cpu_${kind}seconds_total`, 'CPU time', micros * MICRO, 'counter')
  const [major = '', minor = '', patch = ''] = process.versions.node.split('.')
  const version = { labels: { version: process.version, major, minor, patch }, value: 1 }
  return [
    cpu('user_', user),
    cpu('system_', system),
    cpu('', user + system),
    metric('process_start_time_seconds', 'Start of the process, in Unix time', STARTED_SECONDS),
    metric('process_resident_memory_bytes', 'Resident memory', residentBytes()),
    metric('nodejs_version_info', 'Version of Node.js', [version]),
  ]
}

/** Without a free file descriptor, the operating system doesn't say. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return Number.NaN
  }
}

let mostFiles = Number.NaN

/** Linux only. */
function fileMetrics(): Metric[] {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    mostFiles = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity)
    return filesOpen(readdirSync('/proc/self/fd').length - 1)
  } catch (error) {
    // Reading the number takes a file descriptor, and there is none.
    return (error as NodeJS.ErrnoException).code === 'EMFILE' ? filesOpen(mostFiles) : []
  }
}

const filesOpen = (open: number): Metric[] => [
  metric('process_open_fds', 'Open file descriptors', open),
  metric('process_max_fds', 'Most file descriptors that may be open', mostFiles),
]

const loopLag = () =>
  new Promise<number>((resolve) => {
    const start = process.hrtime.bigint()
    setImmediate(() => resolve(Number(process.hrtime.bigint() - start) * NANO))
  })

const lagMetrics = (delay: ReturnType<typeof monitorEventLoopDelay>, lag: number): Metric[] => [
  metric('nodejs_eventloop_lag_seconds', 'Lag of the event loop', lag),
  ...(['min', 'max', 'mean', 'stddev'] as const).map((part) =>
    metric(`nodejs_eventloop_lag_${part}_seconds`, `Event loop delay, ${part}`, delay[part] * NANO),
  ),
  ...[50, 90, 99].map((part) =>
    metric(
      `nodejs_eventloop_lag_p${part}_seconds`,
      `Event loop delay, percentile ${part}`,
      delay.percentile(part) * NANO,
    ),
  ),
]

function activeMetrics(): Metric[] {
  const byType = Map.groupBy(process.getActiveResourcesInfo(), (type) => type)
  const samples = [...byType].map(([type, all]) => ({ labels: { type }, value: all.length }))
  const total = samples.reduce((sum, { value }) => sum + value, 0)
  // Not in the typings because it is internal.
  const inner = process as { _getActiveHandles?: () => object[] }
  return [
    metric('nodejs_active_resources', 'What keeps the event loop alive, by type', samples),
    metric('nodejs_active_resources_total', 'What keeps the event loop alive', total),
    metric('nodejs_active_handles_total', 'Active handles', inner._getActiveHandles?.().length ?? Number.NaN),
  ]
}

function heapMetrics(): Metric[] {
  const { total_heap_size: total, used_heap_size: used, external_memory: external } = getHeapStatistics()
  const spaces = getHeapSpaceStatistics()
  const bySpace = (part: string, field: 'space_size' | 'space_used_size' | 'space_available_size') =>
    metric(
      `nodejs_heap_space_size_${part}_bytes`,
      `Heap by space, ${part}`,
      spaces.map((space) => ({
        labels: { space: space.space_name.replace(/_space$/, '') },
        value: space[field],
      })),
    )
  return [
    metric('nodejs_heap_size_total_bytes', 'Heap', total),
    metric('nodejs_heap_size_used_bytes', 'Heap in use', used),
    metric('nodejs_external_memory_bytes', 'Memory outside the heap', external),
    bySpace('total', 'space_size'),
    bySpace('used', 'space_used_size'),
    bySpace('available', 'space_available_size'),
  ]
}
