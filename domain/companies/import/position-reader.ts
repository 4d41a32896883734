import { isEmptyMarker, unguardFormula } from '../files.ts'
import { notedDate, writtenDate, type DateReading } from '#domain/written-dates.ts'
import type { Header } from './columns.ts'
import type { TableRow } from './values.ts'
import { basisIn, instrumentIn, kindIn, withoutBasis } from './position-words.ts'
import { oneLine } from '../company.ts'
import { isCurrency } from '../positions/money.ts'
import { paragraphs, type Instrument, type PositionContent } from '../positions/position.ts'
import { readMoney, type DecimalMark, type Money } from '../positions/read-money.ts'

export type PositionReading = Pick<Header, 'columns' | 'valuations'> & {
  /** The currency in the heading of the amounts, as in Cost (USD). */
  unit: string | null
  /** The decimal mark of each column. */
  marks: ReadonlyMap<number, DecimalMark | null>
  /** How to read position dates, or the company's investment dates if positions have no dates of their own. */
  dates: DateReading
  valueDates: DateReading
  /** The user's choice for amounts without a currency. */
  currency: string | null
  /** The user's choice for values without a date. */
  valuesAsOf: string | null
}

const MAX_SHOWN = 40
const MAX_ROUND = 100
const MAX_NOTES = 1000
const DOLLARS = new Set('USD CAD AUD NZD SGD HKD TWD MXN BMD BSD BBD BZD FJD JMD KYD LRD NAD TTD XCD'.split(' '))
const NO_VALUATION = /^(?:uncapped|no cap|none|tbd)$/i

/** The positions in a row. What can't be read is left out, counted, and reported, but never guessed. */
export function readPositions(
  row: TableRow,
  reading: PositionReading,
  investmentDate: string | null,
): { positions: PositionContent[]; notes: string[]; leftOut: number } {
  const { columns } = reading
  const notes: string[] = []
  const written = cell(row, columns.amount)
  const kindText = cell(row, columns.kind)
  const kind = kindText === '' ? 'investment' : kindIn(kindText)
  const positions: PositionContent[] = []
  const money = written === '' ? null : moneyIn(row, columns.amount, reading, notes)
  if (money && kind === null) notes.push(`${shown(kindText)} is not a kind of position we know; it is left out.`)
  else if (money && kind) {
    const date = dateOf(row, reading, investmentDate, notes)
    const instrument = kind === 'investment' ? instrumentOf(cell(row, columns.instrument)) : null
    if (kind === 'value' && date === null) notes.push('A value needs a date; it is left out.')
    else if (kind !== 'value' && money.amount === '0') notes.push('The amount is zero; no position is added.')
    else
      positions.push({
        kind,
        date,
        ...money,
        instrument,
        round: kind === 'investment' ? short(cell(row, columns.round), MAX_ROUND, 'round', notes) : null,
        ...(kind === 'investment' ? valuationOf(row, reading, instrument, money.currency, notes) : NO_VALUATION_FIELDS),
        notes: short(cell(row, columns.notes, paragraphs), MAX_NOTES, 'note', notes),
      })
  }
  const isAmountLeftOut = written !== '' && positions.length === 0 && money?.amount !== '0'
  const isValuationLeftOut =
    positions.some(({ kind: of, valuation }) => of === 'investment' && valuation === null) &&
    filledValuations(row, reading).length > 0
  const value = valueOf(row, reading, notes)
  if (value) positions.push(value)
  const isValueLeftOut = value === null && /\d/.test(cell(row, columns.value))
  const leftOut = [isAmountLeftOut, isValuationLeftOut, isValueLeftOut].filter(Boolean).length
  return { positions, notes, leftOut }
}

const NO_VALUATION_FIELDS = { valuation: null, valuationBasis: null }

function valueOf(row: TableRow, reading: PositionReading, notes: string[]): PositionContent | null {
  const { columns, valueDates, valuesAsOf } = reading
  if (columns.value === -1 || cell(row, columns.value) === '') return null
  const text = cell(row, columns.valueDate)
  const date = text === '' ? valuesAsOf : writtenDate(text, valueDates)
  // A warning for the whole table already says that values need a date.
  if (date === null) return null
  const money = moneyIn(row, columns.value, reading, notes)
  return money && { kind: 'value', date, ...money, instrument: null, round: null, ...NO_VALUATION_FIELDS, notes: null }
}

