import { CreditCard } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Card } from '#domain/billing/subscriptions.ts'
import { paths } from '../../paths.ts'
import { Button, DocumentLinkButton } from '../../ui/button.tsx'
import { usePublicConfig } from '../../api/context.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { portalFailed } from './messages.ts'
import { usePortal } from './queries.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const UpdateCard = lazyComponent(() => import('./update-card.tsx'), 'UpdateCard')

type Props = {
  card: Card | null
  isPending: boolean
  isChangeable: boolean
  isOwed: boolean
  notNeeded: string | null
}

/** Asterisks for a card whose details are not known yet; nobody sees a card they don't have. */
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

export function PortalButton({ isKnown }: { isKnown: boolean }) {
  const { payments } = usePublicConfig()
  const { mutate, isPending } = usePortal()
  const toast = useToast()
  if (payments.mode !== 'stripe' || !isKnown) return null
  const go = () =>
    mutate(undefined, {
      onSuccess: (url) => location.assign(url),
      onError: (error) => toast(portalFailed(error)),
    })
  return (
    <Button busy={isPending} onClick={go}>
      Open at Stripe
    </Button>
  )
}
