import { useState } from 'react'
import type { Profile } from '#domain/account/profile.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import { priceText } from '#domain/account/plan.ts'
import { dateAndTime } from '#domain/time.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { DocumentLinkButton } from '../ui/link-button.tsx'
import { useToast } from '../ui/toast.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { reasonOf, resumed } from './messages.ts'
import { endedLater, standingBesidePrice, standingText, subscribeMode, trialEndOf } from './plan.ts'
import { useRenewal } from './queries.ts'

type Props = { profile: Profile; billing: Billing | null; now: Date }

/** Spec section 2: "Current plan: 'Premium Plan' at $4.99/month, or 'Free Trial'", and what can be done about it. */
export function CurrentPlan({ profile, billing, now }: Props) {
  const mode = subscribeMode(profile, now)
  if (mode === 'closed') return <ClosedPlan status={billing?.status ?? null} />
  if (mode !== 'paid' && mode !== 'complimentary') return <WithoutPlan profile={profile} now={now} />
  const isOwed = profile.entitlement.reason === 'paid-grace'
  return (
    <div className="grid gap-4">
      {isOwed && (
        <Alert>
          <p className="font-semibold">{standingText(profile, now)}</p>
          <p>Pay now, or update your card, to keep Premium.</p>
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-60">
          <p>
            <strong className="font-semibold">Premium Plan</strong>{' '}
            {mode === 'paid' && <span className="text-muted tabular-nums">{priceText()}/month</span>}
          </p>
          {!isOwed && <p className="text-sm text-muted tabular-nums">{standingBesidePrice(profile, now)}</p>}
        </div>
        {mode === 'paid' && (
          <Renewal billing={billing} owedUntil={isOwed ? profile.entitlement.endsAt : null} />
        )}
      </div>
    </div>
  )
}

/** The administrator who closed the account has canceled for them; the provider may not have heard it yet. */
function ClosedPlan({ status }: Pick<Billing, 'status'>) {
  return (
    <div>
      <p className="font-semibold">This account is closed.</p>
      {status && (
        <p className="text-sm text-muted">
          {RUNNING.has(status)
            ? 'Your subscription is being canceled. You will not be charged again.'
            : 'Your subscription is canceled. You will not be charged again.'}
        </p>
      )}
    </div>
  )
}

function WithoutPlan({ profile, now }: Omit<Props, 'billing'>) {
  const isTrial = subscribeMode(profile, now) === 'trial'
  const planEnd = endedLater(profile)
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p>
        <strong className="font-semibold">{planEnd ? 'Premium Plan' : 'Free Trial'}</strong>{' '}
        <span className="text-muted tabular-nums">
          {isTrial ? 'until' : 'ended'} {dateAndTime(planEnd ?? trialEndOf(profile))}
        </span>
      </p>
      <DocumentLinkButton look="primary" to={paths.subscribe}>
        Upgrade Now
      </DocumentLinkButton>
    </div>
  )
}

/** Cancelling is as easy as subscribing, and can be taken back for as long as the period runs. */
function Renewal({ billing, owedUntil }: { billing: Billing | null; owedUntil: string | null }) {
  const [asking, setAsking] = useState(false)
  const { mutate, isPending, error } = useRenewal()
  const toast = useToast()
  if (!billing?.status || !RUNNING.has(billing.status)) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      {owedUntil && (
        <DocumentLinkButton look="primary" to={paths.pay}>
          Pay Now
        </DocumentLinkButton>
      )}
      {billing.cancelAt ? (
        <Button
          look={owedUntil ? 'plain' : 'primary'}
          busy={isPending}
          onClick={() => mutate('resume', { onSuccess: () => toast(resumed) })}
        >
          Resume Subscription
        </Button>
      ) : (
        <Button onClick={() => setAsking(true)}>Cancel Subscription</Button>
      )}
      {error && <Alert>{reasonOf(error)}</Alert>}
      {asking && (
        <CancelDialog
          end={billing.currentPeriodEnd}
          isOwed={owedUntil !== null}
          isTrialing={billing.status === 'trialing'}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const RUNNING = new Set<Billing['status']>(['active', 'trialing', 'past_due'])
