import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js'
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { useTheme } from '../../ui/theme.ts'
import { payment } from '../messages.ts'
import { intentOf, type CardFieldProps, type Confirmation } from './card-confirmer.ts'
import { loadProviderScript } from './load-stripe.ts'
import { tokenColour } from './token-colour.ts'

const INCOMPLETE = 'Your card number is incomplete.'

/** The provider's own Card Element: what is typed into it never enters this page. */
export function StripeCard({ ref, publishableKey }: CardFieldProps & { publishableKey: string }) {
  const [script] = useState(() => loadProviderScript(publishableKey))
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    void script.then((stripe) => setIsMissing(stripe === null))
  }, [script])
  return isMissing ? (
    <Alert>
      The card form of our payment provider could not be loaded. Something on your device or network may be
      blocking js.stripe.com. Allow it and load this page again.
    </Alert>
  ) : (
    <Elements stripe={script}>
      <ElementField ref={ref} />
    </Elements>
  )
}

function ElementField({ ref }: CardFieldProps) {
  const stripe = useStripe()
  const elements = useElements()
  const id = useId()
  const [theme] = useTheme()
  const [problem, setProblem] = useState<string | null>(null)
  const state = useRef({ complete: false, problem: null as string | null })

  useImperativeHandle(ref, () => ({
    problem: () => (state.current.complete ? null : (state.current.problem ?? (stripe && INCOMPLETE))),
    confirm: async (clientSecret): Promise<Confirmation> => {
      const card = elements?.getElement(CardElement)
      if (!stripe || !card) return { ok: false, message: payment.noCardElement }
      const method = { payment_method: { card } }
      if (intentOf(clientSecret).isSetup) {
        const { error, setupIntent } = await stripe.confirmCardSetup(clientSecret, method)
        return confirmationOf(error?.message, setupIntent?.status)
      }
      const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, method)
      return confirmationOf(error?.message, paymentIntent?.status)
    },
  }))

  const changed = ({ complete, error }: StripeCardElementChangeEvent) => {
    state.current = { complete, problem: error?.message ?? null }
    setProblem(error?.message ?? null)
  }
  const options = useMemo(() => cardOptions(theme), [theme])
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Card
      </label>
      {/* A frame whose scheme is not the page's is given a white ground; the provider's is light, and transparent. */}
      <div className="scheme-light min-h-11 rounded-md border border-control-line bg-surface px-3 py-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
        <CardElement id={id} options={options} onChange={changed} />
      </div>
      {problem && <p className="text-sm text-bad">{problem}</p>}
    </div>
  )
}

const confirmationOf = (message: string | undefined, status: string | undefined): Confirmation =>
  status === 'succeeded' || status === 'processing'
    ? { ok: true, status }
    : { ok: false, message: message ?? '' }

/** The provider draws the field in a frame of its own, so it has to be told the colours of the page. */
function cardOptions(_theme: string) {
  return {
    disableLink: true,
    style: {
      base: {
        color: tokenColour('--ink'),
        iconColor: tokenColour('--muted'),
        fontFamily: 'system-ui, sans-serif',
        fontSize: '16px',
        '::placeholder': { color: tokenColour('--faint') },
      },
      invalid: { color: tokenColour('--bad'), iconColor: tokenColour('--bad') },
    },
  }
}
