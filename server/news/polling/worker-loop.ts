export type Lane = 'fast' | 'slow'

type WorkerLoop<Task, Done> = {
  take: (lane: Lane) => Promise<Task[]>
  /** `toSlowLane` moves the task to the slow lane, or returns false if that lane is full. */
  work: (task: Task, toSlowLane: () => boolean) => Promise<Done>
  write: (done: Done[]) => Promise<void>
  atOnce: Record<Lane, number>
  together: number
  writers: number
  /** How long results may wait to be written together with others. */
  patienceMs: number
  takeAgainMs: number
}

type LaneState<Task> = {
  name: Lane
  waiting: Task[]
  running: number
  isTaking: boolean
  isDry: boolean
  /** More may have become due while tasks were being taken. */
  isOutdated: boolean
}

/**
 * Takes more tasks while others are running, so that none waits for the slowest; slow tasks have their own lane.
 * Results are written in batches.
 */
export function createWorkerLoop<Task, Done>(loop: WorkerLoop<Task, Done>) {
  const laneOf = (name: Lane): LaneState<Task> => ({
    name,
    waiting: [],
    running: 0,
    isTaking: false,
    isDry: true,
    isOutdated: false,
  })
  const [fast, slow] = [laneOf('fast'), laneOf('slow')]
  const lanes = [fast, slow]
  const finished: Done[] = []
  const writing = new Set<Promise<void>>()
  let begun = 0
  let failure: Error | undefined
  let flushTimer: NodeJS.Timeout | undefined
  let takeAgainTimer: NodeJS.Timeout | undefined
  let current: PromiseWithResolvers<void> | null = null

  const fail = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error))
    for (const lane of lanes) lane.waiting.length = 0
  }

  const takeMore = async (lane: LaneState<Task>) => {
    lane.isTaking = true
    lane.isOutdated = false
    try {
      const more = await loop.take(lane.name)
      lane.waiting.push(...more)
      begun += more.length
      lane.isDry = more.length === 0 && !lane.isOutdated
    } catch (error) {
      fail(error)
      lane.isDry = true
    }
    lane.isTaking = false
    pump()
  }

  const work = async (task: Task, lane: LaneState<Task>) => {
    let place = lane
    place.running += 1
    const toSlowLane = () => {
      if (place === slow) return true
      if (slow.running >= loop.atOnce.slow) return false
      place.running -= 1
      place = slow
      place.running += 1
      pump()
      return true
    }
    try {
      finished.push(await loop.work(task, toSlowLane))
      if (finished.length >= loop.together) await flush()
      else flushSoon()
    } catch (error) {
      fail(error)
    }
    place.running -= 1
    pump()
  }

  /** Limits concurrent writes as backpressure, because unwritten results are held in memory. */
  const flush = async () => {
    while (writing.size >= loop.writers) await Promise.race(writing)
    const batch = finished.splice(0)
    if (batch.length === 0) return
    const written = loop.write(batch).finally(() => {
      writing.delete(written)
      // A written result may have made another watch due.
      takeAgain()
    })
    writing.add(written)
    await written
  }

  const flushSoon = () => {
    flushTimer ??= setTimeout(() => {
      flushTimer = undefined
      void flush().catch(fail).finally(pump)
    }, loop.patienceMs)
  }

  const takeAgain = () => {
    for (const lane of lanes) {
      lane.isDry = false
      lane.isOutdated = true
    }
  }

  function pump() {
    for (const lane of lanes) {
      const atOnce = loop.atOnce[lane.name]
      while (lane.running < atOnce) {
        const task = lane.waiting.shift()
        if (task === undefined) break
        void work(task, lane)
      }
      if (failure) lane.isDry = true
      if (!lane.isDry && !lane.isTaking && lane.waiting.length < atOnce) void takeMore(lane)
    }
    if (!isIdle(slow) || !isIdle(fast))
      takeAgainTimer ??= setTimeout(() => {
        takeAgainTimer = undefined
        takeAgain()
        pump()
      }, loop.takeAgainMs)
    if (isIdle(fast)) settle()
  }

  const isIdle = (lane: LaneState<Task>) =>
    lane.running === 0 && lane.waiting.length === 0 && !lane.isTaking && lane.isDry

  function settle() {
    if (finished.length > 0) return void flush().catch(fail).finally(pump)
    if (writing.size > 0) return
    clearTimeout(flushTimer)
    flushTimer = undefined
    if (isIdle(slow)) {
      clearTimeout(takeAgainTimer)
      takeAgainTimer = undefined
    }
    if (!current) return
    const { resolve, reject } = current
    const reason = failure
    current = null
    // A failure while no `run` is waiting rejects the next one.
    failure = undefined
    if (reason) reject(reason)
    else resolve()
  }

  return {
    /** Resolves when only slow tasks are left, which continue. Concurrent calls join the same run. */
    async run(): Promise<void> {
      takeAgain()
      current ??= Promise.withResolvers()
      const { promise } = current
      pump()
      await promise
    },

    begun: () => begun,
  }
}
