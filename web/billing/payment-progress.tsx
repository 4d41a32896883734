import { CircleCheck } from 'lucide-react'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { DocumentLinkButton } from '../ui/link-button.tsx'
import { PageHeading } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Status } from '../ui/status.tsx'
import type { PaymentStep } from './use-payment.ts'

type Props = {
  step: PaymentStep
  /** False where the card was only saved, for a charge to come. */
  isCharged: boolean
  onCheckAgain: () => void
}

/** After the card was taken: what the server knows of it, and nothing more. */
export function PaymentProgress({ step, isCharged, onCheckAgain }: Props) {
  const received = isCharged ? 'Payment received' : 'Card saved'
  return (
    <Status>
      {step === 'active' && (
        <>
          <CircleCheck aria-hidden className="mb-4 size-10 text-good" />
          <PageHeading>Subscription Active!</PageHeading>
          <p className="mt-2 text-muted">Thank you. We take you back to your companies now.</p>
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
            Activating takes longer than usual. You can leave this page: your subscription begins as soon as
            our payment provider confirms it, and you are not charged twice.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button look="primary" onClick={onCheckAgain}>
              Check Again
            </Button>
            <DocumentLinkButton to={paths.billing}>Billing</DocumentLinkButton>
          </div>
        </>
      )}
    </Status>
  )
}
