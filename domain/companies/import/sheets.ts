import { isOwnExport, type TableRow } from './columns.ts'
import { fromLabeledRecords } from './labeled-records.ts'
import { isOtherSheet, isOtherTitle } from './other-lists.ts'
import { tablesSideBySide } from './side-by-side.ts'
import { stackedTables } from './stacked-tables.ts'
import { withJoinedHeadings } from './two-row-headings.ts'

/** A text file is a single sheet without a name. */
export type Sheet = { name: string; rows: readonly TableRow[] }

/** `isOther`: its name or title says that it isn't the portfolio. */
export type SheetTable = Sheet & { isOther: boolean }

/** Each table counts as a sheet of its own, with one row of headings and one company per row. */
export const tablesIn = (sheets: readonly Sheet[]): SheetTable[] =>
  sheets.flatMap(({ name, rows }) => {
    const isOther = isOtherSheet(name)
    if (isOwnExport(rows[0]?.cells ?? [])) return [{ name, rows, isOther }]
    const records = fromLabeledRecords(rows)
    if (records) return [{ name, rows: records, isOther }]
    const tables = stackedTables(rows).flatMap(tablesSideBySide)
    return tables.map(({ rows: own, title }, index) => ({
      name: tables.length === 1 ? name : tableName(name, title, index),
      rows: withJoinedHeadings(own),
      isOther: isOther || (tables.length > 1 && title !== null && isOtherTitle(title)),
    }))
  })

const MAX_TITLE = 60

const tableName = (sheet: string, title: string | null, index: number) =>
  [sheet, title?.slice(0, MAX_TITLE) ?? `Table ${index + 1}`].filter((part) => part !== '').join(': ')
