import {
  FILE_TOO_LARGE,
  FILE_UNREADABLE,
  INVALID_FILE_TYPE,
  MAX_FILE_BYTES,
  hasAcceptedExtension,
  refusedByName,
} from '#domain/companies/files.ts'
import { AppError } from '#domain/errors.ts'
import type { FileRow, ImportLayout } from '#domain/companies/import/imports.ts'
import type { TableOptions } from '#domain/companies/import/table.ts'
import { createLimiter } from '../../../platform/limiter.ts'
import { openWorker, workerFile } from '../../../platform/worker-pool.ts'
import type { WorkerAnswer, WorkerTask } from './company-file-worker.ts'
import { fileKind } from './file-kind.ts'
import { Unreadable } from './unreadable.ts'
import { openZip } from './zip-package.ts'

export type CompanyFile = {
  total: number
  warnings: string[]
  ignoredColumns: string[]
  layout: ImportLayout
  /** Up to 250 rows each. While one is processed, the next is parsed. Can be iterated only once. */
  batches: AsyncIterable<FileRow[]>
  /** Must be called unless the batches were read to the end. */
  close: () => void
}
export type ReadOptions = Pick<TableOptions, 'strict' | 'choice' | 'answers'>
export type CompanyFileReader = {
  /** Waits for a free worker. */
  read: (userId: string, file: { name: string; bytes: Uint8Array }, options: ReadOptions) => Promise<CompanyFile>
  close: () => Promise<void>
}
type Settings = {
  concurrency: number
  /** The maximum number of waiting files, in total and per user. */
  waiting: number
  waitingPerUser: number
  /** Timeouts: per file or batch, and in total. */
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
const RETRY_AFTER_SECONDS = 5

export function openCompanyFileReader(settings: Partial<Settings> = {}): CompanyFileReader {
  const limits = { ...SETTINGS, ...settings }
  const limiter = createLimiter({
    limit: limits.concurrency,
    perKey: 1,
    waiting: limits.waiting,
    waitingPerKey: limits.waitingPerUser,
    refusal,
  })
  let isClosed = false
  const running = new Set<FileWorker>()

  return {
    async read(userId, { name, bytes }, options) {
      const accepted = acceptedFile({ name, bytes })
      if (accepted.kind === 'xlsx') refuseBombs(bytes)
      if (isClosed) throw refusal('all')
      const leave = await limiter.acquire({ key: userId })
      const worker = startWorker(limits)
      running.add(worker)
      void worker.exited.finally(() => {
        running.delete(worker)
        leave()
      })
      return openFile(worker, { bytes: new Uint8Array(bytes), ...accepted, ...options })
    },
    async close() {
      isClosed = true
      limiter.rejectWaiting(refusal('all'))
      await Promise.all([...running].map((worker) => worker.end(new Error('the reader was closed'))))
    },
  }
}

export function acceptedFile({ name, bytes }: { name: string; bytes: Uint8Array }) {
  const unsupported = () => new AppError('unsupported-file', refusedByName(name) ?? INVALID_FILE_TYPE.description)
  if (!hasAcceptedExtension(name)) throw unsupported()
  if (bytes.byteLength > MAX_FILE_BYTES) throw new AppError('too-large', FILE_TOO_LARGE.description)
  const kind = fileKind(bytes, name)
  if (!kind) throw unsupported()
  return { kind, isPlainText: /\.txt$/i.test(name) }
}

function refusal(scope: 'all' | 'key'): AppError {
  const reading = scope === 'key' ? 'Your other files are still being read.' : 'Many files are being read right now.'
  return new AppError('unavailable', `${reading} Please try again in a moment.`, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** The directory alone reveals most zip bombs, so no thread has to be started for them. */
function refuseBombs(bytes: Uint8Array): void {
  try {
    openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new AppError(error.refusal.code, error.refusal.message, { cause: error })
  }
}

type FileWorker = ReturnType<typeof startWorker>

function startWorker({ heapMb, deadlineMs, lifeMs }: Settings) {
  const worker = openWorker<WorkerTask, WorkerAnswer>({
    file: workerFile('company-file-worker', import.meta.url),
    heap: { oldMb: heapMb, youngMb: 32 },
    deadlineMs,
  })
  const life = setTimeout(() => void worker.end(new Error('the file was open for too long')), lifeMs)
  void worker.exited.finally(() => clearTimeout(life))
  return worker
}

async function openFile(worker: FileWorker, task: Exclude<WorkerTask, 'next'>): Promise<CompanyFile> {
  const close = () => void worker.end(new Error('the reader was closed'))
  const first = await readable(worker.ask(task, [task.bytes.buffer as ArrayBuffer]))
  if ('refused' in first) {
    close()
    const { code, message, details } = first.refused
    throw new AppError(code, message, { cause: new Error(first.because), details })
  }
  if (!('ready' in first)) throw new Error('unexpected response from the worker')
  return { ...first.ready, batches: batches(first.ready.total, worker, close), close }
}

async function* batches(total: number, worker: FileWorker, close: () => void): AsyncGenerator<FileRow[]> {
  try {
    const ahead = Array.from({ length: AHEAD }, () => worker.ask('next'))
    for (let read = 0; read < total;) {
      const answer = await readable(ahead.shift() ?? worker.ask('next'))
      if (!('batch' in answer)) throw new Error('unexpected response from the worker')
      ahead.push(worker.ask('next'))
      const rows = JSON.parse(answer.batch) as FileRow[]
      read += rows.length
      yield rows
    }
  } finally {
    close()
  }
}

const readable = (answer: Promise<WorkerAnswer>) =>
  answer.catch((error: unknown) => {
    throw new AppError('invalid-input', FILE_UNREADABLE, { cause: error })
  })
