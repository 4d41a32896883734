import { Check } from 'lucide-react'
import { PREMIUM_FEATURES, priceText } from '#domain/plan.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { payment, paymentErrorText } from './messages.ts'
import { useStartSubscription } from './queries.ts'

/** The plan beside the place where the card is entered. */
export function ChoosePlan() {
  const { mutate, isPending, error, isSuccess } = useStartSubscription()
  const problem = error ? paymentErrorText(error) : isSuccess ? payment.noCardElement : null
  return (
    <div className="mt-8 grid gap-x-14 gap-y-8 border-t border-line pt-8 md:grid-cols-2">
      <section aria-labelledby="plan-title">
        <h2 id="plan-title" className="text-xl">
          Premium
        </h2>
        <p className="mt-2 tabular-nums">
          <span className="font-serif text-2xl font-semibold">{priceText()}</span>
          <span className="text-muted"> per month</span>
        </p>
        <FeatureList />
      </section>
      <section aria-labelledby="payment-title" className="grid content-start gap-4">
        <h2 id="payment-title" className="text-xl">
          Payment
        </h2>
        <p className="text-muted">
          {priceText()} today, then every month until you cancel. You can cancel at any time on the billing
          page.
        </p>
        {problem && <Alert>{problem}</Alert>}
        <Button look="primary" size="large" busy={isPending} onClick={() => mutate()}>
          {isPending ? 'Processing...' : `Subscribe for ${priceText()}/month`}
        </Button>
      </section>
    </div>
  )
}

export function FeatureList() {
  return (
    <ul className="mt-5 grid gap-2.5">
      {PREMIUM_FEATURES.map((feature) => (
        <li key={feature} className="flex gap-2.5">
          <Check aria-hidden className="mt-1 size-4 flex-none text-good" />
          {feature}
        </li>
      ))}
    </ul>
  )
}
