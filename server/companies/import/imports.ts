import type { Company } from '#domain/companies/company.ts'
import { NO_VALID_COMPANIES } from '#domain/companies/files.ts'
import { AppError } from '#domain/errors.ts'
import type { Answers } from '#domain/companies/import/answer.ts'
import { createPlanner, type KnownCompany, type Planned } from '#domain/companies/import/plan.ts'
import type { ImportChoice } from '#domain/companies/import/table.ts'
import type { ImportUndone, PastImport } from '#domain/companies/endpoints.ts'
import type { FileRow, ImportLayout } from '#domain/companies/import/imports.ts'
import type { Database, Queries } from '../../platform/database/open.ts'
import type { Clock } from '#domain/time.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { daysBefore, RETENTION_DAYS } from '../company-record.ts'
import { companyStore } from '../store.ts'
import { positionStore } from '../positions/store.ts'
import { rememberedAnswers } from './remembered-answers.ts'
import { importStore } from './store.ts'

export const IMPORT_NOT_FOUND = 'Import not found'
const PAGE = 1000

export type ImportSource = {
  name: string
  total: number
  batches: AsyncIterable<FileRow[]> | FileRow[][]
  layout?: ImportLayout
}

type Options = {
  /** Whether existing companies are updated with the details in the file. */
  update: boolean
  /** How many rows of each kind to report; all by default. */
  reported?: number
  onProgress?: (done: number, total: number) => void
  /** How the user reads this file and others of its shape. */
  choice?: ImportChoice | undefined
}

/** `id` is null if nothing was written. */
export type Imported = {
  id: number | null
  createdAt: Date
  counts: ReturnType<typeof createPlanner>['counts']
  rows: Planned[]
}

export type Imports = ReturnType<typeof createImports>

export function createImports({ database, clock, queue }: { database: Database; clock: Clock; queue: Queue }) {
  return {
    preview: (userId: string, source: ImportSource, options: Options): Promise<Imported> =>
      database.asUser(userId, async (queries) => {
        const { counts, rows } = await planAll(queries, userId, source, options, async () => {})
        return { id: null, createdAt: clock(), counts, rows }
      }),

    commit: (userId: string, source: ImportSource, options: Options): Promise<Imported> =>
      database.asUser(userId, async (queries) => {
        const now = clock()
        await rememberedAnswers(queries).remember(userId, source.layout, options.choice ?? {}, now)
        const store = importStore(queries)
        await companyStore(queries).lock(userId)
        const id = await store.begin(userId, source.name, now)
        const idOf = new Map<string, number>()
        const { counts, rows } = await planAll(queries, userId, source, options, async (planned) => {
          for (const [key, companyId] of await store.add(userId, id, rowsOf(planned, 'new'), now))
            idOf.set(key, companyId)
          await store.change(userId, id, changesOf(planned), now)
          await positionStore(queries).insertMany(userId, id, positionsOf(planned, idOf), now)
        })
        if (counts.new + counts.changed + counts.position === 0) {
          await store.forget(userId, id)
          return { id: null, createdAt: now, counts, rows }
        }
        await store.finish(userId, id, counts)
        if (counts.new + counts.changed > 0) await queue.enqueue(queries, 'companies.added', { userId, importId: id })
        return { id, createdAt: now, counts, rows }
      }),

    /** Yields pages, so that a large result is never in memory as a whole. */
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

    answers: (userId: string): Promise<Answers> =>
      database.asUser(userId, (queries) => rememberedAnswers(queries).list(userId)),

    forgetAnswers: (userId: string): Promise<void> =>
      database.asUser(userId, (queries) => rememberedAnswers(queries).forget(userId)),

    list: (userId: string): Promise<PastImport[]> =>
      database.asUser(userId, (queries) => importStore(queries).list(userId, daysBefore(clock(), RETENTION_DAYS))),

    /** Added companies are removed; changed ones get their old values back. */
    undo: (userId: string, id: number): Promise<ImportUndone> =>
      database.asUser(userId, async (queries) => {
        const now = clock()
        const store = importStore(queries)
        await companyStore(queries).lock(userId)
        const row = await store.find(userId, id, daysBefore(now, RETENTION_DAYS))
        if (!row) throw new AppError('not-found', IMPORT_NOT_FOUND)
        if (row.undoneAt) throw new AppError('conflict', 'This import has already been undone')
        const removed = await store.takeOut(userId, row, now)
        const reverted = await store.revert(userId, id, now)
        const positions = await positionStore(queries).removeImported(userId, id)
        await store.markUndone(userId, id, now)
        if (reverted > 0) await queue.enqueue(queries, 'companies.added', { userId, importId: id })
        return { removed, reverted, positions }
      }),
  }
}

/** Used by both preview and commit. */
async function planAll(
  queries: Queries,
  userId: string,
  source: ImportSource,
  { update, reported = Infinity, onProgress }: Options,
  write: (planned: Planned[]) => Promise<void>,
) {
  const planner = createPlanner({ update, sheetNames: source.layout?.sheets.map(({ name }) => name) })
  // In an empty portfolio, duplicates can only come from the file itself.
  const isEmpty = await importStore(queries).isEmpty(userId)
  const rows: Planned[] = []
  const keptOf = new Map<Planned['kind'], number>()
  for await (const batch of source.batches) {
    const names = new Set(batch.filter((row) => row.reason === null).map((row) => row.nameKey))
    const known = names.size > 0 && !isEmpty ? await knownCompanies(queries, userId, [...names]) : []
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
  if (counts.new + counts.changed + counts.position + counts.duplicate === 0) throw new AllInvalid(rows)
  return { counts, rows }
}

async function knownCompanies(queries: Queries, userId: string, names: string[]): Promise<KnownCompany[]> {
  const found = await importStore(queries).known(userId, names)
  const held = await positionStore(queries).list(
    userId,
    found.map(({ id }) => id),
  )
  const positions = Map.groupBy(held, ({ companyId }) => companyId)
  return found.map((company) => ({ ...company, positions: positions.get(company.id) ?? [] }))
}

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

const positionsOf = (planned: Planned[], idOf: ReadonlyMap<string, number>) =>
  planned.flatMap(({ companyId, companyKey, add }) => {
    const id = companyId ?? idOf.get(companyKey ?? '')
    return id === undefined ? [] : add.map((content) => ({ ...content, companyId: id }))
  })
