import Papa from 'papaparse'
import { findHeader, readHeader } from '#domain/companies/import/columns.ts'
import { COMPANY_FIELDS } from '#domain/companies/import/headings.ts'
import type { TableRow } from '#domain/companies/import/values.ts'
import { decodeText } from './decode-text.ts'
import { fixedWidthRows } from './fixed-width.ts'

const DELIMITERS = [',', ';', '\t', '|', '^', '~', '¦', '\u001F']
/** Used for files with one column, because it can't occur in the text. */
const NO_DELIMITER = '\0'
const NO_QUOTES = '\0'
const SAMPLE = { rows: 40, characters: 128 * 1024 }
/** An unclosed quote would swallow the rest of the file. After this many, quotes are ignored. */
const MAX_STRAY_QUOTES = 20

export type CsvTable = { rows: TableRow[]; warnings: string[] }

export function csvTable(bytes: Uint8Array, maxRows: number): CsvTable {
  const decodedText = decodeText(bytes)
  const text = decodedText.includes('\r') ? decodedText.replaceAll(/\r\n?/g, '\n') : decodedText
  const [declaration = '', declared] = /^"?sep=(.)"?\n/i.exec(text) ?? []
  const body = withoutSpacesBeforeQuotes(withoutOuterQuotes(text.slice(declaration.length)))
  const quote = quoteIn(body)
  const delimiter = declared ?? findDelimiter(body, quote)
  const aligned = delimiter === NO_DELIMITER ? fixedWidthRows(body, maxRows) : null
  if (aligned) return { rows: aligned, warnings: [] }
  const offset = declaration === '' ? 0 : 1
  return readRows(body, delimiter, { offset, maxRows, quote })
}

const sampleLines = (text: string) =>
  text
    .slice(0, SAMPLE.characters)
    .split('\n', SAMPLE.rows)
    .filter((line) => line.trim() !== '')

/** Some programs quote each line as a whole, because they take it for a single cell. */
function withoutOuterQuotes(text: string): string {
  const isQuoted = (line: string) => /^"(?:[^"]|"")*"$/.test(line)
  const lines = sampleLines(text)
  if (lines.length < 2 || !lines.every(isQuoted)) return text
  const bare = text
    .split('\n')
    .map((line) => (isQuoted(line) ? line.slice(1, -1).replaceAll('""', '"') : line))
    .join('\n')
  // A list of names may be quoted too; only headings show that the lines are rows.
  return bestDelimiter(bare, '"').found > 1 ? bare : text
}

/** `"Acme, Inc.", "acme.com"` */
function withoutSpacesBeforeQuotes(text: string): string {
  const isSpaced = /^"[^"]*"(?:[,;|] +"[^"]*")+$/.test(sampleLines(text)[0]?.trim() ?? '')
  return isSpaced ? text.replaceAll(/(?<=")([,;|]) +(?=")/g, '$1') : text
}

function quoteIn(text: string): string {
  const lines = sampleLines(text)
  return lines.length > 1 && lines.every((line) => /^'.*'$/.test(line)) ? "'" : '"'
}

function findDelimiter(text: string, quoteChar: string): string {
  const { delimiter, columns } = bestDelimiter(text, quoteChar)
  return columns === 1 ? NO_DELIMITER : delimiter
}

/** Picks the delimiter whose header has the most known columns or, in a tie, the most columns. */
function bestDelimiter(text: string, quoteChar: string) {
  const sample = text.slice(0, SAMPLE.characters)
  let best = { delimiter: ',', score: -1, columns: 0, found: 0 }
  for (const delimiter of DELIMITERS) {
    const rows = Papa.parse<string[]>(sample, {
      ...FORMAT,
      delimiter,
      quoteChar,
      preview: SAMPLE.rows,
    }).data.map((cells, index) => ({ row: index + 1, cells }))
    const filled = rows.filter(({ cells }) => hasContent(cells))
    const at = findHeader(filled)
    const header = at === -1 ? null : readHeader(filled, at, {}, false)
    const found = header ? COMPANY_FIELDS.filter((field) => header.columns[field] !== -1).length : 0
    const columns = header ? (filled[at]?.cells.length ?? 1) : usualWidth(filled)
    const score = found * 1000 + Math.min(columns, 999)
    if (score > best.score) best = { delimiter, score, columns, found }
  }
  return best
}

const FORMAT = { newline: '\n', header: false, dynamicTyping: false, skipEmptyLines: false } as const

type Reading = { offset: number; maxRows: number; quote: string }

function readRows(text: string, delimiter: string, { offset, maxRows, quote }: Reading): CsvTable {
  const rows: TableRow[] = []
  const warnings: string[] = []
  let number = offset
  let start = 0
  let strays = 0
  while (start < text.length) {
    const rest = start === 0 ? text : text.slice(start)
    const quoteChar = strays > MAX_STRAY_QUOTES ? NO_QUOTES : quote
    const stray = parseUntilStray(rest, delimiter, quoteChar, (cells) => {
      number += 1
      if (hasContent(cells)) rows.push({ row: number, cells })
      return rows.length <= maxRows
    })
    if (stray === null) break
    // The line with the stray quote is read literally, and parsing resumes after it.
    const lineEnd = rest.indexOf('\n', stray)
    const line = rest.slice(stray, lineEnd === -1 ? undefined : lineEnd)
    number += 1
    strays += 1
    if (strays === 1) warnings.push(`A quotation mark in row ${number} is never closed; it is read as text.`)
    rows.push({ row: number, cells: line.split(delimiter).map((cell) => cell.replaceAll(quote, '')) })
    start = lineEnd === -1 ? text.length : start + lineEnd + 1
  }
  return { rows, warnings }
}

/** Returns where the row with the stray quote starts. */
function parseUntilStray(
  text: string,
  delimiter: string,
  quoteChar: string,
  take: (cells: string[]) => boolean,
): number | null {
  let stray: number | null = null
  let reached = 0
  Papa.parse<string[]>(text, {
    ...FORMAT,
    delimiter,
    quoteChar,
    step({ data, errors, meta }, parser) {
      if (errors.some(({ type }) => type === 'Quotes')) stray = reached
      else reached = meta.cursor
      if (stray !== null || !take(data)) parser.abort()
    },
  })
  return stray
}

function hasContent(cells: readonly string[]): boolean {
  for (const cell of cells) if (cell !== '' && cell.trim() !== '') return true
  return false
}

/** Returns 1 unless most rows have the same width, because a few commas in names don't make a table. */
function usualWidth(rows: readonly TableRow[]): number {
  const widths = rows.map(({ cells }) => cells.length).toSorted((a, b) => a - b)
  const median = widths[widths.length >> 1] ?? 0
  return widths.filter((width) => width === median).length * 2 > widths.length ? median : 1
}
