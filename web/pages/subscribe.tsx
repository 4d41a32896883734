import { useState } from 'react'
import type { Profile } from '#domain/account.ts'
import { priceText } from '#domain/plan.ts'
import { dateAndTime } from '#domain/relative-time.ts'
import { timeLeftText } from '#domain/trial-banner.ts'
import { ProfileUnavailable } from '../account/profile-unavailable.tsx'
import { useProfile } from '../account/queries.ts'
import { usePublicConfig } from '../api/public-config-context.ts'
import { ChoosePlan, FeatureList } from '../billing/choose-plan.tsx'
import { subscribeMode } from '../billing/plan.ts'
import { ExportMenu } from '../companies/export-menu.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { DocumentLinkButton } from '../ui/link-button.tsx'
import { Page, PageHeading } from '../ui/page.tsx'
import { Facts } from '../ui/panel.tsx'
import { Waiting } from '../ui/spinner.tsx'
import { useNow } from '../ui/use-now.ts'
import { usePageTitle } from '../ui/use-page-title.ts'

/** Signed in; who is not gets the log-in prompt of the guard instead. */
export function SubscribePage() {
  const { supportEmail } = usePublicConfig()
  const { profile, isUnavailable, retry } = useProfile()
  const [choosing, setChoosing] = useState(false)
  const now = useNow()
  usePageTitle('Subscribe')

  if (!profile && !isUnavailable) return <Waiting />
  const mode = choosing ? 'choose' : subscribeMode(profile, now)
  const upgrade = () => setChoosing(true)
  return (
    <Page narrow={mode !== 'choose'}>
      {isUnavailable && <ProfileUnavailable onRetry={retry} />}
      {mode === 'paid' && <PaidPlan supportEmail={supportEmail} />}
      {mode === 'trial' && profile && <RunningTrial profile={profile} now={now} onUpgrade={upgrade} />}
      {mode === 'expired' && <ExpiredTrial onUpgrade={upgrade} />}
      {mode === 'choose' && (
        <>
          <PageHeading>Choose Your Plan</PageHeading>
          <p className="mt-2 text-muted">One plan with everything in it.</p>
          <ChoosePlan />
        </>
      )}
    </Page>
  )
}

function PaidPlan({ supportEmail }: { supportEmail: string }) {
  return (
    <>
      <PageHeading>You have Premium</PageHeading>
      <p className="mt-2 text-muted">{priceText()} per month, with all of this:</p>
      <FeatureList />
      <div className="mt-7 flex flex-wrap gap-3">
        <DocumentLinkButton to={paths.billing}>Manage Subscription</DocumentLinkButton>
      </div>
      <p className="mt-7 border-t border-line pt-5 text-sm text-muted">
        Questions about your plan? Write to{' '}
        <a href={`mailto:${supportEmail}`} className="text-accent underline underline-offset-3">
          {supportEmail}
        </a>
        .
      </p>
    </>
  )
}

function RunningTrial({ profile, now, onUpgrade }: { profile: Profile; now: Date; onUpgrade: () => void }) {
  const end = profile.trialEndsAt ?? profile.entitlement.endsAt
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
      </div>
      <Button look="primary" size="large" onClick={onUpgrade}>
        Upgrade Now
      </Button>
      <FeatureList />
    </>
  )
}

function ExpiredTrial({ onUpgrade }: { onUpgrade: () => void }) {
  return (
    <>
      <PageHeading>Trial Expired</PageHeading>
      <p className="mt-2 mb-7 max-w-[60ch] text-muted">
        Your companies and their news are kept. Upgrade to Premium for {priceText()} per month to read on.
        What is yours you can take with you at any time.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" size="large" onClick={onUpgrade}>
          Upgrade Now
        </Button>
        <ExportMenu />
      </div>
      <FeatureList />
    </>
  )
}
