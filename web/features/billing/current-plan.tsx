import { costText } from '#domain/account/price.ts'
import { useState } from 'react'
import type { Profile } from '#domain/account/profile.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { paths } from '../../paths.ts'
import { usePublicConfig } from '../../api/context.ts'
import { lazyComponent } from '../../ui/lazy.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Button, DocumentLinkButton } from '../../ui/button.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { reasonOf } from './messages.ts'
import { discountText } from './checkout/discount-text.ts'
import { endedLater, priceOf, statusBesidePrice, planStatusText, subscribeMode, trialEndOf } from './plan.ts'
import { useRenewal } from './queries.ts'
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx'

const SwitchPrice = lazyComponent(() => import('./checkout/switch-price.tsx'), 'SwitchPrice')
const ChurnQuestion = lazyComponent(() => import('./churn-question.tsx'), 'ChurnQuestion')

type Props = { profile: Profile; billing: Billing | null; now: Date }

export function CurrentPlan({ profile, billing, now }: Props) {
  const { offers } = usePublicConfig()
  const mode = subscribeMode(profile, now)
  if (mode === 'closed') return <ClosedPlan status={billing?.status ?? null} />
  if (mode !== 'paid' && mode !== 'complimentary') return <WithoutPlan profile={profile} now={now} />
  const isOwed = profile.entitlement.reason === 'paid-grace'
  return (
    <div className="grid gap-4">
      {isOwed && (
        <Alert>
          <p className="font-semibold">{planStatusText(profile, now)}</p>
          <p>Pay now, or update your card, to keep Premium.</p>
        </Alert>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-60">
          <p>
            <strong className="font-semibold">Premium Plan</strong>{' '}
            {mode === 'paid' && <span className="text-muted tabular-nums">{paidText(profile, billing)}</span>}
          </p>
          {!isOwed && <p className="text-sm text-muted tabular-nums">{statusBesidePrice(profile, now)}</p>}
        </div>
        {mode === 'paid' && <Renewal billing={billing} owedUntil={isOwed ? profile.entitlement.endsAt : null} />}
      </div>
      {mode === 'paid' && billing && offers && <SwitchPrice billing={billing} />}
    </div>
  )
}

function paidText(profile: Profile, billing: Billing | null): string {
  const { plan, discount } = billing ?? {}
  const price = priceOf(profile) ?? (plan && { cents: plan.amountCents, ...plan })
  const until = discount?.endsAt ? ` until ${shortDate(discount.endsAt)}` : ''
  const less = discount && discount.months !== 0 ? `, ${discountText({ ...discount, months: null })}${until}` : ''
  return price ? `${costText(price)}/${price.interval}${less}` : ''
}

/** The subscription was canceled when an administrator closed the account; the provider may not know yet. */
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
      <DocumentLinkButton variant="primary" to={paths.subscribe}>
        Upgrade Now
      </DocumentLinkButton>
    </div>
  )
}

function Renewal({ billing, owedUntil }: { billing: Billing | null; owedUntil: string | null }) {
  const [asking, setAsking] = useState<'cancel' | 'why' | null>(null)
  const { mutate, isPending, error } = useRenewal()
  const toast = useToast()
  const why = asking === 'why' && <ChurnQuestion />
  if (!billing?.status || !RUNNING.has(billing.status)) return why
  return (
    <div className="flex flex-wrap items-center gap-3">
      {owedUntil && (
        <DocumentLinkButton variant="primary" to={paths.pay}>
          Pay Now
        </DocumentLinkButton>
      )}
      {billing.cancelAt ? (
        <Button
          variant={owedUntil ? 'plain' : 'primary'}
          busy={isPending}
          onClick={() =>
            mutate('resume', {
              onSuccess: () => {
                setAsking(null)
                toast({ title: 'Subscription resumed', description: 'Your subscription continues.' })
              },
            })
          }
        >
          Resume Subscription
        </Button>
      ) : (
        <Button onClick={() => setAsking('cancel')}>Cancel Subscription</Button>
      )}
      {error && <Alert>{reasonOf(error)}</Alert>}
      {asking === 'cancel' && (
        <CancelDialog
          end={billing.currentPeriodEnd}
          isOwed={owedUntil !== null}
          isTrialing={billing.status === 'trialing'}
          onClose={() => setAsking(null)}
          onCanceled={() => setAsking('why')}
        />
      )}
      {why}
    </div>
  )
}

const RUNNING = new Set<Billing['status']>(['active', 'trialing', 'past_due'])

type CancelDialogProps = {
  end: string | null
  isOwed: boolean
  isTrialing: boolean
  onClose: () => void
  onCanceled: () => void
}

/** The button that keeps the subscription has focus, so that pressing Enter is harmless. */
function CancelDialog({ end, isOwed, isTrialing, onClose, onCanceled }: CancelDialogProps) {
  const { mutate, isPending, error } = useRenewal()
  const toast = useToast()
  const cancel = () =>
    mutate('cancel', {
      onSuccess: ({ status }) => {
        toast(
          status === 'canceled'
            ? {
                title: 'Subscription ended',
                description: 'The unpaid invoice is void. You will not be charged again.',
              }
            : { title: 'Subscription canceled', description: 'It will not renew.' },
        )
        onCanceled()
      },
    })
  return (
    <Dialog
      title="Cancel your subscription?"
      description={isOwed ? OWED : isTrialing ? freeText(end) : keptText(end)}
      onClose={onClose}
    >
      {error && <Alert>{reasonOf(error)}</Alert>}
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Keep It
        </Button>
        <Button variant="danger" busy={isPending} onClick={cancel}>
          Cancel Subscription
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const keptText = (end: string | null) =>
  `You keep Premium until ${shortDate(end)} and are not charged again. Until then you can resume it. Your companies and their news are kept.`

const freeText = (end: string | null) =>
  `You will not be charged. You keep Premium for free until ${shortDate(end)}, and until then you can resume your subscription. Your companies and their news are kept.`

/** The paid period is already over, so the text must not promise access until its end. */
const OWED =
  'Your subscription ends now, and so does your access. The unpaid invoice is voided and your card is not charged again. Your companies and their news are kept.'
