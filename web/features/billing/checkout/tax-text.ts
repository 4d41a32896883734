import { centsText } from '#domain/account/price.ts'
import type { InvoiceTax } from '#domain/billing/tax.ts'

export function taxText({ cents, isIncluded, isReverseCharge }: InvoiceTax, currency: string): string {
  if (isReverseCharge) return 'reverse charge'
  if (cents === 0) return 'no tax'
  return `${isIncluded ? 'includes' : 'with'} ${centsText(cents, currency)} tax`
}
