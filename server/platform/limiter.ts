type Limits = {
  /** Concurrent tasks, in total and per key. */
  limit?: number
  perKey?: number
  /** Waiting tasks, in total and per key. */
  waiting?: number
  waitingPerKey?: number
  refusal?: (scope: 'all' | 'key') => Error
}
type Ask = { key?: string; signal?: AbortSignal | undefined }
type Turn = PromiseWithResolvers<void>

const tooMany = () => new Error('Too many tasks are waiting')

/** Keys take turns, however many tasks are waiting for each; tasks with the same key start in order. */
export function createLimiter({
  limit = Infinity,
  perKey = Infinity,
  waiting = Infinity,
  waitingPerKey = Infinity,
  refusal = tooMany,
}: Limits) {
  const active = new Map<string, number>()
  /** Insertion order is the order of turns. */
  const queues = new Map<string, Set<Turn>>()
  let running = 0
  let queued = 0

  const activeOf = (key: string) => active.get(key) ?? 0

  function startNext(): void {
    for (const [key, queue] of queues) {
      if (running >= limit) return
      if (activeOf(key) >= perKey) continue
      const [turn] = queue
      if (!turn || !leaveQueue(key, turn)) continue
      running += 1
      active.set(key, activeOf(key) + 1)
      moveToEnd(key)
      turn.resolve()
    }
  }

  function leaveQueue(key: string, turn: Turn): boolean {
    const queue = queues.get(key)
    if (!queue?.delete(turn)) return false
    queued -= 1
    if (queue.size === 0) queues.delete(key)
    return true
  }

  function moveToEnd(key: string): void {
    const queue = queues.get(key)
    if (queue && queues.delete(key)) queues.set(key, queue)
  }

  function release(key: string): void {
    running -= 1
    if (activeOf(key) > 1) active.set(key, activeOf(key) - 1)
    else active.delete(key)
    // Later tasks with this key come after those already waiting.
    moveToEnd(key)
    startNext()
  }

  /** Resolves with a release function. */
  async function acquire({ key = '', signal }: Ask = {}): Promise<() => void> {
    signal?.throwIfAborted()
    const queue = queues.get(key) ?? new Set()
    if (queue.size >= waitingPerKey) throw refusal('key')
    const isFree = running < limit && activeOf(key) < perKey
    if (!isFree && queued >= waiting) throw refusal('all')
    const turn: Turn = Promise.withResolvers()
    queues.set(key, queue.add(turn))
    queued += 1
    const onAbort = () => {
      if (leaveQueue(key, turn)) turn.reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    startNext()
    await turn.promise.finally(() => signal?.removeEventListener('abort', onAbort))
    return () => release(key)
  }

  return {
    acquire,

    async run<Value>(work: () => Promise<Value>, ask?: Ask): Promise<Value> {
      const leave = await acquire(ask)
      try {
        return await work()
      } finally {
        leave()
      }
    },

    rejectWaiting(reason: Error): void {
      for (const turn of [...queues.values()].flatMap((queue) => [...queue])) turn.reject(reason)
      queues.clear()
      queued = 0
    },
  }
}
