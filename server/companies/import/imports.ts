import type { Company } from '#domain/companies/company.ts'
import { NO_VALID_COMPANIES } from '#domain/companies/files.ts'
import { AppError } from '#domain/errors.ts'
import {
  type FileRow,
  createPlanner,
  type Planned,
  type ImportUndone,
  type PastImport,
} from '#domain/companies/imports.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { daysBefore, RETENTION_DAYS } from '../company-record.ts'
import { companyStore } from '../store.ts'
import { importStore } from './store.ts'

export const IMPORT_NOT_FOUND = 'Import not found'
const PAGE = 1000

/** Where the rows come from: a file that was read, or a list in a request. */
export type ImportSource = { name: string; total: number; batches: AsyncIterable<FileRow[]> | FileRow[][] }

type Options = {
  /** Whether companies that are there already take over what the file tells of them. */
  update: boolean
  /** How many rows of each kind are told; all of them where nothing is said. */
  reported?: number
  onProgress?: (done: number, total: number) => void
}

/** What an import does or did with the rows; `id` is null when nothing was written. */
export type Imported = {
  id: number | null
  createdAt: Date
  counts: ReturnType<typeof createPlanner>['counts']
  rows: Planned[]
}

export type Imports = ReturnType<typeof createImports>

export function createImports({ database, clock, queue }: { database: Database; clock: Clock; queue: Queue }) {
  return {
    /** What the import would do; nothing is written. */
    preview: (userId: string, source: ImportSource, options: Options): Promise<Imported> =>
      database.asUser(userId, async (queries) => {
        const { counts, rows } = await planAll(queries, userId, source, options, async () => {})
        return { id: null, createdAt: clock(), counts, rows }
      }),

    /** All of the file or nothing of it. */
    commit: (userId: string, source: ImportSource, options: Options): Promise<Imported> =>
      database.asUser(userId, async (queries) => {
        const now = clock()
        const store = importStore(queries)
        await companyStore(queries).lock(userId)
        const id = await store.begin(userId, source.name, now)
        const { counts, rows } = await planAll(queries, userId, source, options, async (planned) => {
          await store.add(userId, id, rowsOf(planned, 'new'), now)
          await store.change(userId, id, changesOf(planned), now)
        })
        if (counts.new + counts.changed === 0) {
          await store.forget(userId, id)
          return { id: null, createdAt: now, counts, rows }
        }
        await store.finish(userId, id, counts)
        if (counts.new > 0) await queue.enqueue(queries, 'companies.added', { userId, importId: id })
        return { id, createdAt: now, counts, rows }
      }),

    /** The companies an import has created, in pages, so that a large answer is never held as a whole. */
    async *created(userId: string, { id, createdAt }: Imported, limit = Infinity): AsyncGenerator<Company[]> {
      if (id === null) return
      let after = 0
      for (let left = limit; left > 0; left -= PAGE) {
        const page = await database.asUser(userId, (queries) =>
          importStore(queries).added(userId, { id, createdAt }, after, Math.min(PAGE, left)),
        )
        if (page.length > 0) yield page
        if (page.length < PAGE) return
        after = page.at(-1)?.id ?? after
      }
    },

    list: (userId: string): Promise<PastImport[]> =>
      database.asUser(userId, (queries) => importStore(queries).list(userId, daysBefore(clock(), RETENTION_DAYS))),

    /** Takes a whole import back: what it added goes to the removed companies, what it changed gets its old values. */
    undo: (userId: string, id: number): Promise<ImportUndone> =>
      database.asUser(userId, async (queries) => {
        const now = clock()
        const store = importStore(queries)
        await companyStore(queries).lock(userId)
        const row = await store.find(userId, id, daysBefore(now, RETENTION_DAYS))
        if (!row) throw new AppError('not-found', IMPORT_NOT_FOUND)
        if (row.undoneAt) throw new AppError('conflict', 'This import has been undone already')
        const removed = await store.takeOut(userId, row, now)
        const reverted = await store.revert(userId, id, now)
        await store.markUndone(userId, id, now)
        return { removed, reverted }
      }),
  }
}

/** Plans batch by batch and hands each to whoever writes, so that preview and commit go the same way. */
async function planAll(
  queries: Queries,
  userId: string,
  source: ImportSource,
  { update, reported = Infinity, onProgress }: Options,
  write: (planned: Planned[]) => Promise<void>,
) {
  const planner = createPlanner({ update })
  // Into an empty portfolio only the file itself can bring something twice, and that the planner knows.
  const isEmpty = await importStore(queries).isEmpty(userId)
  const rows: Planned[] = []
  const keptOf = new Map<Planned['kind'], number>()
  for await (const batch of source.batches) {
    const names = new Set(batch.filter((row) => row.reason === null).map((row) => row.nameKey))
    const known = names.size > 0 && !isEmpty ? await importStore(queries).known(userId, [...names]) : []
    const planned = planner.plan(batch, known)
    await write(planned)
    for (const row of planned) {
      const kept = (keptOf.get(row.kind) ?? 0) + 1
      if (kept <= reported) rows.push(row)
      keptOf.set(row.kind, kept)
    }
    onProgress?.(planner.counts.total, source.total)
  }
  const { counts } = planner
  if (counts.invalid === counts.total) throw new AllInvalid(rows)
  return { counts, rows }
}

/** No row of the file can be imported; it still tells why, row by row. */
export class AllInvalid extends AppError {
  readonly rows: Planned[]

  constructor(rows: Planned[]) {
    super('invalid-input', NO_VALID_COMPANIES)
    this.rows = rows
  }
}

const rowsOf = (planned: Planned[], kind: Planned['kind']) =>
  planned.filter((row) => row.kind === kind).map((row) => row.from)

const changesOf = (planned: Planned[]) =>
  planned.flatMap(({ kind, companyId, changes }) =>
    kind === 'changed' && companyId !== null ? [{ companyId, changes }] : [],
  )
