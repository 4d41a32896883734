import { notedDate, writtenDate, type DateReading } from '#domain/dates/written-dates.ts'
import { isCurrency } from './money.ts'
import type { Instrument, PositionContent, ValuationBasis } from './position.ts'
import { readMoney, type DecimalMark, type Money } from '#domain/money/read-money.ts'
import { basisIn, instrumentIn, kindIn, withoutBasis } from './read-words.ts'

/** What a row of a file says about a position; empty where it says nothing. */
export type WrittenPosition = {
  kind: string
  positionDate: string
  amount: string
  currency: string
  instrument: string
  round: string
  valuationBasis: string
  value: string
  valueDate: string
  notes: string
  /** A row can have both a cap and a post-money valuation. */
  valuations: { text: string; basis: ValuationBasis | null; mark: DecimalMark | null }[]
}

/** What applies to all rows of a file. */
export type PositionReading = {
  /** The currency in the heading of the amounts, as in Cost (USD). */
  unit: string | null
  marks: { amount: DecimalMark | null; value: DecimalMark | null }
  /** Without dates of their own, positions have the company's investment date. */
  hasDates: boolean
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
  row: WrittenPosition,
  reading: PositionReading,
  investmentDate: string | null,
): { positions: PositionContent[]; notes: string[]; leftOut: number } {
  const notes: string[] = []
  const kind = row.kind === '' ? 'investment' : kindIn(row.kind)
  const positions: PositionContent[] = []
  const money = row.amount === '' ? null : moneyIn(row, 'amount', reading, notes)
  if (money && kind === null) notes.push(`${shown(row.kind)} is not a kind of position we know; it is left out.`)
  else if (money && kind) {
    const date = dateOf(row, reading, investmentDate, notes)
    const instrument = kind === 'investment' ? instrumentIn(row.instrument) : null
    if (kind === 'value' && date === null) notes.push('A value needs a date; it is left out.')
    else if (kind !== 'value' && money.amount === '0') notes.push('The amount is zero; no position is added.')
    else
      positions.push({
        kind,
        date,
        ...money,
        instrument,
        round: kind === 'investment' ? short(row.round, MAX_ROUND, 'round', notes) : null,
        ...(kind === 'investment' ? valuationOf(row, instrument, money.currency, notes) : NO_VALUATION_FIELDS),
        notes: short(row.notes, MAX_NOTES, 'note', notes),
      })
  }
  const isAmountLeftOut = row.amount !== '' && positions.length === 0 && money?.amount !== '0'
  const isValuationLeftOut =
    positions.some(({ kind: of, valuation }) => of === 'investment' && valuation === null) &&
    filledValuations(row).length > 0
  const value = valueOf(row, reading, notes)
  if (value) positions.push(value)
  const isValueLeftOut = value === null && /\d/.test(row.value)
  const leftOut = [isAmountLeftOut, isValuationLeftOut, isValueLeftOut].filter(Boolean).length
  return { positions, notes, leftOut }
}

const NO_VALUATION_FIELDS = { valuation: null, valuationBasis: null }

function valueOf(row: WrittenPosition, reading: PositionReading, notes: string[]): PositionContent | null {
  const date = row.valueDate === '' ? reading.valuesAsOf : writtenDate(row.valueDate, reading.valueDates)
  // A warning for the whole table already says that values need a date.
  const money = row.value === '' || date === null ? null : moneyIn(row, 'value', reading, notes)
  return money && { kind: 'value', date, ...money, instrument: null, round: null, ...NO_VALUATION_FIELDS, notes: null }
}

function moneyIn(
  row: WrittenPosition,
  field: 'amount' | 'value',
  reading: PositionReading,
  notes: string[],
): { amount: string; currency: string } | null {
  const written = row[field]
  const money = readMoney(written, reading.marks[field])
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
  row: WrittenPosition,
  { unit: heading, currency: chosen }: PositionReading,
): string | { contradiction: string | null } {
  const written = row.currency.toUpperCase()
  const unit = isCurrency(written) ? written : heading
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
  row: WrittenPosition,
  instrument: Instrument | null,
  currency: string,
  notes: string[],
): Pick<PositionContent, 'valuation' | 'valuationBasis'> {
  const isConvertible = instrument === 'safe' || instrument === 'note'
  const filled = filledValuations(row).toSorted(
    (one, other) => rank(one.basis, isConvertible) - rank(other.basis, isConvertible),
  )
  const [best] = filled
  if (!best) return NO_VALUATION_FIELDS
  const money = readMoney(withoutBasis(best.text), best.mark)
  const fits =
    !('problem' in money) &&
    money.amount !== '0' &&
    (money.currency === null || money.currency === currency) &&
    (!money.isDollar || DOLLARS.has(currency))
  if (!fits) {
    notes.push(`The valuation ${shown(best.text)} cannot be read; it is left out.`)
    return NO_VALUATION_FIELDS
  }
  const basis = best.basis ?? basisIn(row.valuationBasis) ?? basisIn(best.text)
  return { valuation: money.amount, valuationBasis: basis }
}

const filledValuations = ({ valuations }: WrittenPosition) =>
  valuations.filter(({ text }) => text !== '' && !NO_VALUATION.test(text))

/** A SAFE has a cap; a priced round has a post-money valuation. */
const rank = (basis: PositionContent['valuationBasis'], isConvertible: boolean) =>
  basis === 'cap' ? (isConvertible ? 0 : 3) : basis === 'post-money' ? 1 : basis === null ? 1.5 : 2

function dateOf(
  { positionDate: text }: WrittenPosition,
  { hasDates, dates }: PositionReading,
  fallback: string | null,
  notes: string[],
) {
  if (!hasDates) return fallback
  return text === '' ? null : notedDate(text, shown(text), dates, notes)
}

function short(text: string, most: number, called: string, notes: string[]): string | null {
  if (text.length <= most) return text || null
  notes.push(`The ${called} is longer than ${most.toLocaleString('en-US')} characters and is left out.`)
  return null
}

const shown = (text: string) => `“${text.slice(0, MAX_SHOWN)}”`
