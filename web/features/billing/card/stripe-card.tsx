import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js'
import type { StripeCardElementChangeEvent, Stripe } from '@stripe/stripe-js'
import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { Alert } from '../../../ui/feedback.tsx'
import { useTheme } from '../../../ui/theme.ts'
import { payment } from '../messages.ts'
import { intentOf, type CardFieldProps, type Confirmation } from './card-field.tsx'
import { loadStripe } from '@stripe/stripe-js/pure'

const INCOMPLETE = 'Your card number is incomplete.'

/** Whatever is typed into the provider's Card Element never reaches this page. */
export function StripeCard({ ref, publishableKey }: CardFieldProps & { publishableKey: string }) {
  const [script] = useState(() => loadProviderScript(publishableKey))
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    void script.then((stripe) => setIsMissing(stripe === null))
  }, [script])
  return isMissing ? (
    <Alert>
      We could not load our payment provider’s card form. Something on your device or network may be blocking
      js.stripe.com. Allow it and reload this page.
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
      {/* An iframe gets a white background if its color scheme differs from the page's; the provider's is light. */}
      <div className="scheme-light min-h-11 rounded-md border border-control-line bg-surface px-3 py-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent">
        <CardElement id={id} options={options} onChange={changed} />
      </div>
      {problem && <p className="text-sm text-bad">{problem}</p>}
    </div>
  )
}

const confirmationOf = (message: string | undefined, status: string | undefined): Confirmation =>
  status === 'succeeded' || status === 'processing' ? { ok: true, status } : { ok: false, message: message ?? '' }

/** The provider renders the field in its own iframe, so it has to be told the page's colors. */
function cardOptions(_theme: string) {
  return {
    disableLink: true,
    style: {
      base: {
        color: tokenColor('--ink'),
        iconColor: tokenColor('--muted'),
        fontFamily: 'system-ui, sans-serif',
        fontSize: '16px',
        '::placeholder': { color: tokenColor('--faint') },
      },
      invalid: { color: tokenColor('--bad'), iconColor: tokenColor('--bad') },
    },
  }
}

type Policies = {
  defaultPolicy: unknown
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

export async function loadProviderScript(publishableKey: string): Promise<Stripe | null> {
  allowProviderScripts((globalThis as { trustedTypes?: Policies }).trustedTypes)
  return loadStripe(publishableKey).catch(() => null)
}

/**
 * The provider's loader sets script URLs as strings, which Trusted Types reject. A default policy is the only solution
 * it supports; this one allows nothing but the provider's scripts.
 */
function allowProviderScripts(trustedTypes: Policies | undefined) {
  if (!trustedTypes || trustedTypes.defaultPolicy) return
  trustedTypes.createPolicy('default', {
    createScriptURL: (url) => {
      if (isProviderScript(url)) return url
      throw new TypeError('Only scripts of the card provider may be loaded here')
    },
  })
}

export function isProviderScript(url: string): boolean {
  const { protocol, hostname, port } = new URL(url, 'https://invalid.invalid')
  return protocol === 'https:' && port === '' && /^([\w-]+\.)*js\.stripe\.com$/.test(hostname)
}

/** Converts to plain rgb, because the provider can't parse newer color syntax. */
export function tokenColor(token: string): string | undefined {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return undefined
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token)
  pen.fillRect(0, 0, 1, 1)
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
