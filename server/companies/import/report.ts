import type { Company } from '#domain/companies/company.ts'
import type { Planned } from '#domain/companies/import/plan.ts'
import type { ImportReport, ImportProgress } from '#domain/companies/import/imports.ts'
import { jsonArray } from '../../platform/http/route.ts'
import type { Imported } from './imports.ts'
import { csvHeader, csvRow } from '../../platform/csv.ts'
import { STATUS_OF, type AppError } from '#domain/errors.ts'

const CHUNK = 500

type FileNotes = Pick<ImportReport, 'warnings' | 'ignoredColumns' | 'layout'>
type Lists = Pick<ImportReport, 'rows' | 'skipped' | 'duplicates'>

function listsOf(planned: Planned[]): Lists {
  const of = (...kinds: Planned['kind'][]) => planned.filter((row) => kinds.includes(row.kind))
  return {
    rows: of('new', 'changed', 'position', 'invalid', 'ignored').map(
      ({ from: _from, companyKey: _companyKey, ...row }) => row,
    ),
    skipped: of('invalid', 'ignored').map(({ row, reason, name, sheet }) => ({
      row,
      reason: reason ?? '',
      name,
      ...(sheet === undefined ? {} : { sheet }),
    })),
    duplicates: of('duplicate').map(({ row, reason, name, companyId, sheet }) => ({
      row,
      reason: reason ?? '',
      name,
      companyId,
      ...(sheet === undefined ? {} : { sheet }),
    })),
  }
}

export const shortReport = (
  { id, counts, rows }: Imported,
  created: Company[],
  { warnings, ignoredColumns, layout }: FileNotes,
): ImportReport => ({ importId: id, counts, created, ...listsOf(rows), warnings, ignoredColumns, layout })

export async function* reportJson(
  { id, counts, rows }: Imported,
  created: AsyncIterable<Company[]>,
  { warnings, ignoredColumns, layout }: FileNotes,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ importId: id, counts, warnings, ignoredColumns, layout }).slice(0, -1)},"created":`
  yield* jsonArray(created)
  for (const [name, list] of Object.entries(listsOf(rows))) {
    yield `,"${name}":`
    yield* jsonArray(chunksOf(list))
  }
  yield '}'
}

function* chunksOf(list: object[]): Generator<object[]> {
  for (let start = 0; start < list.length; start += CHUNK) yield list.slice(start, start + CHUNK)
}

const HEADER = ['Row', 'Reason', 'Company', 'Website', 'Category', 'Stage', 'Date Invested']

export function* skippedFile(planned: Planned[]): Generator<string> {
  yield csvHeader(HEADER)
  for (const { kind, row, reason, from } of planned) {
    if (kind === 'new' || kind === 'changed' || kind === 'position') continue
    yield csvRow([row, reason, from.name, from.website, from.category, from.stage, from.investmentDate])
  }
}

type OnProgress = (done: number, total: number) => void

/** The import continues when the client disconnects. */
export function progressStream(
  run: (send: OnProgress) => Promise<ImportReport>,
  refusalOf: (error: unknown) => AppError,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async start(controller) {
      let isOpen = true
      const send = (line: ImportProgress) => {
        try {
          if (isOpen) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
        } catch {
          isOpen = false
        }
      }
      await run((done, total) => send({ done, total }))
        .then((report) => send({ report }))
        .catch((error: unknown) => {
          const { code, message } = refusalOf(error)
          send({ problem: { status: STATUS_OF[code], code, message } })
        })
      if (isOpen) controller.close()
    },
  })
}
