import { AppError } from '#domain/errors.ts'

const RETRY_AFTER_SECONDS = 5

export type QueueLimits = {
  /** Files read at the same time, each of another user. */
  concurrency: number
  /** Files that may wait, in all and of one user. */
  waiting: number
  waitingPerUser: number
}

/** One file per user at a time; whoever waits is served in turn, user by user, however many files one of them has sent. */
export function createFairQueue({ concurrency, waiting, waitingPerUser }: QueueLimits) {
  const active = new Set<string>()
  /** The order of the keys is the order of the turns: a user who was served goes to the end. */
  const queues = new Map<string, PromiseWithResolvers<void>[]>()
  let closed = false

  const waitingCount = () => [...queues.values()].reduce((sum, queued) => sum + queued.length, 0)

  function startNext(): void {
    for (const [userId, queued] of queues) {
      if (active.size >= concurrency) return
      if (active.has(userId)) continue
      active.add(userId)
      queued.shift()?.resolve()
      moveToEnd(userId)
    }
  }

  function moveToEnd(userId: string): void {
    const queued = queues.get(userId) ?? []
    queues.delete(userId)
    if (queued.length > 0) queues.set(userId, queued)
  }

  return {
    /** Resolves when it is this user's turn, with what is to be called at the end of it. */
    async enter(userId: string): Promise<() => void> {
      if (closed) throw busy()
      const queued = queues.get(userId) ?? []
      if (queued.length >= waitingPerUser) throw tooManyForUser()
      const isFree = active.size < concurrency && !active.has(userId)
      if (!isFree && waitingCount() >= waiting) throw busy()
      const turn = Promise.withResolvers<void>()
      queued.push(turn)
      queues.set(userId, queued)
      startNext()
      await turn.promise
      return () => {
        active.delete(userId)
        // What this user has sent meanwhile comes after those who have waited.
        moveToEnd(userId)
        startNext()
      }
    },

    close(): void {
      closed = true
      for (const turn of [...queues.values()].flat()) turn.reject(busy())
      queues.clear()
    },
  }
}

const busy = () =>
  new AppError('unavailable', 'Many files are being read right now. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const tooManyForUser = () =>
  new AppError('unavailable', 'Your other files are still being read. Please try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
