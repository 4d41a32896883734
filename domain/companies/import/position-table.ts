import { shownName, type Header, type TableRow } from './columns.ts'
import { valuesOf } from './values.ts'
import { dateOrder, type DateReading } from './dates.ts'
import type { PositionReading } from './position-reader.ts'
import type { ImportChoice, TableOptions } from './table.ts'
import type { ImportLayout } from './imports.ts'
import { isCurrency } from '../positions/money.ts'
import { decimalMark, readMoney } from '../positions/read-money.ts'

type Data = readonly TableRow[]

/** How to read the amounts of a table; null if it has none. */
export function positionReading(
  { columns, position }: Header,
  data: Data,
  { date1904 = false, choice, isLiteral }: TableOptions & { isLiteral: boolean },
): PositionReading | null {
  if (position === null) return null
  const datesIn = (column: number): DateReading => ({ order: dateOrder(valuesOf(data, column)).order, date1904 })
  const money = [
    position.amount,
    position.value,
    position.valuation,
    ...position.valuations.map(({ column }) => column),
  ]
  // Our own exports always use a decimal point.
  const markOf = (column: number) => (isLiteral ? '.' : decimalMark(valuesOf(data, column)))
  return {
    columns: position,
    marks: new Map(money.filter((column) => column !== -1).map((column) => [column, markOf(column)])),
    dates: datesIn(position.positionDate === -1 ? columns.investmentDate : position.positionDate),
    valueDates: datesIn(position.valueDate),
    currency: choice?.currency ?? null,
    valuesAsOf: choice?.valuesAsOf ?? null,
  }
}

/** What the file doesn't say, so that the user can be asked. */
export function questionsOf(
  parts: readonly { header: Header; data: Data }[],
  choice: ImportChoice | undefined,
): Pick<ImportLayout, 'asks'> {
  const asks: NonNullable<ImportLayout['asks']> = []
  if (choice?.currency !== undefined || parts.some(hasNoCurrency)) asks.push('currency')
  if (choice?.valuesAsOf !== undefined || parts.some(hasUndatedValues)) asks.push('values-as-of')
  return asks.length === 0 ? {} : { asks }
}

export function positionWarnings(header: Header, data: Data, rows: Data, choice: ImportChoice | undefined): string[] {
  const { at, position } = header
  if (position === null) return []
  const called = (column: number) => `“${shownName(rows[at]?.cells[column] ?? '')}”`
  const warnings: string[] = []
  if (choice?.currency === undefined && hasNoCurrency({ header, data }))
    warnings.push('Some amounts have no currency. They are left out until you choose one.')
  else if (choice?.currency === undefined && hasDollars(header, data))
    warnings.push('Amounts in $ are read as US dollars.')
  if (choice?.valuesAsOf === undefined && hasUndatedValues({ header, data }))
    warnings.push(`${called(position.value)} has no dates. The values are left out until you choose one.`)
  return warnings
}

const amountsIn = ({ position }: Header, data: Data) =>
  position === null ? [] : [...valuesOf(data, position.amount), ...valuesOf(data, position.value)]

function hasNoCurrency({ header, data }: { header: Header; data: Data }): boolean {
  const { position } = header
  if (position === null || position.unit !== null) return false
  const { amount, value, currency } = position
  return data.some(({ cells }) => {
    if (isCurrency((cells[currency] ?? '').trim().toUpperCase())) return false
    return [amount, value].some((column) => {
      const money = readMoney((cells[column] ?? '').trim(), '.')
      return !('problem' in money) && money.currency === null && !money.isDollar && money.amount !== '0'
    })
  })
}

function hasDollars(header: Header, data: Data): boolean {
  if (header.position === null || header.position.currency !== -1) return false
  return header.position.unit === '$' || amountsIn(header, data).some((text) => /(?<![A-Z])\$/.test(text))
}

const hasUndatedValues = ({ header: { position }, data }: { header: Header; data: Data }) =>
  position !== null &&
  position.value !== -1 &&
  data.some(
    ({ cells }) => (cells[position.value] ?? '').trim() !== '' && (cells[position.valueDate] ?? '').trim() === '',
  )
