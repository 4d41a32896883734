type Flow<Task, Done> = {
  /** More to do; nothing means that there is no more. */
  take: () => Promise<Task[]>
  work: (task: Task) => Promise<Done>
  write: (done: Done[]) => Promise<void>
  /** How many are worked on at once, written together, and written at once. */
  atOnce: number
  together: number
  writers: number
  /** How long what is done may wait for more to be written with. */
  patienceMs: number
}

/**
 * Some at once, and written together as they come: one transaction for many keeps the disk quiet.
 * More is taken before the last is done, so that nobody waits for the slowest of a batch.
 */
export async function workThrough<Task, Done>(flow: Flow<Task, Done>): Promise<number> {
  const waiting: Task[] = []
  const writing = new Set<Promise<void>>()
  const finished: Done[] = []
  let count = 0
  let isDry = false
  let taking: Promise<void> | null = null

  const takeMore = async () => {
    const more = await flow.take()
    waiting.push(...more)
    count += more.length
    isDry = more.length === 0
    taking = null
  }

  const next = async (): Promise<Task | undefined> => {
    for (;;) {
      if (!isDry && taking === null && waiting.length < flow.atOnce) taking = takeMore()
      const task = waiting.shift()
      if (task !== undefined || taking === null) return task
      await taking
    }
  }

  /** Where writing is slower than working, working waits: what is not written yet is held in memory. */
  const roomToWrite = async () => {
    while (writing.size >= flow.writers) await Promise.race(writing)
  }

  const flush = async () => {
    await roomToWrite()
    const batch = finished.splice(0)
    if (batch.length === 0) return
    const written = flow.write(batch).finally(() => writing.delete(written))
    writing.add(written)
    await written
  }

  let failure: Error | undefined
  let timer: NodeJS.Timeout | undefined
  const flushSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      flush().catch((error: unknown) => {
        failure ??= error instanceof Error ? error : new Error(String(error))
      })
    }, flow.patienceMs)
  }

  await Promise.all(
    Array.from({ length: flow.atOnce }, async () => {
      for (let task = await next(); task !== undefined; task = await next()) {
        const done = await flow.work(task)
        finished.push(done)
        if (finished.length >= flow.together) await flush()
        else flushSoon()
      }
    }),
  )
  clearTimeout(timer)
  await flush()
  await Promise.all(writing)
  if (failure) throw failure
  return count
}
