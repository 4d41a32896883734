import { CELL } from '#domain/updates/email-text.ts'
import { cut, oneLine } from '../../news/formats/html/plain-text.ts'

const SLACK = 8
const BULLET = /^([ \t]*)[•·▪◦‣●*–-][ \t\u00A0]+(?=\S)/u
const NUMBER = /^([ \t]*)(\d{1,2}[.)])[ \t\u00A0]+(?=\S)/
// The lookbehind starts a match only where the spaces start; otherwise a long run would take quadratic time.
const TAB = /(?<! ) *\t[ \t]*/
const SPACES = / {2,}/
/** A single tab may just separate a label from its value. */
const MIN_COLUMNS = 3
/** Longer cells are sentences, which some people separate with two spaces. */
const MAX_CELL = 40
const SENTENCE_END = /[.!?]$/
/** The line of dashes under a header. */
const RULE = /^\s*[-=_]{2,}(?:\s+[-=_]{2,})+\s*$/
/** An em dash, because an en dash would be read as a list bullet. */
export const EMPTY_CELL = '—'
const INDENT = 2
const MAX_INDENT = 6

/** Keeps lines as written, with one blank line between paragraphs. */
export function mailText(text: string, max: number): string {
  const written = text.slice(0, max * SLACK).replaceAll(/\r\n?/g, '\n')
  const lines = written.split('\n').filter((line) => !RULE.test(line))
  return paragraphs(
    lines.map((line, at) => readLine(line, lines[at + 1] ?? '')),
    max,
  )
}

/** At most one blank line in a row, and none at either end. */
export function paragraphs(lines: string[], max: number): string {
  const kept = lines.filter((line, at) => line !== '' || (at > 0 && lines[at - 1] !== ''))
  return cut(kept.join('\n').replaceAll(/^\n+|\s+$/g, ''), max)
}

function readLine(line: string, next: string): string {
  const bullet = BULLET.exec(line)
  const item = bullet ?? NUMBER.exec(line)
  if (!item) return oneLine(readRow(line, next)?.join(CELL) ?? line, line.length * 2)
  const rest = oneLine(line.slice(item[0].length), line.length)
  return `${' '.repeat(indentOf(item[1] ?? ''))}${bullet ? '•' : (item[2] ?? '')} ${rest}`
}

/** Null if the line isn't a row of a table whose columns are aligned by tabs or spaces. */
function readRow(line: string, next: string): string[] | null {
  const cells = cellsOf(line)
  const isHeader = /^(?:\t| {2,})/.test(line) && cells.length > 1 && cellsOf(next).length === cells.length + 1
  const row = isHeader ? [EMPTY_CELL, ...cells] : cells
  return row.length >= MIN_COLUMNS ? row : null
}

function cellsOf(line: string): string[] {
  if (line.trim().includes('\t')) return line.trim().split(TAB)
  const cells = line.trim().split(SPACES)
  return cells.every((cell) => cell.length <= MAX_CELL && !SENTENCE_END.test(cell)) ? cells : []
}

/** Many mail clients indent even top-level items. */
const indentOf = (space: string) =>
  Math.min(Math.max(0, Math.floor(space.replaceAll('\t', '    ').length / 4)) * INDENT, MAX_INDENT)

const WIDTHS = { narrowest: 60, widest: 80 }
const STARTS_ANEW = /^(?:\s|$|>|#|[•*–-]\s|\d{1,2}[.)]\s|--$|\*?\p{L}[\p{L} -]{0,24}\s?:)/u

/**
 * Rejoins lines that a mail client wrapped at a fixed width. A line was wrapped if the first word of the next one
 * wouldn't have fit, unless the next line begins a list, quote, or label.
 */
export function unwrapped(text: string): string {
  const lines = text.split('\n')
  const width = lines.reduce((longest, line) => (line.includes(' ') ? Math.max(longest, line.length) : longest), 0)
  if (width < WIDTHS.narrowest || width > WIDTHS.widest) return text
  const whole: string[] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? ''
    const first = /^\S+/.exec(line)?.[0] ?? ''
    const isBroken = before.length + 1 + first.length > width && !before.startsWith('>') && !STARTS_ANEW.test(line)
    if (isBroken && before !== '') whole.push(`${whole.pop() ?? ''} ${line}`)
    else whole.push(line)
  }
  return whole.join('\n')
}
