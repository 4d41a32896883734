import { moneyText, shortMoneyText, type Decimal } from '#domain/companies/positions/money.ts'
import type { Instrument, PositionContent, PositionKind } from '#domain/companies/positions/position.ts'

export const KIND_NAMES: Record<PositionKind, string> = {
  investment: 'Investment',
  proceeds: 'Proceeds',
  value: 'Current value',
}
export const INSTRUMENT_NAMES: Record<Instrument, string> = {
  equity: 'Equity',
  safe: 'SAFE',
  note: 'Convertible note',
  other: 'Other',
}

/** "8,000,000" */
export const groupedText = (amount: Decimal): string => amount.replace(/\B(?=(?:\d{3})+(?:\.|$))(?<!\..*)/g, ',')

/** "$25,000 SAFE, $8M cap" */
export const termsOf = (position: PositionContent): string => {
  const amount = moneyText(position.amount, position.currency)
  const bought = boughtIn(position)
  return [bought ? `${amount} ${bought}` : amount, ...roundOf(position)].join(', ')
}

/** "SAFE, $8M cap", or empty. */
export const termsBesideAmount = (position: PositionContent): string =>
  [boughtIn(position), ...roundOf(position)].filter(Boolean).join(', ')

const boughtIn = ({ instrument }: PositionContent) =>
  instrument === null || instrument === 'other' ? null : INSTRUMENT_NAMES[instrument]

function roundOf({ currency, round, valuation, valuationBasis }: PositionContent): string[] {
  const basis = valuationBasis === 'cap' ? 'cap' : valuationBasis === null ? 'valuation' : `${valuationBasis} valuation`
  const price = valuation === null ? [] : [`${shortMoneyText(valuation, currency)} ${basis}`]
  return round ? [round, ...price] : price
}
