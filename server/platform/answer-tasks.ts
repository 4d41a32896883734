import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

export type Reply = { output: unknown } | { because: string }

/** The worker's side of `openWorker`. */
export function answerTasks<Task>(niceness: number, work: (task: Task) => unknown): void {
  // Per thread on Linux only; elsewhere it would affect the whole process.
  if (platform() === 'linux') setPriority(niceness)
  let last = Promise.resolve()
  parentPort?.on('message', (task: Task) => {
    last = last.then(async () => parentPort?.postMessage(await replyTo(task), []))
  })

  async function replyTo(task: Task): Promise<Reply> {
    try {
      return { output: await work(task) }
    } catch (error) {
      return { because: String(error) }
    }
  }
}
