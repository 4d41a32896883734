import { moneyText } from '#domain/companies/positions/money.ts'
import type { Position, PositionKind } from '#domain/companies/positions/position.ts'
import { shortDate } from '#domain/time.ts'
import { termsBesideAmount } from './position-text.ts'

const MEANINGS: Record<PositionKind, string> = {
  investment: 'Investment',
  proceeds: 'Proceeds',
  value: 'Value entered',
}

/** A position's date and amount, its terms, and its notes with their line breaks. */
export function PositionLines({ position }: { position: Position }) {
  const { kind, date, amount, currency, notes } = position
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>{date ? shortDate(date, 'UTC') : 'No date'}</span>
        <span className="min-w-0 font-semibold break-words">{moneyText(amount, currency)}</span>
      </p>
      <p className="break-words text-muted">
        {(kind === 'investment' && termsBesideAmount(position)) || MEANINGS[kind]}
      </p>
      {notes && <p className="break-words whitespace-pre-line text-muted">{notes}</p>}
    </div>
  )
}
