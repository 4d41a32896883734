import type { Profile } from '#domain/account.ts'
import { priceText } from '#domain/plan.ts'
import { dateAndTime } from '#domain/relative-time.ts'
import { timeLeftText } from '#domain/trial-banner.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { DocumentLinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { subscriptionBadge } from './plan.ts'

/** The subscription on the profile page: where it stands and the one thing to do about it. */
export function SubscriptionCard({ profile }: { profile: Profile | null }) {
  const now = useNow()
  if (!profile) {
    return (
      <Panel title="Subscription">
        <Skeleton className="appear-late h-5 w-56" />
      </Panel>
    )
  }
  const { label, tone } = subscriptionBadge(profile, now)
  return (
    <Panel title="Subscription" action={<Badge tone={tone}>{label}</Badge>}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 text-muted">
          {label === 'Trial' && (
            <>
              {timeLeftText(profile.trialEndsAt ?? profile.entitlement.endsAt, now)} left, until{' '}
              {dateAndTime(profile.trialEndsAt ?? profile.entitlement.endsAt)}. Then {priceText()} per month,
              if you add a card.
            </>
          )}
          {label === 'Expired' && <>Your free trial has ended. Your companies and their news are kept.</>}
          {label === 'Active' && <>Premium, {priceText()} per month.</>}
        </p>
        {label === 'Trial' && (
          <DocumentLinkButton look="primary" to={paths.subscribe}>
            Upgrade Now
          </DocumentLinkButton>
        )}
        {label === 'Expired' && (
          <DocumentLinkButton look="primary" to={paths.subscribe}>
            Reactivate Subscription
          </DocumentLinkButton>
        )}
        {label === 'Active' && (
          <DocumentLinkButton to={paths.billing}>Manage Subscription</DocumentLinkButton>
        )}
      </div>
    </Panel>
  )
}
