export type Lane = 'fast' | 'slow'

type Flow<Task, Done> = {
  /** What is to be done in a lane; nothing means that there is nothing just now. */
  take: (lane: Lane) => Promise<Task[]>
  /** `toSlowLane` gives the task's place to another one; false where the slow lane has no room for it. */
  work: (task: Task, toSlowLane: () => boolean) => Promise<Done>
  write: (done: Done[]) => Promise<void>
  /** How many are worked on at once in each lane. */
  atOnce: Record<Lane, number>
  /** How many are written together, and how many writes run at once. */
  together: number
  writers: number
  /** How long what is done may wait for more to be written with. */
  patienceMs: number
  /** How soon an empty lane is asked again while anything is running. */
  retakeMs: number
}

type LaneState<Task> = {
  name: Lane
  waiting: Task[]
  running: number
  isTaking: boolean
  isDry: boolean
  /** Somebody asked while more was being taken: what came of that may be out of date. */
  isAskedAgain: boolean
}

/**
 * Some at once, and written together as they come: one transaction for many keeps the disk quiet.
 * More is taken as long as anything runs, so that nobody waits for the slowest, and slow tasks have a lane of their own.
 */
export function createFlow<Task, Done>(flow: Flow<Task, Done>) {
  const laneOf = (name: Lane): LaneState<Task> => ({
    name,
    waiting: [],
    running: 0,
    isTaking: false,
    isDry: true,
    isAskedAgain: false,
  })
  const [fast, slow] = [laneOf('fast'), laneOf('slow')]
  const lanes = [fast, slow]
  const finished: Done[] = []
  const writing = new Set<Promise<void>>()
  let begun = 0
  let failure: Error | undefined
  let flushTimer: NodeJS.Timeout | undefined
  let retakeTimer: NodeJS.Timeout | undefined
  let current: PromiseWithResolvers<void> | null = null

  const fail = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error(String(error))
    for (const lane of lanes) lane.waiting.length = 0
  }

  const takeMore = async (lane: LaneState<Task>) => {
    lane.isTaking = true
    lane.isAskedAgain = false
    try {
      const more = await flow.take(lane.name)
      lane.waiting.push(...more)
      begun += more.length
      lane.isDry = more.length === 0 && !lane.isAskedAgain
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
      if (slow.running >= flow.atOnce.slow) return false
      place.running -= 1
      place = slow
      place.running += 1
      pump()
      return true
    }
    try {
      finished.push(await flow.work(task, toSlowLane))
      if (finished.length >= flow.together) await flush()
      else flushSoon()
    } catch (error) {
      fail(error)
    }
    place.running -= 1
    pump()
  }

  /** Where writing is slower than working, working waits: what is not written yet is held in memory. */
  const flush = async () => {
    while (writing.size >= flow.writers) await Promise.race(writing)
    const batch = finished.splice(0)
    if (batch.length === 0) return
    const written = flow.write(batch).finally(() => {
      writing.delete(written)
      // What was written may have made something else due.
      ask()
    })
    writing.add(written)
    await written
  }

  const flushSoon = () => {
    flushTimer ??= setTimeout(() => {
      flushTimer = undefined
      void flush().catch(fail).finally(pump)
    }, flow.patienceMs)
  }

  const ask = () => {
    for (const lane of lanes) {
      lane.isDry = false
      lane.isAskedAgain = true
    }
  }

  function pump() {
    for (const lane of lanes) {
      const atOnce = flow.atOnce[lane.name]
      while (lane.running < atOnce) {
        const task = lane.waiting.shift()
        if (task === undefined) break
        void work(task, lane)
      }
      if (failure) lane.isDry = true
      if (!lane.isDry && !lane.isTaking && lane.waiting.length < atOnce) void takeMore(lane)
    }
    if (!isIdle(slow) || !isIdle(fast))
      retakeTimer ??= setTimeout(() => {
        retakeTimer = undefined
        ask()
        pump()
      }, flow.retakeMs)
    if (isIdle(fast)) settle()
  }

  const isIdle = (lane: LaneState<Task>) =>
    lane.running === 0 && lane.waiting.length === 0 && !lane.isTaking && lane.isDry

  /** Everything of the fast lane is done: whoever waits hears of it once it is written too. */
  function settle() {
    if (finished.length > 0) return void flush().catch(fail).finally(pump)
    if (writing.size > 0) return
    clearTimeout(flushTimer)
    flushTimer = undefined
    if (isIdle(slow)) {
      clearTimeout(retakeTimer)
      retakeTimer = undefined
    }
    if (!current) return
    const { resolve, reject } = current
    const reason = failure
    current = null
    // A failure that nobody waits for is kept, and told to whoever asks next.
    failure = undefined
    if (reason) reject(reason)
    else resolve()
  }

  return {
    /** Works until nothing is left but what is slow, which goes on by itself; whoever asks meanwhile joins. */
    async run(): Promise<void> {
      ask()
      current ??= Promise.withResolvers()
      const { promise } = current
      pump()
      await promise
    },

    /** How many tasks were ever taken. */
    begun: () => begun,
  }
}
