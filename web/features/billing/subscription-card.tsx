import type { Profile } from '#domain/account/profile.ts'
import { paths } from '../../paths.ts'
import { Badge, Panel } from '../../ui/panel.tsx'
import { cx, DocumentLinkButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { useNow } from '../../ui/page.tsx'
import { planStatusText, subscriptionBadge } from './plan.ts'

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
  const isClosed = profile.entitlement.reason === 'none'
  const hasFailed = profile.entitlement.reason === 'paid-grace'
  return (
    <Panel title="Subscription" action={<Badge tone={tone}>{label}</Badge>}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className={cx('min-w-0 flex-1 basis-60', hasFailed ? 'text-bad' : 'text-muted')}>
          {planStatusText(profile, now)}
        </p>
        {label === 'Trial' && (
          <DocumentLinkButton variant="primary" to={paths.subscribe}>
            Upgrade Now
          </DocumentLinkButton>
        )}
        {isClosed && <DocumentLinkButton to={paths.billing}>Billing</DocumentLinkButton>}
        {label === 'Expired' && !isClosed && (
          <DocumentLinkButton variant="primary" to={paths.subscribe}>
            Reactivate Subscription
          </DocumentLinkButton>
        )}
        {label === 'Active' && <DocumentLinkButton to={paths.billing}>Manage Subscription</DocumentLinkButton>}
      </div>
    </Panel>
  )
}
