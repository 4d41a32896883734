import { CELL } from '#domain/updates/email-text.ts'
import { type Label, labelOf, type Unit, unitOf, valueOf } from './labels.ts'
import { isCurrentHeading, latestColumn } from './periods.ts'
import type { Stated } from './recency.ts'
import type { Table } from './table-rows.ts'

/** The metrics of a table's latest period, provided that the headings alone make clear which cells those are. */
export function tableMetrics({ rows, unit: above }: Table, sentAt: Date): Stated[] {
  const [header = [], ...body] = rows.filter((cells) => !cells.every((cell) => /^:?[-=]*:?$/.test(cell)))
  const whole = body.filter(({ length }) => length === header.length)
  const unit = unitOf(header[0] ?? '') ?? above
  const across = latestColumn(header, sentAt)
  if (across !== null) return read(whole, across, unit, header[across])
  const months = ['', ...whole.map(([month = '']) => month)]
  const down = latestColumn(months, sentAt)
  const turned = header.map((label, at) => [label, ...whole.map((cells) => cells[at] ?? '')])
  if (down !== null) return read(turned.slice(1), down, unit, months[down])
  if (isAboveValues(header, whole)) return read(turned, 1, unit)
  const only = onlyColumn([header, ...whole], unit)
  return only === null ? [] : read([header, ...whole], only, unit)
}

function read(rows: string[][], column: number, unit: Unit | null, heading = ''): Stated[] {
  return rows.flatMap((cells): Stated[] => {
    const [name = ''] = cells
    const value = cells[column] ?? ''
    const label = labelIn(name, unit)
    const found = label && valueOf(label, value)
    return found ? [{ ...found, sentence: [name, heading, value].filter(Boolean).join(CELL) }] : []
  })
}

function labelIn(name: string, unit: Unit | null): Label | null {
  const label = labelOf(name)
  return label && { ...label, unit: label.unit ?? unit }
}

function isAboveValues(header: string[], [values = [], ...others]: string[][]): boolean {
  const [label = '', value = ''] = [header[0], values[0]]
  return others.length === 0 && (/\d/.test(value) ? labelOf(label) !== null : isCurrentHeading(value))
}

/** The only column with values, as in "MRR · $84k · +6%". */
function onlyColumn(rows: string[][], unit: Unit | null): number | null {
  const [header = []] = rows
  const hasValues = (column: number) =>
    rows.some(([name = '', ...cells]) => {
      const label = labelIn(name, unit)
      return label && valueOf(label, cells[column - 1] ?? '')
    })
  const [only, ...others] = header.flatMap((_, column) => (column > 0 && hasValues(column) ? [column] : []))
  if (only === undefined || others.length > 0) return null
  const hasHeading = labelOf(header[0] ?? '') === null
  return !hasHeading || isCurrentHeading(header[only] ?? '') ? only : null
}
