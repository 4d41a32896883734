import { CreditCard } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { Card } from '#domain/billing/subscriptions.ts'
import { paths } from '../../paths.ts'
import { Button, DocumentLinkButton } from '../../ui/button.tsx'
import { usePublicConfig } from '../../api/context.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { reasonOf } from './messages.ts'
import { usePortal, useSaveCard } from './queries.ts'
import { CardField, type CardConfirmer } from './card/card-field.tsx'
import { failed } from '../../api/api-error.ts'
import { Alert } from '../../ui/feedback.tsx'
import { DialogActions } from '../../ui/overlays/dialog.tsx'

type Props = {
  card: Card | null
  isPending: boolean
  isChangeable: boolean
  isOwed: boolean
  notNeeded: string | null
}

/** Shows asterisks while a card's details are unknown, but never a card the user doesn't have. */
export function PaymentMethod({ card, isPending, isChangeable, isOwed, notNeeded }: Props) {
  const [changing, setChanging] = useState(false)
  const way = useRef<HTMLButtonElement>(null)
  const close = () => {
    setChanging(false)
    way.current?.focus()
  }
  if (!card && !isPending && !isChangeable) {
    return notNeeded ? (
      <p className="text-muted">{notNeeded}</p>
    ) : (
      <DocumentLinkButton to={paths.pay}>Add Payment Method</DocumentLinkButton>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex min-w-0 items-center gap-3 tabular-nums">
          <CreditCard aria-hidden className="size-5 flex-none text-muted" />
          {card ? <CardText card={card} /> : <span>Card ending in ****</span>}
        </p>
        {isChangeable && (
          <Button ref={way} aria-expanded={changing} onClick={() => setChanging(true)}>
            Update Card
          </Button>
        )}
      </div>
      {changing && <UpdateCard isOwed={isOwed} onClose={close} />}
    </>
  )
}

function CardText({ card: { brand, last4, expMonth, expYear } }: { card: Card }) {
  return (
    <span>
      {BRANDS[brand] ?? brand} ending in {last4}
      <span className="block text-sm text-muted">
        Expires {String(expMonth).padStart(2, '0')}/{expYear}
      </span>
    </span>
  )
}

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  link: 'Link',
  unknown: 'Card',
}

/** Inline rather than in a dialog, because a modal dialog would cover the bank's challenge and block its input. */
function UpdateCard({ isOwed, onClose }: { isOwed: boolean; onClose: () => void }) {
  const confirmer = useRef<CardConfirmer>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [incomplete, setIncomplete] = useState<string | null>(null)
  const { mutate, isPending, error } = useSaveCard()
  const toast = useToast()
  useEffect(() => heading.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = confirmer.current?.problem() ?? null
    setIncomplete(problem)
    if (problem || isPending) return
    const done = () => {
      toast({
        title: 'Card updated',
        description: isOwed ? 'The open invoice was paid with it.' : 'It will be used for your next payment.',
      })
      onClose()
    }
    mutate(() => confirmer.current, { onSuccess: done })
  }
  const problem = incomplete ?? (error && reasonOf(error))
  return (
    <form onSubmit={submit} noValidate aria-labelledby={id} className="mt-6 grid max-w-lg gap-5">
      <header>
        <h3 ref={heading} id={id} tabIndex={-1} className="text-lg outline-none">
          Update your card
        </h3>
        <p className="text-sm text-muted">
          {isOwed
            ? 'We will charge the open invoice to it now.'
            : 'Nothing is charged now. It will be used for your next payment.'}
        </p>
      </header>
      <CardField ref={confirmer} />
      {problem && <Alert>{problem}</Alert>}
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" busy={isPending}>
          Save Card
        </Button>
      </DialogActions>
    </form>
  )
}

export function PortalButton({ isKnown }: { isKnown: boolean }) {
  const { payments } = usePublicConfig()
  const { mutate, isPending } = usePortal()
  const toast = useToast()
  if (payments.mode !== 'stripe' || !isKnown) return null
  const go = () =>
    mutate(undefined, {
      onSuccess: (url) => location.assign(url),
      onError: (error) => toast(failed('Failed to open the billing page', reasonOf(error))),
    })
  return (
    <Button busy={isPending} onClick={go}>
      Open at Stripe
    </Button>
  )
}
