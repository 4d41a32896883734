import { HEADER_WITHIN, findHeader } from '#domain/companies/import/columns.ts'
import type { TableRow } from '#domain/companies/import/values.ts'
import { MAX_COLUMNS } from './unreadable.ts'

const GAP = /\s{2,}/
const RULE = /^[-=_+\s]+$/

/** Columns that are aligned with spaces, as in reports and mails; null if the text isn't such a table. */
export function fixedWidthRows(text: string, maxRows: number): TableRow[] | null {
  const head = text.split('\n', HEADER_WITHIN)
  const at = head.findIndex((line) => GAP.test(line.trim()) && findHeader(asTable(line)) === 0)
  const heading = head[at]
  if (heading === undefined) return null
  const starts = [...heading.matchAll(/\S+(?: \S+)*/g)].map(({ index }) => index)
  const lines = text.split('\n')
  const isProse = (line: string) => starts.some((start) => isInWord(line, start))
  if (starts.length > MAX_COLUMNS || lines.some((line, index) => index > at && isProse(line) && GAP.test(line.trim())))
    return null
  const rows = lines.flatMap((line, index) => {
    if (line.trim() === '' || (index > at && RULE.test(line))) return []
    return [{ row: index + 1, cells: isProse(line) ? [line.trim()] : cellsOf(line, starts) }]
  })
  return rows.slice(0, maxRows + 1)
}

const isInWord = (line: string, at: number) => at > 0 && /^\S\S/.test(line.slice(at - 1, at + 1))

const asTable = (line: string): TableRow[] => [{ row: 1, cells: line.trim().split(GAP) }]

const cellsOf = (line: string, starts: number[]): string[] =>
  starts.map((start, index) => line.slice(index === 0 ? 0 : start, starts[index + 1]).trim())
