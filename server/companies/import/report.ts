import type { Company } from '#domain/companies.ts'
import type { Planned } from '#domain/import-planner.ts'
import type { ImportReport } from '#domain/imports.ts'
import { jsonArray } from '../../http/json-stream.ts'
import type { Imported } from './imports.ts'

const CHUNK = 500

/** What is said of the file as a whole. */
type FileNotes = Pick<ImportReport, 'warnings' | 'ignoredColumns'>
type Lists = Pick<ImportReport, 'rows' | 'skipped' | 'duplicates'>

function listsOf(planned: Planned[]): Lists {
  const of = (...kinds: Planned['kind'][]) => planned.filter((row) => kinds.includes(row.kind))
  return {
    rows: of('new', 'changed', 'invalid').map(({ from: _from, ...row }) => row),
    skipped: of('invalid').map(({ row, reason, name }) => ({ row, reason: reason ?? '', name })),
    duplicates: of('duplicate').map(({ row, reason, name, companyId }) => ({
      row,
      reason: reason ?? '',
      name,
      companyId,
    })),
  }
}

/** A report short enough to be told at once. */
export const shortReport = (
  { id, counts, rows }: Imported,
  created: Company[],
  { warnings, ignoredColumns }: FileNotes,
): ImportReport => ({ importId: id, counts, created, ...listsOf(rows), warnings, ignoredColumns })

/** The whole report as JSON in pieces. */
export async function* reportJson(
  { id, counts, rows }: Imported,
  created: AsyncIterable<Company[]>,
  { warnings, ignoredColumns }: FileNotes,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ importId: id, counts, warnings, ignoredColumns }).slice(0, -1)},"created":`
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
