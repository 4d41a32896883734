import { Unreadable } from './unreadable.ts'

export const MAX_ROWS = 200_000

export const tooManyRows = () =>
  new Unreadable('too many rows', {
    code: 'invalid-input',
    message: `The file has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Please upload it in parts.`,
  })

const ROW_END = /<\/(?:\w+:)?row\s*>/g
/** A value, or a text in the cell itself; cells without either only carry a style. */
const FILLED = /<(?:\w+:)?(?:v|t)(?:\s[^>]*)?>[^<]/

/** Counts the filled rows of a sheet's XML and stops at the first too many: reading them as cells takes many times longer. */
export function refuseTooManyRows(sheet: string): void {
  let filled = 0
  let start = 0
  for (const { index } of sheet.matchAll(ROW_END)) {
    if (FILLED.test(sheet.slice(start, index))) filled += 1
    if (filled > MAX_ROWS) throw tooManyRows()
    start = index
  }
}
