import { costText } from '#domain/account/price.ts'
import { Check, CircleCheck } from 'lucide-react'
import { useRef, type FormEvent } from 'react'
import { PREMIUM_FEATURES } from '#domain/account/plan.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button, Status, DocumentLinkButton, Spinner } from '../../ui/button.tsx'
import type { CardConfirmer } from './card/card-field.tsx'
import { CardField } from './card/card-field.tsx'
import type { usePayment, PaymentStep } from './use-payment.ts'
import type { ChosenCheckout } from './checkout/use-checkout.ts'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/lazy.tsx'
import { PageHeading } from '../../ui/page.tsx'

const CheckoutOptions = lazyComponent(() => import('./checkout/checkout-options.tsx'), 'CheckoutOptions')
const PriceChoice = lazyComponent(() => import('./checkout/price-choice.tsx'), 'PriceChoice')

type Props = {
  checkout: ChosenCheckout
  payment: ReturnType<typeof usePayment>
  note: string
  action?: string
}

export function ChoosePlan({ checkout, payment, note, action = subscribeText(checkout) }: Props) {
  const confirmer = useRef<CardConfirmer>(null)
  const { step, problem, pay } = payment
  const isPaying = step === 'paying'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void pay(() => confirmer.current)
  }
  return (
    <div className="mt-6 grid gap-x-14 border-t border-line pt-6 md:mt-8 md:grid-cols-2 md:grid-rows-[auto_1fr] md:pt-8">
      <section aria-labelledby="plan-title">
        <h2 id="plan-title" className="text-xl">
          Premium
        </h2>
        <p className="mt-2 tabular-nums">
          <span className="font-serif text-2xl font-semibold">{costText(checkout.price)}</span>
          <span className="text-muted">
            {' '}
            per {checkout.price.interval}
            {checkout.offers?.tax === 'exclusive' && ', plus tax'}
          </span>
        </p>
        {checkout.offers && checkout.offers.prices.length > 1 && (
          <PriceChoice
            prices={checkout.offers.prices}
            chosen={checkout.price}
            disabled={isPaying}
            onChoose={checkout.choosePrice}
          />
        )}
      </section>
      {/* On a phone, the form comes before the feature list: users who get here have read it and want to pay. */}
      <section aria-labelledby="payment-title" className="max-md:mt-6 md:col-start-2 md:row-span-2 md:row-start-1">
        <h2 id="payment-title" className="text-xl">
          Payment
        </h2>
        <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
          <p className="text-muted">{note}</p>
          {checkout.offers && <CheckoutOptions checkout={checkout} />}
          <CardField ref={confirmer} />
          {problem && <Alert>{problem}</Alert>}
          <Status className="sr-only">{isPaying && 'Your card is being processed.'}</Status>
          <Button variant="primary" size="large" type="submit" busy={isPaying} disabled={!checkout.isReady}>
            {isPaying ? 'Processing...' : action}
          </Button>
        </form>
      </section>
      <div className="max-md:mt-7 max-md:border-t max-md:border-line max-md:pt-2">
        <FeatureList />
      </div>
    </div>
  )
}

/** With a discount, the note says what is charged. */
const subscribeText = ({ price, quote }: ChosenCheckout) =>
  quote ? 'Subscribe' : `Subscribe for ${costText(price)}/${price.interval}`

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

type PaymentProgressProps = {
  step: PaymentStep
  isCharged: boolean
  onCheckAgain: () => void
}

export function PaymentProgress({ step, isCharged, onCheckAgain }: PaymentProgressProps) {
  const received = isCharged ? 'Payment received' : 'Card saved'
  return (
    <Status>
      {step === 'active' && (
        <>
          <CircleCheck aria-hidden className="mb-4 size-10 text-good" />
          <PageHeading>Subscription Active!</PageHeading>
          <p className="mt-2 text-muted">Thank you. Taking you back to your companies.</p>
        </>
      )}
      {step === 'activating' && (
        <>
          <div className="mb-4 grid size-10 place-items-center">
            <Spinner />
          </div>
          <PageHeading>{received}, activating...</PageHeading>
          <p className="mt-2 text-muted">This takes a moment. You are not charged twice.</p>
        </>
      )}
      {step === 'late' && (
        <>
          <PageHeading>{received}</PageHeading>
          <p className="mt-2 mb-6 max-w-[60ch] text-muted">
            Activation is taking longer than usual. You can leave this page: your subscription starts as soon as our
            payment provider confirms it. You are not charged twice.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" onClick={onCheckAgain}>
              Check Again
            </Button>
            <DocumentLinkButton to={paths.billing}>Billing</DocumentLinkButton>
          </div>
        </>
      )}
    </Status>
  )
}
