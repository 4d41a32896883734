import { existsSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, type Transferable } from 'node:worker_threads'
import type { Reply } from './answer-tasks.ts'
import { createLimiter } from './limiter.ts'

type WorkerSettings = {
  file: URL
  /** Limits the JavaScript heap only. */
  heap?: { oldMb: number; youngMb: number }
  /** A worker that takes longer is terminated. */
  deadlineMs?: number
}
type PoolSettings = WorkerSettings & {
  size: number
  idleMs: number
  waiting?: number
  /** A task that hasn't started by then is refused. */
  patienceMs?: number
  refusal?: () => Error
}
type Pending<Answer> = PromiseWithResolvers<Answer> & { deadline: NodeJS.Timeout | undefined }

/** In the build, workers are next to the bundle; in the source tree, next to their caller. */
export function workerFile(name: string, from: string): URL {
  const built = new URL(`./${name}.js`, from)
  return existsSync(built) ? built : new URL(`./${name}.ts`, from)
}

/** Contains no secrets, because workers parse untrusted files. The compile cache halves the startup time. */
function workerEnvironment(): Record<string, string> {
  const cache = getCompileCacheDir()
  return cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}
}

/** The worker's file must call `answerTasks`. */
export function openWorker<Task, Answer>({ file, heap, deadlineMs }: WorkerSettings) {
  const resourceLimits = heap && {
    maxOldGenerationSizeMb: heap.oldMb,
    maxYoungGenerationSizeMb: heap.youngMb,
    stackSizeMb: 4,
  }
  const worker = new Worker(file, { env: workerEnvironment(), execArgv: [], ...(resourceLimits && { resourceLimits }) })
  const pending: Pending<Answer>[] = []
  const exited = Promise.withResolvers<void>()
  let failure: unknown = null

  async function end(reason: unknown): Promise<void> {
    failure ??= reason
    for (const { deadline, reject } of pending.splice(0)) {
      clearTimeout(deadline)
      reject(failure)
    }
    await worker.terminate()
  }

  worker.on('message', (reply: Reply) => {
    const first = pending.shift()
    clearTimeout(first?.deadline)
    // An idle thread must not keep the process alive; a busy one must.
    if (pending.length === 0) worker.unref()
    if ('output' in reply) first?.resolve(reply.output as Answer)
    else first?.reject(new Error(reply.because))
  })
  worker.on('error', (error) => void end(error))
  worker.once('exit', (code) => {
    void end(new Error(`The worker ended with ${code}`))
    exited.resolve()
  })

  return {
    exited: exited.promise,
    hasEnded: () => failure !== null,
    end,

    /** Answers come in order; requests may overlap. */
    ask(task: Task, transfer: Transferable[] = []): Promise<Answer> {
      if (failure !== null) return Promise.reject(failure)
      const late = () => void end(new OutOfTime('The worker took too long'))
      const deadline = deadlineMs === undefined ? undefined : setTimeout(late, deadlineMs)
      const request: Pending<Answer> = { ...Promise.withResolvers<Answer>(), deadline }
      // A caller that asks ahead may never await the answer.
      request.promise.catch(() => {})
      pending.push(request)
      worker.ref()
      worker.postMessage(task, transfer)
      return request.promise
    },
  }
}

/** Workers start on demand, stop when idle and are replaced when they exit. */
export function createWorkerPool<Task, Answer>({
  size,
  idleMs,
  waiting,
  patienceMs,
  refusal,
  ...settings
}: PoolSettings) {
  type Member = ReturnType<typeof openWorker<Task, Answer>>
  const limiter = createLimiter({ limit: size, ...(waiting && { waiting }), ...(refusal && { refusal }) })
  const members = new Set<Member>()
  const idle = new Map<Member, NodeJS.Timeout>()
  let closings = 0

  function open(): Member {
    const member = openWorker<Task, Answer>(settings)
    members.add(member)
    void member.exited.finally(() => members.delete(member))
    return member
  }

  function take(): Member {
    const ready = [...idle.keys()].find((member) => !member.hasEnded())
    if (!ready) return open()
    clearTimeout(idle.get(ready))
    idle.delete(ready)
    return ready
  }

  function release(member: Member): void {
    if (member.hasEnded()) return
    const letGo = () => {
      idle.delete(member)
      void member.end(new Error('The worker was idle'))
    }
    idle.set(member, setTimeout(letGo, idleMs).unref())
  }

  return {
    run(task: Task, transfer: Transferable[] = []): Promise<Answer> {
      const askedIn = closings
      const patience = new AbortController()
      const timer = patienceMs && setTimeout(() => patience.abort(refusal?.()), patienceMs)
      const begin = async () => {
        clearTimeout(timer)
        if (askedIn !== closings) throw stopping()
        const member = take()
        return await member.ask(task, transfer).finally(() => release(member))
      }
      return limiter.run(begin, { signal: patience.signal }).finally(() => clearTimeout(timer))
    },

    /** Waiting tasks are rejected; a later request starts a new worker. */
    async close(): Promise<void> {
      closings += 1
      for (const timer of idle.values()) clearTimeout(timer)
      idle.clear()
      await Promise.all([...members].map((member) => member.end(stopping())))
    },
  }
}

class OutOfTime extends Error {}

/** Whether a task ended because it needed more time or memory than its worker may use. */
export const exceedsWorker = (error: unknown): boolean =>
  error instanceof OutOfTime || (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')

const stopping = () => new Error('the server stops')
