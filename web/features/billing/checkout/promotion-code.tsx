import { useState } from 'react'
import { Button, Status } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/forms/controls.tsx'
import { reasonOf } from '../messages.ts'
import { discountText } from './discount-text.ts'
import type { ChosenCheckout } from './use-checkout.ts'

export function PromotionCode({ checkout }: { checkout: ChosenCheckout }) {
  const [code, setCode] = useState('')
  const { quote, wanted, error, isPending } = checkout
  const apply = () => {
    if (code.trim() !== '') checkout.applyCode(code.trim())
  }
  if (quote?.discount && wanted?.promotionCode) {
    return (
      <Status className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong className="font-semibold">{wanted.promotionCode}</strong>{' '}
          <span className="text-good">{discountText(quote.discount)}</span>
        </p>
        <Button variant="quiet" onClick={checkout.removeCode}>
          Remove Code
        </Button>
      </Status>
    )
  }
  return (
    <Field label="Promotion code" optional {...(error ? { error: reasonOf(error) } : {})}>
      {(control) => (
        <div className="flex gap-2.5">
          <Input
            {...control}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The code stands in the payment form, which must not be sent by it.
              event.preventDefault()
              apply()
            }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
          />
          <Button busy={isPending} onClick={apply} className="h-11 flex-none md:h-11">
            Apply
          </Button>
        </div>
      )}
    </Field>
  )
}
