import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashTask } from './hash-worker.ts'

/** The built server has the worker beside it; the sources have it in this folder. */
const built = new URL('./hash-worker.js', import.meta.url)
const workerFile = existsSync(built) ? built : new URL('./hash-worker.ts', import.meta.url)

/** Each holds some twenty megabytes, which nobody needs while nobody signs in. */
const IDLE_MS = 20_000

/** Threads of low priority that hash, one task each at a time; started when they are needed, let go when they rest. */
export function createHashThreads({ idleMs = IDLE_MS } = {}) {
  const free: Worker[] = []
  const resting = new WeakMap<Worker, NodeJS.Timeout>()

  function rest(worker: Worker): void {
    worker.unref()
    free.push(worker)
    const letGo = () => {
      free.splice(free.indexOf(worker), 1)
      void worker.terminate()
    }
    resting.set(worker, setTimeout(letGo, idleMs).unref())
  }

  function start(): Worker {
    const worker = free.pop()
    if (!worker) return new Worker(workerFile, { env: {}, execArgv: [] })
    clearTimeout(resting.get(worker))
    return worker
  }

  async function run(task: HashTask): Promise<HashAnswer> {
    const worker = start()
    // A thread that waits for work must not keep the process from ending; one that works must.
    worker.ref()
    try {
      const answered = await new Promise<HashAnswer>((resolve, reject) => {
        const leave = () => worker.off('message', onAnswer).off('error', onEnd).off('exit', onEnd)
        const onAnswer = (message: HashAnswer) => {
          leave()
          resolve(message)
        }
        const onEnd = (reason: unknown) => {
          leave()
          reject(reason instanceof Error ? reason : new Error('the hashing thread ended'))
        }
        worker.on('message', onAnswer).on('error', onEnd).on('exit', onEnd)
        worker.postMessage(task, [])
      })
      rest(worker)
      return answered
    } catch (error) {
      void worker.terminate()
      throw error
    }
  }

  return {
    async hash(password: string): Promise<string> {
      const answered = await run({ password, stored: null })
      if ('hash' in answered) return answered.hash
      throw new Error('failed' in answered ? answered.failed : 'the hashing thread spoke out of turn')
    },

    async isRight(password: string, stored: string): Promise<boolean> {
      const answered = await run({ password, stored })
      return 'isRight' in answered && answered.isRight
    },
  }
}
