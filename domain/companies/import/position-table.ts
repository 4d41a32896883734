import { fold } from '#domain/dates/months.ts'
import { dateOrder, type DateReading } from '#domain/dates/written-dates.ts'
import { oneLine } from '../company.ts'
import { isEmptyMarker, unguardFormula } from '../files.ts'
import { shownName, type Header } from './columns.ts'
import { POSITION_FIELDS, type PositionField } from './headings.ts'
import { valuesOf, type TableRow } from './values.ts'
import type { TableOptions } from './table.ts'
import type { ImportLayout } from './imports.ts'
import { isCurrency } from '../positions/money.ts'
import { paragraphs } from '../positions/position.ts'
import { CURRENCY_SIGNS } from '#domain/money/currency.ts'
import { decimalMark, readMoney } from '#domain/money/read-money.ts'
import type { PositionReading, WrittenPosition } from '../positions/read-position.ts'

type Data = readonly TableRow[]
type Part = { header: Header; heading: TableRow | undefined; data: Data }
type Ask = NonNullable<ImportLayout['asks']>[number]

export type TableReading = PositionReading & { written: (row: TableRow) => WrittenPosition }

/** How to read the amounts of a table; null if it has none. */
export function positionReading(
  part: Part,
  { date1904 = false, choice }: TableOptions,
  currency: string | null,
): TableReading | null {
  const { header, data } = part
  const { columns, isLiteral } = header
  if (!header.hasPositions) return null
  const datesIn = (column: number): DateReading => ({ order: dateOrder(valuesOf(data, column)).order, date1904 })
  // Our own exports always use a decimal point.
  const markOf = (column: number) => (isLiteral ? '.' : decimalMark(valuesOf(data, column)))
  const valuations = header.valuations.map((one) => ({ ...one, mark: markOf(one.column) }))
  const hasDates = columns.positionDate !== -1
  return {
    written: (row) => ({
      ...(Object.fromEntries(POSITION_FIELDS.map((field) => [field, written(row, columns[field])])) as Record<
        PositionField,
        string
      >),
      notes: written(row, columns.notes, paragraphs),
      valuations: valuations.map(({ column, basis, mark }) => ({ text: written(row, column), basis, mark })),
    }),
    unit: unitOf(part),
    marks: { amount: markOf(columns.amount), value: markOf(columns.value) },
    hasDates,
    dates: datesIn(hasDates ? columns.positionDate : columns.investmentDate),
    valueDates: datesIn(columns.valueDate),
    currency,
    valuesAsOf: choice?.valuesAsOf ?? null,
  }
}

function written({ cells }: TableRow, column: number, tidy = oneLine): string {
  const cell = cells[column] ?? ''
  return cell === '' || isEmptyMarker(cell.trim()) ? '' : tidy(unguardFormula(cell))
}

/** "Cost (USD)", "Invested in EUR", "Amount, $" */
function unitOf({ header: { columns }, heading }: Part): string | null {
  const cell = fold(heading?.cells[columns.amount === -1 ? columns.value : columns.amount] ?? '').toUpperCase()
  const code = /(?:^|[^A-Z])([A-Z]{3})\W*$/.exec(cell)?.[1] ?? ''
  if (isCurrency(code)) return code
  const sign = /\p{Sc}/u.exec(cell)?.[0] ?? ''
  return CURRENCY_SIGNS[sign] ?? (sign === '$' ? sign : null)
}

/** What the table doesn't say about its amounts, so that the user can be asked, and what follows from that. */
export function moneyQuestions(
  part: Part,
  { choice }: TableOptions,
  currency: string | null,
): { asks: Ask[]; warnings: string[] } {
  const { columns, hasPositions } = part.header
  const [asks, warnings]: [Ask[], string[]] = [[], []]
  if (!hasPositions) return { asks, warnings }
  const lacksCurrency = hasNoCurrency(part)
  if (lacksCurrency || currency !== null) asks.push('currency')
  if (lacksCurrency && currency === null)
    warnings.push('Some amounts have no currency. They are left out until you choose one.')
  else if (currency === null && hasDollars(part)) warnings.push('Amounts in $ are read as US dollars.')
  const lacksDates = hasUndatedValues(part)
  if (lacksDates || choice?.valuesAsOf !== undefined) asks.push('values-as-of')
  if (lacksDates && choice?.valuesAsOf === undefined) {
    const heading = shownName(part.heading?.cells[columns.value] ?? '')
    warnings.push(`“${heading}” has no dates. The values are left out until you choose one.`)
  }
  return { asks, warnings }
}

function hasNoCurrency(part: Part): boolean {
  const { amount, value, currency } = part.header.columns
  if (unitOf(part) !== null) return false
  return part.data.some(({ cells }) => {
    if (isCurrency((cells[currency] ?? '').trim().toUpperCase())) return false
    return [amount, value].some((column) => {
      const money = readMoney((cells[column] ?? '').trim(), '.')
      return !('problem' in money) && money.currency === null && !money.isDollar && money.amount !== '0'
    })
  })
}

function hasDollars(part: Part): boolean {
  const { amount, value, currency } = part.header.columns
  if (currency !== -1) return false
  const amounts = [...valuesOf(part.data, amount), ...valuesOf(part.data, value)]
  return unitOf(part) === '$' || amounts.some((text) => /(?<![A-Z])\$/.test(text))
}

const hasUndatedValues = ({ header: { columns }, data }: Part) =>
  columns.value !== -1 &&
  data.some(({ cells }) => (cells[columns.value] ?? '').trim() !== '' && (cells[columns.valueDate] ?? '').trim() === '')
