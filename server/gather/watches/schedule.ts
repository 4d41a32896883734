import type { CheckState } from '../item.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE
const FASTEST = 10 * MINUTE
/** What goes on failing is parked: looked at once a day. */
const SLOWEST_WHEN_FAILING = DAY
/** A scan of a whole site takes up to a dozen requests: at most once a week while it brings something or finds nothing. */
export const DISCOVERY_EVERY = 7 * DAY

export type Told = {
  state: CheckState
  retryAt: Date | null
  /** When what it brought was published, newest first. */
  published: Date[]
}

type Before = {
  everySeconds: number
  failures: number
  isFirst: boolean
  slowestWhenFailing?: number
}

/** How a discovery is scheduled: weekly after a good one; where nothing was found a day later, then more seldom. */
export function discoveryPace<Watch extends Before>(watch: Watch, state: CheckState): Before {
  if (state === 'failed' || state === 'throttled') return watch
  if (state === 'never-found' || state === 'unsupported')
    return { ...watch, isFirst: false, everySeconds: DAY, slowestWhenFailing: DISCOVERY_EVERY }
  return { failures: 0, isFirst: false, everySeconds: DISCOVERY_EVERY }
}

/**
 * When to look again. A source that publishes often is asked more often, never slower than `slowest`;
 * one that fails is left alone longer each time; chance spreads what began together, the first time over the whole while.
 */
export function nextLook(before: Before, told: Told, now: Date, slowest: number, chance: number) {
  const isBad = told.state === 'failed' || told.state === 'unsupported' || told.state === 'never-found'
  const failures = isBad ? before.failures + 1 : told.state === 'throttled' ? before.failures : 0
  const everySeconds =
    isBad || told.state === 'throttled' ? before.everySeconds : paceOf(before, told, slowest)
  const wait = isBad
    ? Math.min(
        before.slowestWhenFailing ?? SLOWEST_WHEN_FAILING,
        everySeconds * 2 ** Math.min(failures - 1, 8),
      )
    : everySeconds
  const spread = wait * (before.isFirst ? 0.1 + chance * 0.9 : 0.9 + chance * 0.1)
  const at = new Date(now.getTime() + spread * 1000)
  return { failures, everySeconds, nextAt: told.retryAt && told.retryAt > at ? told.retryAt : at }
}

/** Half the usual time between two items, within bounds; a look without news goes slowly back to the slowest. */
function paceOf({ everySeconds }: Before, { published }: Told, slowest: number): number {
  const times = published.map((date) => date.getTime()).toSorted((a, b) => b - a)
  const span = (times[0] ?? 0) - (times.at(-1) ?? 0)
  if (times.length < 2) return Math.min(slowest, Math.round(everySeconds * 1.5))
  const between = span / (times.length - 1) / 1000
  return Math.round(Math.min(slowest, Math.max(FASTEST, between / 2)))
}
