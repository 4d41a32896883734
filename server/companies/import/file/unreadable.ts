import { FILE_UNREADABLE } from '#domain/companies/files.ts'
import type { ErrorCode } from '#domain/errors.ts'

/** A plain object, because an AppError would lose its class between threads. */
export type Refusal = { code: ErrorCode; message: string; details?: object | undefined }

/** The reason is only for tests and logs; users see the refusal. */
export class Unreadable extends Error {
  readonly refusal: Refusal

  constructor(reason: string, refusal: Refusal = { code: 'invalid-input', message: FILE_UNREADABLE }) {
    super(reason)
    this.name = 'Unreadable'
    this.refusal = refusal
  }
}

export const MAX_ROWS = 200_000
/** Cells farther to the right are a mistake or an attack. */
export const MAX_COLUMNS = 512
export const MAX_SHEETS = 60
/** Excel's limit; a longer shared string would be copied for each cell. */
export const MAX_CELL = 32_767

export const tooManyRows = () =>
  new Unreadable('too many rows', {
    code: 'invalid-input',
    message: `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Please upload it in parts.`,
  })

export const nestedTooDeeply = () =>
  new Unreadable('nested too deeply', {
    code: 'invalid-input',
    message: 'The tables in this file are nested too deeply. Save it as CSV or XLSX and upload it again.',
  })

const ROW_END = /<\/(?:\w+:)?row\s*>/g
/** Matches a nonempty value or text; cells with neither only have a style. */
const FILLED = /<(?:\w+:)?(?:v|t)(?:\s[^>]*)?>[^<]/

/** Runs before the cells are parsed, because parsing takes many times longer. */
export function refuseTooManyRows(sheet: string): void {
  let filled = 0
  let start = 0
  for (const { index } of sheet.matchAll(ROW_END)) {
    if (FILLED.test(sheet.slice(start, index))) filled += 1
    if (filled > MAX_ROWS) throw tooManyRows()
    start = index
  }
}
