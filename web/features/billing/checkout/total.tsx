import { centsText } from '#domain/account/price.ts'
import type { Quote } from '#domain/billing/checkout.ts'
import { Status } from '../../../ui/button.tsx'
import { taxText } from './tax-text.ts'

export function Total({ quote: { totalCents, currency, tax } }: { quote: Quote }) {
  return (
    <Status className="tabular-nums">
      <strong className="font-semibold">Total {centsText(totalCents, currency)}</strong>
      {tax && <span className="text-muted">, {taxText(tax, currency)}</span>}
    </Status>
  )
}
