import type { ImportQuestion } from './imports.ts'

/** The parameters of an upload that confirm what a question proposes. Only the sheets, if there are several. */
export function answerTo({ sheets, sheet, headerRow, turned, columns }: ImportQuestion) {
  const read = sheets.filter((one) => one.read).map(({ number }) => number)
  const map = Object.fromEntries(columns.map(({ column, field }) => [`#${column}`, field ?? 'none']))
  if (read.length > 1) return { sheets: read.join(',') }
  return { sheets: String(sheet), headerRow, map: JSON.stringify(map), ...(turned ? { turned: '1' as const } : {}) }
}

/** How the preview refers to a row when it sends the user's choice: `12`, or `2:12` for the second sheet. */
export const rowReference = ({ sheet, row }: { sheet?: number | undefined; row: number }) =>
  sheet === undefined ? String(row) : `${sheet}:${row}`
