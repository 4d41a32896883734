import { moneyText } from '#domain/companies/positions/money.ts'
import type { Position } from '#domain/companies/positions/position.ts'
import { shortDate } from '#domain/time.ts'
import { KIND_NAMES, termsOf } from './position-text.ts'

/** A position's terms, its date, and its notes with their line breaks. */
export function PositionLines({ position }: { position: Position }) {
  const { kind, date, amount, currency, notes } = position
  return (
    <>
      <p className="font-medium break-words tabular-nums">
        {KIND_NAMES[kind]}: {kind === 'investment' ? termsOf(position) : moneyText(amount, currency)}
      </p>
      <p className="text-sm text-muted">{date ? shortDate(date, 'UTC') : 'No date'}</p>
      {notes && <p className="text-sm break-words whitespace-pre-line text-muted">{notes}</p>}
    </>
  )
}
