import { createLimits, createOwnBuckets, createStagger, WAIT_S, type Limit } from '../../news/sources/host-limits.ts'
import { nextPoll, type PollHistory } from '../../news/polling/schedule.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'

const DAY_MINUTES = 1440
const SLOWEST_S = 3600

/** How a company's site behaves, and what share of companies behave this way. */
const KINDS = [
  { name: 'quiet', share: 0.7, state: 'empty', publishesEveryMs: null },
  { name: 'daily', share: 0.2, state: 'ok', publishesEveryMs: DAY_MS },
  { name: 'busy', share: 0.02, state: 'ok', publishesEveryMs: 15 * MINUTE_MS },
  { name: 'failing', share: 0.08, state: 'failed', publishesEveryMs: null },
] as const
const QUIET = 0
const FAILING = 3

/** Hosts shared by many companies; the first has as many companies as all the others together. */
const PLATFORMS = 16

export type SchedulerPlan = {
  companies: number
  days: number
  workers: number
  /** How many polls one worker can do per minute. */
  pollsPerWorkerMinute: number
  /** The share of companies whose news is on a shared host. */
  onPlatform: number
  chance: () => number
}

export type SchedulerReport = {
  polls: number
  deferred: number
  /** Load on the last day, as a multiple of the mean. */
  busiestMinute: number
  busiestHour: number
  /** How long watches waited after they were due on the last day, in seconds. */
  lateSeconds: { p50: number; p99: number; most: number }
  /** Polls per company on the last day, for quiet companies with their own host. */
  pollsOfQuiet: { least: number; most: number }
  pollsOfFailing: { most: number }
  /** Polls per quiet company on a platform whose limit is below what its companies would like. */
  crowdedPlatform: { companies: number; least: number; most: number }
  /** Requests in the worst minute of any platform, and how many the limit allows across all workers. */
  politeness: { most: number; allowed: number }
}

/**
 * Runs minute by minute, with the product's rules for when to poll, what to defer and for how long. All watches are due
 * at the start.
 */
