import { CreditCard } from 'lucide-react'
import { paths } from '../paths.ts'
import { DocumentLinkButton } from '../ui/link-button.tsx'
import type { Billing } from './queries.ts'

type Props = { card: Billing['card']; isLoading: boolean; customerId: string | null }

/** Asterisks stand for a card that is there but not known yet; nobody is shown a card they do not have. */
export function PaymentMethod({ card, isLoading, customerId }: Props) {
  if (!card && !(isLoading && customerId)) {
    return <DocumentLinkButton to={paths.subscribe}>Add Payment Method</DocumentLinkButton>
  }
  return (
    <p className="flex items-center gap-3 tabular-nums">
      <CreditCard aria-hidden className="size-5 text-muted" />
      {card ? (
        <span>
          <span className="capitalize">{card.brand}</span> ending in {card.last4}
          <span className="text-muted">
            , expires {card.expMonth}/{card.expYear}
          </span>
        </span>
      ) : (
        <span>Card ending in ****</span>
      )}
    </p>
  )
}
