import { FILE_UNREADABLE } from '#domain/companies/files.ts'
import type { CompanyTable } from '#domain/companies/import/table.ts'
import { answerTasks } from '../../../platform/answer-tasks.ts'
import type { ImportLayout } from '#domain/companies/import/imports.ts'
import { parseCompanyFile, type ParseOptions } from './parse-company-file.ts'
import { Unreadable, type Refusal } from './unreadable.ts'

export type WorkerTask = ({ bytes: Uint8Array } & ParseOptions) | 'next'
export type WorkerAnswer =
  | { refused: Refusal; because: string }
  | { ready: { total: number; warnings: string[]; ignoredColumns: string[]; layout: ImportLayout } }
  /** JSON text, because passing it between threads takes half as long as passing the objects. */
  | { batch: string }

const BATCH_ROWS = 250
/** Lowers the priority, so that uploads don't slow down page requests. */
const NICE = 10

// The library logs every irregularity, and a malicious file can contain millions.
const quiet = () => {}
Object.assign(console, { log: quiet, info: quiet, warn: quiet, error: quiet })

let table: CompanyTable | undefined
let done = 0

answerTasks(NICE, async (task: WorkerTask): Promise<WorkerAnswer> => {
  if (task !== 'next') return read(task)
  const from = done
  done += BATCH_ROWS
  return { batch: JSON.stringify(table?.judge(from, done) ?? []) }
})

async function read({ bytes, ...options }: Exclude<WorkerTask, 'next'>): Promise<WorkerAnswer> {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    table = await parseCompanyFile(file, options)
    const { total, warnings, ignoredColumns, layout } = table
    return { ready: { total, warnings, ignoredColumns, layout } }
  } catch (error) {
    const refused =
      error instanceof Unreadable ? error.refusal : { code: 'invalid-input' as const, message: FILE_UNREADABLE }
    return { refused, because: String(error) }
  }
}
