import { useState } from 'react'
import type { AdminUserPage, RefundedPayment } from '#domain/admin/users.ts'
import { dateAndTime } from '#domain/time.ts'
import { Button } from '../../ui/button.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useCancelSubscription, useRefund, useCloseAccount, useOpenAccount } from './queries.ts'
import { useProfile } from '../account/queries.ts'

const OVER = new Set(['canceled', 'incomplete_expired'])

export function Subscription({ person: { id, email, subscription } }: { person: AdminUserPage }) {
  const [asking, setAsking] = useState<'cancel' | 'refund' | null>(null)
  const cancel = useCancelSubscription()
  const refund = useRefund()
  const toast = useToast()
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
            <Button variant="danger" onClick={() => setAsking('cancel')}>
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
      {asking === 'cancel' && (
        <ActionDialog
          title="Cancel this subscription?"
          description={`${email} is not charged again, and an unpaid invoice is voided. Days already paid for remain usable. This cannot be undone.`}
          action="Cancel Subscription"
          variant="danger"
          mutation={cancel}
          given={(reason) => ({ id, reason })}
          onDone={() => {
            toast({ title: 'Subscription canceled', description: `${email} is not charged again.` })
            close()
          }}
          onClose={close}
        />
      )}
      {asking === 'refund' && (
        <ActionDialog
          title="Refund the last payment?"
          description={`The full amount goes back to the card of ${email}. Subscription and access do not change; cancel the subscription separately.`}
          action="Refund"
          variant="danger"
          mutation={refund}
          given={(reason) => ({ id, reason })}
          onDone={(refunded) => {
            toast({ title: `${amountText(refunded)} refunded` })
            close()
          }}
          onClose={close}
        />
      )}
    </Panel>
  )
}

const amountText = ({ amountCents, currency }: RefundedPayment) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amountCents / 100)

export function Closing({ person: { id, email, entitlement } }: { person: AdminUserPage }) {
  const [isAsking, setAsking] = useState(false)
  const open = useOpenAccount(id, email)
  const close = useCloseAccount()
  const toast = useToast()
  const { profile } = useProfile()
  const isClosed = entitlement.reason === 'none'
  if (profile?.id === id) return null
  return (
    <Panel
      title={isClosed ? 'This account is closed' : 'Close the account'}
      action={
        isClosed ? (
          <Button busy={open.isPending} onClick={open.start}>
            Open Account
          </Button>
        ) : (
          <Button variant="danger" onClick={() => setAsking(true)}>
            Close Account
          </Button>
        )
      }
    >
      <p className="text-muted">
        {isClosed
          ? 'Its owner can only sign in to export their data or delete the account. Any subscription is canceled.'
          : 'Ends every session and cancels any subscription immediately. Nothing is deleted. You can refund a payment above.'}
      </p>
      {isAsking && (
        <ActionDialog
          title="Close this account?"
          description={`${email} is signed out everywhere and loses access until you reopen the account. Any subscription is canceled, and we email the owner.`}
          action="Close Account"
          variant="danger"
          mutation={close}
          given={(reason) => ({ id, reason })}
          onDone={() => {
            toast({ title: `${email} is closed` })
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}
