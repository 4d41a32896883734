import { ENGINE_ACTIONS, type Curator, type EngineAction } from './curate.ts'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { EngineResponse, EngineRequest } from './curator-thread.ts'

/** Curation thinks hard: a server that answers people leaves that to a thread of its own. */
export function openCurator(kind: 'thread' | 'inline'): Curator {
  if (kind === 'thread') return openCuratorThread()
  return {
    curate: async (tasks) => ENGINE_ACTIONS.curate(tasks),
    judge: async (articles) => ENGINE_ACTIONS.judge(articles),
    match: async (tasks) => ENGINE_ACTIONS.match(tasks),
    close: async () => {},
  }
}

const HEAP_MB = 192
const DEADLINE_MS = 30_000
/** With its tables it is some forty megabytes, which nobody needs while nothing comes in. */
const IDLE_MS = 20_000

/** The built server has the thread's file beside it; the sources have it in this folder. */
const built = new URL('../../adapters/curator/curator-thread.js', import.meta.url)
const file = existsSync(built) ? built : new URL('./curator-thread.ts', import.meta.url)

type Waiting = PromiseWithResolvers<unknown> & { deadline: NodeJS.Timeout }

/** A thread that is started when there is something to do and let go when there has been nothing for a while. */
function openCuratorThread(): Curator {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | null = null
  let rest: NodeJS.Timeout | undefined
  let count = 0

  function start(): Worker {
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
      env: {},
      execArgv: [],
    })
    worker.unref()
    worker.on('message', ({ id, output, because }: EngineResponse) => {
      const asked = take(id)
      if (because === undefined) asked?.resolve(output)
      else asked?.reject(new Error(because))
    })
    // Whatever ended it, whoever waits is told, and the next who asks starts another.
    worker.on('error', (error) => giveUp(worker, error))
    worker.on('exit', (code) => giveUp(worker, new Error(`curation ended with ${code}`)))
    return worker
  }

  function take(id: number): Waiting | undefined {
    const asked = waiting.get(id)
    waiting.delete(id)
    clearTimeout(asked?.deadline)
    clearTimeout(rest)
    if (waiting.size === 0) rest = setTimeout(() => void letGo(), IDLE_MS).unref()
    return asked
  }

  function giveUp(worker: Worker, error: unknown): void {
    if (worker !== thread) return
    thread = null
    for (const id of waiting.keys()) take(id)?.reject(error)
    void worker.terminate()
  }

  async function letGo(): Promise<void> {
    const worker = thread
    if (!worker || waiting.size > 0) return
    thread = null
    await worker.terminate()
  }

  async function ask(action: EngineAction, input: unknown[]): Promise<never> {
    clearTimeout(rest)
    const worker = (thread ??= start())
    const id = (count += 1)
    const deadline = setTimeout(giveUp, DEADLINE_MS, worker, new Error('curation took too long'))
    const asked = Object.assign(Promise.withResolvers<unknown>(), { deadline })
    waiting.set(id, asked)
    const request: EngineRequest = { id, action, input }
    worker.postMessage(request, [])
    // The thread answers each deed with what that deed gives.
    return (await asked.promise) as never
  }

  return {
    curate: (tasks) => ask('curate', tasks),
    judge: (articles) => ask('judge', articles),
    match: (tasks) => ask('match', tasks),
    close: async () => {
      clearTimeout(rest)
      const worker = thread
      if (worker) giveUp(worker, new Error('the server stops'))
    },
  }
}
