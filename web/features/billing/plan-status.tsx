import { costText } from '#domain/account/price.ts'
import type { ReactNode } from 'react'
import type { Profile } from '#domain/account/profile.ts'
import { priceText } from '#domain/account/plan.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { timeLeftText } from '#domain/billing/trial-banner.ts'
import { usePublicConfig } from '../../api/context.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button, DocumentLinkButton } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Facts } from '../../ui/panel.tsx'
import { FeatureList } from './choose-plan.tsx'
import { endedText, priceOf, statusBesidePrice, subscribeMode, trialEndOf } from './plan.ts'
import { RedeemCode } from './redeem-code.tsx'

const INCLUDED = 'Premium includes:'

type PlanStatus = { profile: Profile; now: Date }

export function PaidPlan({ profile, now, onPay }: PlanStatus & { onPay: () => void }) {
  const isPaid = subscribeMode(profile, now) === 'paid'
  const { reason, endsAt } = profile.entitlement
  return (
    <>
      <PageHeading>You have Premium</PageHeading>
      {reason === 'paid-grace' ? (
        <div className="mt-5">
          <Alert>
            <p className="font-semibold">Payment failed</p>
            <p>We will retry your card until {shortDate(endsAt)}. Pay now or update your card to keep Premium.</p>
          </Alert>
        </div>
      ) : (
        <p className="mt-2 tabular-nums">{statusBesidePrice(profile, now)}</p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {reason === 'paid-grace' && (
          <Button variant="primary" onClick={onPay}>
            Pay Now
          </Button>
        )}
        {isPaid && <DocumentLinkButton to={paths.billing}>Manage Subscription</DocumentLinkButton>}
        <DocumentLinkButton to={paths.dashboard}>Go to Dashboard</DocumentLinkButton>
        {!isPaid && endsAt && <Button onClick={onPay}>Upgrade Now</Button>}
      </div>
      <Included>{includedText(profile, now)}</Included>
      <SupportContact />
    </>
  )
}

function includedText(profile: Profile, now: Date): string {
  if (subscribeMode(profile, now) !== 'paid') return 'Your access is complimentary and includes:'
  const { reason, endsAt } = profile.entitlement
  const isCanceled = (reason === 'paid' || reason === 'paid-until') && endsAt !== null
  const price = priceOf(profile)
  return isCanceled || !price ? INCLUDED : `${costText(price)} per ${price.interval}, including:`
}

export function RunningTrial({ profile, now, onUpgrade }: PlanStatus & { onUpgrade: () => void }) {
  const end = trialEndOf(profile)
  return (
    <>
      <PageHeading>Your free trial is running</PageHeading>
      <div className="mt-6 mb-7">
        <Facts
          facts={[
            ['Days remaining', timeLeftText(end, now)],
            ['Trial ends', dateAndTime(end)],
            ['Then', `${priceText()} per month, if you add a card`],
          ]}
        />
        <p className="mt-4 max-w-[60ch] text-muted">
          Upgrading now keeps the days you have left: your card is charged when the trial ends.
        </p>
      </div>
      <Button variant="primary" size="large" onClick={onUpgrade}>
        Upgrade Now
      </Button>
      <Included>{INCLUDED}</Included>
      <RedeemCode />
    </>
  )
}

export function ExpiredTrial({
  profile,
  onUpgrade,
  beside,
}: Pick<PlanStatus, 'profile'> & { onUpgrade: () => void; beside: ReactNode }) {
  return (
    <>
      <PageHeading>Trial Expired</PageHeading>
      <p className="mt-2 mb-7 max-w-[60ch] text-muted">
        {endedText(profile)} Upgrade to Premium for {priceText()} per month to continue. You can export your data at any
        time.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" size="large" onClick={onUpgrade}>
          Upgrade Now
        </Button>
        {beside}
      </div>
      <Included>{INCLUDED}</Included>
      <RedeemCode />
    </>
  )
}

export function ClosedAccount() {
  return (
    <>
      <PageHeading>This account is closed</PageHeading>
      <p className="mt-2 max-w-[60ch] text-muted">
        An administrator closed it. You are not charged, and any subscription is canceled. You can still export your
        data or delete the account on your profile page.
      </p>
      <SupportContact />
    </>
  )
}

function Included({ children }: { children: string }) {
  return (
    <div className="mt-8 border-t border-line pt-6">
      <p className="text-muted">{children}</p>
      <FeatureList />
    </div>
  )
}

function SupportContact() {
  const { supportEmail } = usePublicConfig()
  return (
    <p className="mt-7 border-t border-line pt-5 text-sm text-muted">
      Questions about your plan? Write to{' '}
      <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-3">
        {supportEmail}
      </a>
      .
    </p>
  )
}
