import type { Fetch } from '../../platform/fetch/fetch.ts'

export type PollLimits = {
  /** A host that takes longer than this for one request is slow. */
  slowMs: number
  wholeMs: number
}

export const POLL_LIMITS: PollLimits = { slowMs: 5000, wholeMs: 45_000 }

/** The slow lane is full, so the poll is abandoned and starts over in that lane later. */
export class HostIsSlow extends Error {
  constructor() {
    super('This host is slow, and the slow lane has no room.')
    this.name = 'HostIsSlow'
  }
}

type PollTimer = {
  signal: AbortSignal
  /** Times only the request itself, not the wait for rate limits. */
  timed: (fetch: Fetch) => Fetch
  bounded: (fetch: Fetch) => Fetch
  within: <Result>(result: Promise<Result>) => Promise<Result>
  isSlow: () => boolean
  isGivenUp: () => boolean
  end: () => void
}

/** `toSlowLane` says whether the poll of a slow host may continue. */
export function createPollTimer({ slowMs, wholeMs }: PollLimits, toSlowLane: () => boolean): PollTimer {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(timeout()), wholeMs)
  let isSlow = false

  const onSlow = () => {
    isSlow = true
    if (!toSlowLane()) over.abort(new HostIsSlow())
  }

  const within = <Result>(result: Promise<Result>): Promise<Result> => {
    let stop = () => {}
    const ended = new Promise<never>((_, reject) => {
      stop = () => reject(over.signal.reason as Error)
      if (over.signal.aborted) stop()
      else over.signal.addEventListener('abort', stop, { once: true })
    })
    return Promise.race([result, ended]).finally(() => over.signal.removeEventListener('abort', stop))
  }

  return {
    signal: over.signal,
    timed:
      (fetch: Fetch): Fetch =>
      async (request) => {
        const slowTimer = setTimeout(onSlow, slowMs)
        return fetch(request).finally(() => clearTimeout(slowTimer))
      },
    bounded:
      (fetch: Fetch): Fetch =>
      (request) => {
        const signals = request.signal ? [over.signal, request.signal] : [over.signal]
        return within(fetch({ ...request, signal: AbortSignal.any(signals) }))
      },
    within,
    isSlow: () => isSlow,
    isGivenUp: () => over.signal.reason instanceof HostIsSlow,
    end: () => clearTimeout(timer),
  }
}

/** Looks like a timeout of the HTTP client, so that every source handles it as one. */
const timeout = () => Object.assign(new Error('The poll took too long.'), { name: 'FetchError', kind: 'timeout' })
