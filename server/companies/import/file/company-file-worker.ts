import { platform, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { FILE_UNREADABLE } from '#domain/companies/files.ts'
import type { FileKind } from './file-kind.ts'
import { parseCompanyFile } from './parse-company-file.ts'
import { Unreadable, type Refusal } from './unreadable.ts'

export type WorkerTask = { bytes: Uint8Array; kind: FileKind; strict: boolean }
export type WorkerMessage =
  | { refused: Refusal; because: string }
  | { ready: { total: number; warnings: string[]; ignoredColumns: string[] } }
  /** Rows as JSON: a text crosses over in half the time that as many objects take. */
  | { batch: string }

const BATCH_ROWS = 250
/** Whoever reads a page goes before whoever uploads a file. */
const NICE = 10

// The library reports oddities of a file there, one line each; a hostile file has millions of them.
const quiet = () => {}
Object.assign(console, { log: quiet, info: quiet, warn: quiet, error: quiet })

const port = parentPort
if (port) {
  // On Linux this is the thread's own; elsewhere it would be the whole process's.
  if (platform() === 'linux') setPriority(NICE)
  const { bytes, kind, strict } = workerData as WorkerTask
  const say = (message: WorkerMessage) => port.postMessage(message)
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { total, warnings, ignoredColumns, judge } = await parseCompanyFile(file, { kind, strict })
    say({ ready: { total, warnings, ignoredColumns } })
    let done = 0
    // Each request is answered by one batch, so that no more waits in the other thread than it asked for.
    port.on('message', () => {
      say({ batch: JSON.stringify(judge(done, done + BATCH_ROWS)) })
      done += BATCH_ROWS
      if (done >= total) port.close()
    })
  } catch (error) {
    const refused =
      error instanceof Unreadable ? error.refusal : { code: 'invalid-input' as const, message: FILE_UNREADABLE }
    say({ refused, because: String(error) })
  }
}