export function simulateScheduler(plan: SchedulerPlan): SchedulerReport {
  const { companies, days, workers, pollsPerWorkerMinute, chance } = plan
  const minutes = days * DAY_MINUTES
  const start = Date.UTC(2026, 0, 1)
  let nowMs = start
  let thisMinute = 0
  const stopwatch = () => nowMs - start
  const limits = platformLimits()
  const buckets = Array.from({ length: workers }, () => createOwnBuckets(stopwatch))
  const stagger = createStagger(stopwatch, chance)

  const kind = Uint8Array.from({ length: companies }, () => kindOf(chance()))
  const platform = Int16Array.from({ length: companies }, () => platformOf(plan.onPlatform, chance))
  const everySeconds = new Uint32Array(companies).fill(SLOWEST_S)
  const failures = new Uint16Array(companies)
  const polled = new Uint16Array(companies)
  const isFirst = new Uint8Array(companies).fill(1)
  const dueAt = new Float64Array(companies).fill(start)
  const due: number[][] = Array.from({ length: minutes }, () => [])
  due[0] = Array.from({ length: companies }, (_, at) => at)

  const perMinute = new Uint32Array(minutes)
  const onPlatform = new Uint32Array(PLATFORMS)
  const late = new Uint32Array(DAY_MINUTES * 60)
  const count = { polls: 0, deferred: 0, mostPolite: 0 }

  const schedule = (watch: number, at: number) => {
    dueAt[watch] = at
    due[Math.max(thisMinute + 1, Math.floor((at - start) / MINUTE_MS))]?.push(watch)
  }

  /** False if its host has to wait. */
  const poll = (watch: number, isLastDay: boolean): boolean => {
    const host = platform[watch] as number
    const limit = limits[host]
    if (limit) {
      const worker = buckets[Math.floor(chance() * workers)] as ReturnType<typeof createOwnBuckets>
      const { isGranted, waitS } = worker(limit, WAIT_S)
      if (!isGranted) {
        count.deferred += 1
        schedule(watch, nowMs + Math.ceil(stagger(limit, waitS)))
        return false
      }
      onPlatform[host] = (onPlatform[host] as number) + 1
    }
    if (isLastDay) {
      const seconds = Math.min(late.length - 1, Math.floor((nowMs - (dueAt[watch] as number)) / 1000))
      late[seconds] = (late[seconds] as number) + 1
      polled[watch] = (polled[watch] as number) + 1
    }
    const before = {
      everySeconds: everySeconds[watch] as number,
      failures: failures[watch] as number,
      isFirst: isFirst[watch] === 1,
    }
    const history = HISTORIES[kind[watch] as number] as PollHistory
    const next = nextPoll(before, history, new Date(nowMs), SLOWEST_S, chance())
    everySeconds[watch] = next.everySeconds
    failures[watch] = next.failures
    isFirst[watch] = 0
    schedule(watch, next.nextAt.getTime())
    return true
  }

  for (let minute = 0; minute < minutes; minute += 1) {
    thisMinute = minute
    const queue = due[minute] as number[]
    due[minute] = []
    onPlatform.fill(0)
    const room = Math.min(queue.length, workers * pollsPerWorkerMinute)
    for (let at = 0; at < room; at += 1) {
      const watch = queue[at] as number
      // A watch is never polled before it is due.
      nowMs = Math.max(start + (minute + at / room) * MINUTE_MS, dueAt[watch] as number)
      if (poll(watch, minute >= minutes - DAY_MINUTES)) perMinute[minute] = (perMinute[minute] as number) + 1
    }
    // The ones that have waited longest come first.
    if (room < queue.length && minute + 1 < minutes)
      due[minute + 1] = [...queue.slice(room), ...(due[minute + 1] ?? [])]
    count.mostPolite = Math.max(count.mostPolite, ...onPlatform)
  }

  const lastDay = perMinute.subarray(minutes - DAY_MINUTES)
  const hours = Array.from({ length: 24 }, (_, hour) => sumOf(lastDay.subarray(hour * 60, hour * 60 + 60)))
  const total = sumOf(lastDay)
  const pollsOf = (isChosen: (watch: number) => boolean) => rangeOf(polled.filter((_, watch) => isChosen(watch)))
  const [crowded] = limits
  return {
    polls: sumOf(perMinute),
    deferred: count.deferred,
    busiestMinute: (largestOf(lastDay) / total) * DAY_MINUTES,
    busiestHour: (largestOf(hours) / total) * 24,
    lateSeconds: { p50: reachedAt(late, 0.5), p99: reachedAt(late, 0.99), most: reachedAt(late, 1) },
    pollsOfQuiet: pollsOf((watch) => kind[watch] === QUIET && platform[watch] === -1),
    pollsOfFailing: pollsOf((watch) => kind[watch] === FAILING),
    crowdedPlatform: {
      companies: platform.filter((host) => host === 0).length,
      ...pollsOf((watch) => platform[watch] === 0 && kind[watch] === QUIET),
    },
    politeness: {
      most: count.mostPolite,
      allowed: workers * ((crowded?.burst ?? 0) + (crowded?.perSecond ?? 0) * (60 + WAIT_S)),
    },
  }
}

/** The dates are constant, because only the time between two of them matters. */
const HISTORIES: PollHistory[] = KINDS.map(({ state, publishesEveryMs }) => ({
  state,
  retryAt: null,
  published: publishesEveryMs === null ? [] : [new Date(publishesEveryMs), new Date(0)],
}))

function kindOf(chance: number): number {
  let upTo = 0
  return KINDS.findIndex(({ share }) => (upTo += share) > chance)
}

/** -1 means that the company has its own host. */
function platformOf(share: number, chance: () => number): number {
  if (chance() >= share) return -1
  return chance() < 0.5 ? 0 : 1 + Math.floor(chance() * (PLATFORMS - 1))
}

/** What the product allows for a site that isn't a service with its own limits. */
function platformLimits(): Limit[] {
  const limitOf = createLimits(
    new Proxy({}, { get: () => 'https://service.example' }) as Parameters<typeof createLimits>[0],
  )
  return Array.from({ length: PLATFORMS }, (_, at) => limitOf(`https://platform-${at}.example/feed`))
}

type Numbers = Iterable<number>

function sumOf(numbers: Numbers): number {
  let sum = 0
  for (const each of numbers) sum += each
  return sum
}

/** The delay, in seconds, within which this share had been polled. */
function reachedAt(counts: Uint32Array, share: number): number {
  let left = sumOf(counts) * share
  return counts.findIndex((each) => (left -= each) <= 0)
}

function largestOf(numbers: Numbers): number {
  let largest = 0
  for (const each of numbers) largest = Math.max(largest, each)
  return largest
}

function rangeOf(numbers: Uint16Array): { least: number; most: number } {
  let least = Number.POSITIVE_INFINITY
  for (const each of numbers) least = Math.min(least, each)
  return { least, most: largestOf(numbers) }
}
