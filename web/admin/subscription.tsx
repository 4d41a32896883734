import { useState } from 'react'
import type { AdminUserPage } from '#domain/admin/users.ts'
import { dateAndTime } from '#domain/time.ts'
import { Button } from '../ui/button.tsx'
import { Facts, Panel } from '../ui/panel.tsx'
import { useToast } from '../ui/toast.tsx'
import { DeedDialog } from './deed-dialog.tsx'
import { paymentRefunded, subscriptionCanceled } from './messages.ts'
import { useCancelSubscription, useRefund } from './queries.ts'

const OVER = new Set(['canceled', 'incomplete_expired'])

/** What the payment provider last said, and what an administrator can do about it. */
export function Subscription({ person }: { person: AdminUserPage }) {
  const [asking, setAsking] = useState<'cancel' | 'refund' | null>(null)
  const { subscription } = person
  if (!subscription?.status)
    return (
      <Panel title="Subscription">
        <p className="text-muted">None yet.</p>
      </Panel>
    )
  const { status, currentPeriodEnd, cancelAt, syncedAt } = subscription
  const close = () => setAsking(null)
  return (
    <Panel
      title="Subscription"
      action={
        <span className="flex flex-wrap gap-3">
          <Button onClick={() => setAsking('refund')}>Refund Last Payment</Button>
          {!OVER.has(status) && (
            <Button look="danger" onClick={() => setAsking('cancel')}>
              Cancel Subscription
            </Button>
          )}
        </span>
      }
    >
      <Facts
        facts={[
          ['Status', status],
          ['Paid until', currentPeriodEnd ? dateAndTime(currentPeriodEnd) : '—'],
          ['Ends on', cancelAt ? dateAndTime(cancelAt) : '—'],
          ['Last synced', dateAndTime(syncedAt)],
        ]}
      />
      {asking === 'cancel' && <CancelDialog person={person} onClose={close} />}
      {asking === 'refund' && <RefundDialog person={person} onClose={close} />}
    </Panel>
  )
}

type DialogProps = { person: AdminUserPage; onClose: () => void }

function CancelDialog({ person, onClose }: DialogProps) {
  const { mutate, isPending, error } = useCancelSubscription()
  const toast = useToast()
  const done = () => {
    toast(subscriptionCanceled(person.email))
    onClose()
  }
  return (
    <DeedDialog
      title="Cancel this subscription?"
      description={`${person.email} is not charged again, and an unpaid invoice is voided. Days that are already paid for stay usable. This cannot be undone.`}
      deed="Cancel Subscription"
      look="danger"
      busy={isPending}
      error={error}
      onDo={(reason) => mutate({ id: person.id, reason }, { onSuccess: done })}
      onClose={onClose}
    />
  )
}

function RefundDialog({ person, onClose }: DialogProps) {
  const { mutate, isPending, error } = useRefund()
  const toast = useToast()
  return (
    <DeedDialog
      title="Refund the last payment?"
      description={`The full amount goes back to the card of ${person.email}. Neither the subscription nor access changes: cancel the subscription separately.`}
      deed="Refund"
      look="danger"
      busy={isPending}
      error={error}
      onDo={(reason) =>
        mutate(
          { id: person.id, reason },
          {
            onSuccess: (refunded) => {
              toast(paymentRefunded(refunded))
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
