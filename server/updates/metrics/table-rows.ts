import { CELL } from '#domain/updates/email-text.ts'
import { hasValue } from './asides.ts'
import { cuesIn, MONEY_CUES, MONTHS_CUES } from './cues.ts'
import { labelOf, type Unit, unitOf } from './labels.ts'
import { plain } from './markup.ts'
import { isPeriod } from './periods.ts'
import { isUncertain } from './words.ts'

const MAX_SIDE = 40
const LONGEST_ROW = 1000
const LONGEST_CELL = 40

export type Table = { rows: string[][]; unit: Unit | null }
/** `sentences` are what a table says that only lists labels with their values. */
export type TableLines = { length: number; table: Table | null; sentences: string[] }

/** Null if there is no table at this line. */
export function tableAt(lines: string[], start: number): TableLines | null {
  const style = styleOf(lines[start] ?? '')
  if (!style) return null
  const written: string[] = []
  for (let at = start; written.length < MAX_SIDE && styleOf(lines[at] ?? '') === style; at += 1)
    written.push(lines[at] ?? '')
  const rows = written.map((line) => cellsOf(line, style))
  const [header = []] = rows
  const width = Math.max(...rows.map(({ length }) => length))
  if (style === 'aligned') {
    // Two spaces may also just end a sentence.
    if (rows.length < 2) return null
    // Nothing stands above the labels.
    if (header.length === width - 1) header.unshift('')
  }
  const length = rows.length
  if (rows.every((cells) => cells.filter(isStatement).length > 1))
    return { length, table: null, sentences: rows.flat() }
  const isMonthly = isPeriod(rows.at(-1)?.[0] ?? '') && labelOf(header[1] ?? '') !== null
  if (width > 2 || isMonthly) return { length, table: { rows, unit: unitAbove(lines[start - 1] ?? '') }, sentences: [] }
  const isCurrent = hasValue(header[1] ?? '') || !isUncertain(header[1] ?? '')
  return { length, table: null, sentences: isCurrent ? rows.map((cells) => cells.join(CELL)) : [] }
}

type Style = 'pipes' | 'dots' | 'aligned'

function styleOf(line: string): Style | null {
  if (line.length > LONGEST_ROW) return null
  if (/[^\s|]\s*\|\s*[^\s|]/.test(line)) return 'pipes'
  if (line.includes(CELL)) return 'dots'
  const cells = cellsOf(line, 'aligned')
  return cells.length > 1 && cells.every((cell) => cell.length <= LONGEST_CELL) ? 'aligned' : null
}

const SPLIT: Record<Style, RegExp | string> = { pipes: '|', dots: CELL, aligned: / {2,}|\t+/ }

const cellsOf = (line: string, style: Style): string[] =>
  (style === 'dots' ? line : line.trim().replaceAll(/^\||\|$/g, '')).split(SPLIT[style]).slice(0, MAX_SIDE).map(plain)

/** "MRR: $84k | Burn: $50k" isn't a table. */
const isStatement = (cell: string) =>
  hasValue(cell) && [MONEY_CUES, MONTHS_CUES].some((cues) => cuesIn(cell, cues).length > 0)

/** "KPIs (EUR thousands)", "All amounts in $k." */
const unitAbove = (line: string): Unit | null =>
  unitOf(/\(([^()]{1,40})\)\s?:?$/.exec(line)?.[1] ?? line.trim().replace(/[.:]$/, ''))
