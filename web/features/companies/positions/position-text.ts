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
export function termsOf({ amount, currency, instrument, round, valuation, valuationBasis }: PositionContent): string {
  const bought = instrument === null || instrument === 'other' ? '' : ` ${INSTRUMENT_NAMES[instrument]}`
  const basis = valuationBasis === 'cap' ? 'cap' : valuationBasis === null ? 'valuation' : `${valuationBasis} valuation`
  return [
    `${moneyText(amount, currency)}${bought}`,
    round,
    valuation !== null && `${shortMoneyText(valuation, currency)} ${basis}`,
  ]
    .filter(Boolean)
    .join(', ')
}
