import type { ImportQuestion } from './import/imports.ts'

/** Also imported by the browser: keep it small. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024
export const ACCEPTED = '.csv,.xlsx,.xls'

/** More than the picker offers: someone who drops one of these means to upload a list. */
export const hasAcceptedExtension = (fileName: string) =>
  /\.(?:csv|tsv|tab|txt|xlsx|xlsm|xltx|xls|ods|html?|xml)$/i.test(fileName)

const REFUSED: Record<string, string> = {
  xlsb: 'Binary workbooks (.xlsb) cannot be read. Save the file as .xlsx or .csv and upload that.',
  numbers: 'Numbers documents cannot be read. In Numbers, choose File, Export To, Excel and upload that file.',
  gsheet:
    'This is only a link to a Google sheet. In Google Sheets, choose File, Download, Microsoft Excel and upload that file.',
}

/** What to do instead of uploading a spreadsheet that can't be read; null for other files. */
export const refusedByName = (fileName: string): string | null =>
  REFUSED[/\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''] ?? null

export const INVALID_FILE_TYPE = {
  title: 'Invalid file type',
  description: 'Please upload a CSV or Excel file',
}
export const FILE_TOO_LARGE = { title: 'File too large', description: 'Maximum file size is 5MB' }

/** The dialog and the page word a missing file differently. */
export const NO_FILE_TITLE = 'No file selected'
export const NO_FILE_IN_DIALOG = 'Please select a CSV file to upload.'
export const NO_FILE_ON_PAGE = 'Please select a file to upload'

export const NO_DATA_ROW = 'CSV file must have at least a header row and one data row'
export const NO_NAME_COLUMN = "CSV must contain a 'Company' or 'Name' column"
export const NO_WEBSITE_COLUMN = "CSV must contain a 'Website' or 'URL' column"
export const NO_VALID_COMPANIES =
  'No valid companies found in CSV. Make sure you have both company names and websites in the data.'
export const FILE_UNREADABLE = 'There was an error processing your file. Please check the format and try again.'

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const exportFileName = (format: ExportFormat, now: Date) =>
  `tidings-portfolio-${now.toISOString().slice(0, 'YYYY-MM-DD'.length)}.${format}`

// Spreadsheets run a cell that begins with one of these as a formula, some even after leading apostrophes.
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/u
// People and exports write these to mean an empty cell.
const NOTHING = /^'*(?:[-–—]{1,4}|n\/?a|none|null)$/iu
const MAX_NOTHING_LENGTH = 4

const isGuarded = (value: string) => FORMULA.test(value) || NOTHING.test(value)

export const isEmptyMarker = (cell: string) =>
  cell.length <= MAX_NOTHING_LENGTH && !cell.startsWith("'") && NOTHING.test(cell)

/** Spreadsheets show the guarded value instead of running it; our importer removes the guard. */
export const guardFormula = (value: string) => (isGuarded(value) ? `'${value}` : value)

export const unguardFormula = (value: string) =>
  value.startsWith("'") && isGuarded(value.slice(1)) ? value.slice(1) : value

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
