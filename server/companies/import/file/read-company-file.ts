import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import {
  FILE_TOO_LARGE,
  FILE_UNREADABLE,
  INVALID_FILE_TYPE,
  MAX_FILE_BYTES,
  hasAcceptedExtension,
} from '#domain/companies/files.ts'
import { AppError } from '#domain/errors.ts'
import type { FileRow } from '#domain/companies/imports.ts'
import type { WorkerMessage, WorkerTask } from './company-file-worker.ts'
import { createFairQueue, type QueueLimits } from './fair-queue.ts'
import { fileKind } from './file-kind.ts'
import { Unreadable } from './unreadable.ts'
import { openZip } from './zip-package.ts'

export type CompanyFile = {
  total: number
  warnings: string[]
  /** Columns that are not read, as the file names them. */
  ignoredColumns: string[]
  /** Each at most 250 rows; the next is judged while one is worked on. To be read once. */
  batches: AsyncIterable<FileRow[]>
  /** Lets the worker go. Needed unless the batches were read to their end. */
  close: () => void
}
export type CompanyFileReader = {
  /** Waits for this user's turn. */
  read: (
    userId: string,
    file: { name: string; bytes: Uint8Array },
    options: { strict: boolean },
  ) => Promise<CompanyFile>
  close: () => Promise<void>
}
type Settings = QueueLimits & {
  /** How long a worker may think about a file or a batch, and how long it may live in all. */
  deadlineMs: number
  lifeMs: number
  heapMb: number
}

const SETTINGS: Settings = {
  concurrency: 2,
  waiting: 20,
  waitingPerUser: 4,
  deadlineMs: 30_000,
  lifeMs: 180_000,
  heapMb: 192,
}
const AHEAD = 2

/** Reads uploaded lists of companies in worker threads with bounded memory and time. */
export function openCompanyFileReader(settings: Partial<Settings> = {}): CompanyFileReader {
  const limits = { ...SETTINGS, ...settings }
  const queue = createFairQueue(limits)
  const running = new Set<Worker>()

  return {
    async read(userId, { name, bytes }, { strict }) {
      const unsupported = () => new AppError('unsupported-file', INVALID_FILE_TYPE.description)
      if (!hasAcceptedExtension(name)) throw unsupported()
      if (bytes.byteLength > MAX_FILE_BYTES) throw new AppError('too-large', FILE_TOO_LARGE.description)
      const kind = fileKind(bytes)
      if (!kind) throw unsupported()
      if (kind === 'xlsx') refuseBombs(bytes)
      const leave = await queue.enter(userId)
      const worker = startWorker({ bytes: new Uint8Array(bytes), kind, strict }, limits)
      running.add(worker)
      worker.once('exit', () => {
        running.delete(worker)
        leave()
      })
      return converse(worker, limits)
    },
    async close() {
      queue.close()
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

/** What an archive says of itself is enough to refuse most bombs, at once and without a thread. */
function refuseBombs(bytes: Uint8Array): void {
  try {
    openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new AppError(error.refusal.code, error.refusal.message, { cause: error })
  }
}

/** The built server has the worker beside it; the sources have it in this folder. */
const built = new URL('../../file/company-file-worker.js', import.meta.url)
const workerFile = existsSync(built) ? built : new URL('./company-file-worker.ts', import.meta.url)

function startWorker(task: WorkerTask, { heapMb }: Settings): Worker {
  return new Worker(workerFile, {
    workerData: task,
    transferList: [task.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    env: {},
    execArgv: [],
  })
}

async function converse(worker: Worker, { deadlineMs, lifeMs }: Settings): Promise<CompanyFile> {
  const answers: WorkerMessage[] = []
  let waiting: PromiseWithResolvers<WorkerMessage> | null = null
  let failure: AppError | null = null
  const end = (reason: unknown) => {
    failure ??= new AppError('invalid-input', FILE_UNREADABLE, { cause: reason })
    waiting?.reject(failure)
    void worker.terminate()
  }
  const life = setTimeout(end, lifeMs, new Error('The file was held open for too long'))
  worker.on('message', (message: WorkerMessage) => {
    // Two may come before whoever waits has woken: the second must not be given to the same one.
    const awaited = waiting
    waiting = null
    if (awaited) awaited.resolve(message)
    else answers.push(message)
  })
  worker.on('error', end)
  worker.once('exit', (code) => {
    clearTimeout(life)
    end(new Error(`The worker ended with ${code}`))
  })

  /** The worker's next message; the clock runs only while we wait for it, not while others work on the last. */
  async function next(): Promise<WorkerMessage> {
    const ready = answers.shift()
    if (ready) return ready
    if (failure) throw failure
    const deadline = setTimeout(end, deadlineMs, new Error('The file took too long to read'))
    waiting = Promise.withResolvers()
    try {
      return await waiting.promise
    } finally {
      waiting = null
      clearTimeout(deadline)
    }
  }

  const close = () => end(new Error('the reader was closed'))
  const first = await next()
  if ('refused' in first) {
    close()
    throw new AppError(first.refused.code, first.refused.message, { cause: new Error(first.because) })
  }
  if (!('ready' in first)) throw new Error('the worker spoke out of turn')
  return { ...first.ready, batches: batches(first.ready.total, worker, next, close), close }
}

async function* batches(
  total: number,
  worker: Worker,
  next: () => Promise<WorkerMessage>,
  close: () => void,
): AsyncGenerator<FileRow[]> {
  try {
    for (let ahead = 0; ahead < AHEAD; ahead += 1) worker.postMessage(null, [])
    for (let read = 0; read < total;) {
      const message = await next()
      if (!('batch' in message)) throw new Error('the worker spoke out of turn')
      worker.postMessage(null, [])
      const rows = JSON.parse(message.batch) as FileRow[]
      read += rows.length
      yield rows
    }
  } finally {
    close()
  }
}