function moneyIn(
  row: TableRow,
  column: number,
  reading: PositionReading,
  notes: string[],
): { amount: string; currency: string } | null {
  const written = cell(row, column)
  const money = readMoney(written, reading.marks.get(column) ?? null)
  if ('problem' in money) {
    notes.push(
      money.problem === 'ambiguous'
        ? `${shown(written)} can be read in two ways; it is left out.`
        : money.problem === 'negative'
          ? `${shown(written)} is negative; it is left out.`
          : `${shown(written)} is not an amount we can read; it is left out.`,
    )
    return null
  }
  const currency = currencyOf(money, row, reading)
  if (typeof currency === 'string') return { amount: money.amount, currency }
  notes.push(
    currency.contradiction === null
      ? `${shown(written)} has no currency; it is left out.`
      : `${shown(written)} does not fit the currency ${currency.contradiction}; it is left out.`,
  )
  return null
}

function currencyOf(
  { currency, isDollar }: Money,
  row: TableRow,
  { columns, unit: heading, currency: chosen }: PositionReading,
): string | { contradiction: string | null } {
  const column = cell(row, columns.currency).toUpperCase()
  const unit = isCurrency(column) ? column : heading
  if (currency !== null)
    return unit === null || unit === currency || (unit === '$' && DOLLARS.has(currency))
      ? currency
      : { contradiction: unit }
  if (isDollar || unit === '$') {
    const said = unit === null || unit === '$' ? chosen : unit
    if (said === null || (unit !== said && !DOLLARS.has(said))) return 'USD'
    return DOLLARS.has(said) ? said : { contradiction: said }
  }
  return unit ?? chosen ?? { contradiction: null }
}

function valuationOf(
  row: TableRow,
  reading: PositionReading,
  instrument: Instrument | null,
  currency: string,
  notes: string[],
): Pick<PositionContent, 'valuation' | 'valuationBasis'> {
  const isConvertible = instrument === 'safe' || instrument === 'note'
  const filled = filledValuations(row, reading).toSorted(
    (one, other) => rank(one.basis, isConvertible) - rank(other.basis, isConvertible),
  )
  const [best] = filled
  if (!best) return NO_VALUATION_FIELDS
  const money = readMoney(withoutBasis(best.text), reading.marks.get(best.column) ?? null)
  const fits =
    !('problem' in money) &&
    money.amount !== '0' &&
    (money.currency === null || money.currency === currency) &&
    (!money.isDollar || DOLLARS.has(currency))
  if (!fits) {
    notes.push(`The valuation ${shown(best.text)} cannot be read; it is left out.`)
    return NO_VALUATION_FIELDS
  }
  const basis = best.basis ?? basisIn(cell(row, reading.columns.valuationBasis)) ?? basisIn(best.text)
  return { valuation: money.amount, valuationBasis: basis }
}

const filledValuations = (row: TableRow, { valuations }: PositionReading) =>
  valuations
    .map((one) => ({ ...one, text: cell(row, one.column) }))
    .filter(({ text }) => text !== '' && !NO_VALUATION.test(text))

/** A SAFE has a cap; a priced round has a post-money valuation. */
const rank = (basis: PositionContent['valuationBasis'], isConvertible: boolean) =>
  basis === 'cap' ? (isConvertible ? 0 : 3) : basis === 'post-money' ? 1 : basis === null ? 1.5 : 2

const instrumentOf = (text: string): Instrument | null => (text === '' ? null : (instrumentIn(text) ?? null))

function dateOf(row: TableRow, { columns, dates }: PositionReading, fallback: string | null, notes: string[]) {
  const text = cell(row, columns.positionDate)
  if (columns.positionDate === -1) return fallback
  return text === '' ? null : notedDate(text, shown(text), dates, notes)
}

function short(text: string, most: number, called: string, notes: string[]): string | null {
  if (text.length <= most) return text || null
  notes.push(`The ${called} is longer than ${most.toLocaleString('en-US')} characters and is left out.`)
  return null
}

function cell({ cells }: TableRow, column: number, tidy = oneLine): string {
  const text = column === -1 ? '' : (cells[column] ?? '')
  return text === '' || isEmptyMarker(text.trim()) ? '' : tidy(unguardFormula(text))
}

const shown = (text: string) => `“${text.slice(0, MAX_SHOWN)}”`
