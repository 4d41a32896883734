import { BillingDetailsForm } from './billing-details.tsx'
import { PromotionCode } from './promotion-code.tsx'
import { Total } from './total.tsx'
import type { ChosenCheckout } from './use-checkout.ts'

/** Loaded only where the operator offers more than the plan's one price. */
export function CheckoutOptions({ checkout }: { checkout: ChosenCheckout }) {
  const { offers, quote, updateTotal } = checkout
  return (
    <>
      {offers?.hasPromotionCodes && <PromotionCode checkout={checkout} />}
      {offers?.tax && (
        <>
          <BillingDetailsForm action="Update Total" onSaved={updateTotal} />
          {quote && <Total quote={quote} />}
        </>
      )}
    </>
  )
}
