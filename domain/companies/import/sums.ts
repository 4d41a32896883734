import type { TableRow } from './columns.ts'
import { decimalMark, readMoney } from '../positions/read-money.ts'
import { valuesOf } from './values.ts'

const MAX_ROWS = 5000
const MAX_COLUMNS = 40
const SAMPLE = 200
/** Sums of fewer rows or columns are more likely a coincidence. */
const MIN_ROWS = 2
const MIN_ROWS_BARE = 3
const MIN_COLUMNS = 2
const MOSTLY = 0.6

type Tests = { isTotal: (row: TableRow) => boolean; isBare: (row: TableRow) => boolean }
type ColumnValue = { column: number; amount: number }
type Listed = { row: TableRow; values: ColumnValue[]; isTotal: boolean; isBare: boolean }

/**
 * Rows whose values are the sums of other rows. `bare` rows aren't called totals, but have only values although the
 * other rows have more.
 */
export function summedRows(
  data: readonly TableRow[],
  { isTotal, isBare }: Tests,
): { labeled: Set<number>; bare: Set<number> } {
  const columns = figureColumns(data)
  const listed = data.slice(0, MAX_ROWS).flatMap((row) => {
    const values = columns.flatMap(({ column, read }) => {
      const amount = read(row.cells[column] ?? '')
      return amount === null ? [] : [{ column, amount }]
    })
    return values.length === 0 ? [] : [{ row, values, isTotal: isTotal(row), isBare: isBare(row) }]
  })
  const named = listed.filter((one) => !one.isTotal)
  const areOthersBare = named.filter((one) => !one.isBare).length < (named.length - 1) * MOSTLY
  const above = sumsOfRowsAbove(listed, !areOthersBare)
  return areOthersBare ? above : { ...above, bare: above.bare.union(sumsOfRowsBelow(named)) }
}

/** Up to the previous total, or of all rows. */
function sumsOfRowsAbove(listed: Listed[], mayBeBare: boolean): { labeled: Set<number>; bare: Set<number> } {
  const found = { labeled: new Set<number>(), bare: new Set<number>() }
  const [all, recent] = [createSums(), createSums()]
  for (const { row, values, isTotal, isBare } of listed) {
    const isSum = (rows: number, columns: number) =>
      values.filter((value) => all.isSum(value, rows) || recent.isSum(value, rows)).length >= columns
    if (isTotal && isBare) {
      if (isSum(MIN_ROWS, 1)) found.labeled.add(row.row)
      recent.clear()
    } else if (mayBeBare && isBare && isSum(MIN_ROWS_BARE, MIN_COLUMNS)) found.bare.add(row.row)
    else for (const sums of [all, recent]) sums.add(values)
  }
  return found
}

/** Grouped rows often have their total above them; one column is enough if all bare rows are such totals. */
function sumsOfRowsBelow(named: Listed[]): Set<number> {
  const bare = named.flatMap((one, at) => (one.isBare ? [{ ...one, at }] : []))
  const totals = bare.map(({ row, values, at }, index) => {
    const sums = createSums()
    for (const below of named.slice(at + 1, bare[index + 1]?.at)) sums.add(below.values)
    return { row: row.row, columns: values.filter((value) => sums.isSum(value, MIN_ROWS)).length }
  })
  const least = totals.length > 1 && totals.every(({ columns }) => columns > 0) ? 1 : MIN_COLUMNS
  return new Set(totals.filter(({ columns }) => columns >= least).map(({ row }) => row))
}

function createSums() {
  const sums = new Map<number, { amount: number; rows: number }>()
  return {
    add(values: ColumnValue[]): void {
      for (const { column, amount } of values) {
        const sum = sums.get(column) ?? { amount: 0, rows: 0 }
        sums.set(column, { amount: sum.amount + amount, rows: sum.rows + 1 })
      }
    },
    isSum({ column, amount }: ColumnValue, rows: number): boolean {
      const sum = sums.get(column)
      return sum !== undefined && amount !== 0 && sum.rows >= rows && isSame(sum.amount, amount)
    },
    clear: () => sums.clear(),
  }
}

function figureColumns(rows: readonly TableRow[]) {
  const sample = rows.slice(0, SAMPLE)
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...sample.map(({ cells }) => cells.length)))
  return Array.from({ length: width }, (_, column) => column).flatMap((column) => {
    const values = valuesOf(sample, column)
    const mark = decimalMark(values)
    const read = (cell: string): number | null => {
      const money = /\d/.test(cell) ? readMoney(cell.trim(), mark) : null
      return money && 'amount' in money ? Number(money.amount) : null
    }
    return isCounter(values) ? [] : [{ column, read }]
  })
}

/** Row numbers also add up: 1 + 2 = 3. */
const isCounter = (values: string[]) => values.every((value, index) => Number(value) === Number(values[0]) + index)

/** Up to a cent, because amounts with cents don't add up exactly. */
const isSame = (one: number, other: number) => Math.abs(one - other) < 0.01
