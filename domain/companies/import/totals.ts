import { isEmptyMarker } from '../files.ts'
import type { Columns, TableRow } from './columns.ts'
import { fold } from './headings.ts'
import {
  BEGINS_AS_TOTAL,
  CERTAIN_TOTAL,
  COUNTED,
  ENDS_AS_TOTAL,
  HAS_TOTAL_WORD,
  MAY_BEGIN_AS_TOTAL,
  PART_OF_TOTAL,
  POSSIBLE_TOTALS,
  TOTAL_WORDS,
  TOTALED,
  TOTALS,
} from './row-words.ts'
import { summedRows } from './sums.ts'
import { valueKind } from './values.ts'
import { isCurrency } from '../positions/money.ts'

const MAX_LABEL = 80
/** Statistics are in the last few rows. */
const LAST = 3

/** `label` is the name in the row or, without one, its first words. */
export type TotalTest = (label: string, row: TableRow) => boolean

/**
 * A row is a total if its words say so and nothing else in it describes a company, or if its figures are the sums of
 * the rows above it.
 */
export function createTotalTest(data: readonly TableRow[], columns: Columns): TotalTest {
  let sums: ReturnType<typeof summedRows> | undefined
  const nameIn = ({ cells }: TableRow) => cells[columns.name]?.trim() ?? ''
  const isBare = (row: TableRow) => !hasText(row, nameIn(row))
  const isSum = ({ row }: TableRow, kind: 'labeled' | 'bare') =>
    (sums ??= summedRows(data, { isTotal: (one) => isCalledTotal(plainLabel(nameIn(one))), isBare }))[kind].has(row)
  const lastRows = data.at(-LAST)?.row ?? 0

  return (label, row) => {
    if (label.length > MAX_LABEL) return false
    const plain = plainLabel(label)
    if (TOTALS.has(plain)) return detailsIn(row, columns) < 2
    if (isCalledTotal(plain)) {
      if (hasText(row, label)) return false
      const isClear = CERTAIN_TOTAL.test(plain) || isTotalOf(plain) || (ENDS_AS_TOTAL.test(plain) && hasFigure(row))
      return isClear || (POSSIBLE_TOTALS.has(plain) && row.row >= lastRows) || isSum(row, 'labeled')
    }
    if (isCount(plain, data.length)) return !hasText(row, label)
    return PART_OF_TOTAL.test(plain) ? hasFigure(row) && !hasText(row, label) : isSum(row, 'bare')
  }
}

const plainLabel = (label: string) =>
  fold(label)
    .replace(/\s*\([^)]*\)$/, '')
    .replace(/[\s:.=]+$/, '')
    .trim()

const FORMS = [CERTAIN_TOTAL, BEGINS_AS_TOTAL, MAY_BEGIN_AS_TOTAL, ENDS_AS_TOTAL]

const isCalledTotal = (plain: string) =>
  TOTALS.has(plain) || POSSIBLE_TOTALS.has(plain) || FORMS.some((form) => form.test(plain)) || isTotalOf(plain)

/** Every word says what is added up, as in "Total invested"; "Total Rewind" is a company. */
function isTotalOf(plain: string): boolean {
  if (!HAS_TOTAL_WORD.test(plain)) return false
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const isPart = (word: string) => TOTALED.has(word) || isNumeral(word) || isCurrency(word.toUpperCase())
  return words.some((word) => TOTAL_WORDS.has(word)) && words.every((word) => TOTAL_WORDS.has(word) || isPart(word))
}

/** "Total Fund II", "Total 2023" */
const isNumeral = (word: string) => /^(?:[ivx]+|\d{1,4})$/.test(word)

/** A larger number belongs to a name, such as 500 Startups. */
function isCount(plain: string, rows: number): boolean {
  const [found, first, second] = COUNTED.exec(plain) ?? []
  return found !== undefined && Number(first ?? second) <= rows
}

const isFigure = (cell: string) => PLAIN_FIGURE.test(cell) || /^(?:number|amount)$/.test(valueKind(cell))
/** Nearly all figures, and much faster to recognize. */
const PLAIN_FIGURE = /^[$€£]?\d[\d,. ]*[%x]?$/

const hasFigure = ({ cells }: TableRow) => cells.some((cell) => isFigure(cell.trim()))

/** Whether the row contains more than the label and figures. */
function hasText({ cells }: TableRow, label: string): boolean {
  return cells.some((cell) => {
    const text = cell.trim()
    if (text === '' || text === label || isFigure(text) || isEmptyMarker(text)) return false
    return !TOTALS.has(fold(text)) && !isCurrency(text.toUpperCase())
  })
}

const detailsIn = ({ cells }: TableRow, { category, stage, investmentDate }: Columns) =>
  [category, stage, investmentDate].filter((column) => (cells[column] ?? '').trim() !== '').length
