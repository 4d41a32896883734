import { useQuery } from '@tanstack/react-query'
import { priceText } from '#domain/plan.ts'
import { dateAndTime } from '#domain/relative-time.ts'
import { ProfileUnavailable } from '../account/profile-unavailable.tsx'
import { useProfile } from '../account/queries.ts'
import { InvoiceList } from '../billing/invoice-list.tsx'
import { PaymentMethod } from '../billing/payment-method.tsx'
import { subscribeMode, subscriptionBadge } from '../billing/plan.ts'
import { billingQuery } from '../billing/queries.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { DocumentLinkButton } from '../ui/link-button.tsx'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { usePageTitle } from '../ui/use-page-title.ts'

export function BillingPage() {
  const { profile, isUnavailable, retry } = useProfile()
  const { data: billing, isPending } = useQuery(billingQuery)
  const now = useNow()
  usePageTitle('Billing')

  const badge = profile && subscriptionBadge(profile, now)
  const paid = profile !== null && subscribeMode(profile, now) === 'paid'
  return (
    <Page narrow>
      <BackLink to={paths.profile}>Profile</BackLink>
      <PageHeading>Billing</PageHeading>
      {isUnavailable && <ProfileUnavailable onRetry={retry} />}
      <Panel title="Current plan" action={badge && <Badge tone={badge.tone}>{badge.label}</Badge>}>
        {!profile ? (
          <Skeleton className="appear-late h-5 w-52" />
        ) : paid ? (
          <p>
            <strong className="font-semibold">Premium Plan</strong>{' '}
            <span className="text-muted tabular-nums">{priceText()}/month</span>
          </p>
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p>
              <strong className="font-semibold">Free Trial</strong>{' '}
              <span className="text-muted">
                {badge?.label === 'Trial' ? 'until' : 'ended'}{' '}
                {dateAndTime(profile.trialEndsAt ?? profile.entitlement.endsAt)}
              </span>
            </p>
            <DocumentLinkButton look="primary" to={paths.subscribe}>
              Upgrade Now
            </DocumentLinkButton>
          </div>
        )}
      </Panel>
      <Panel title="Payment method">
        <PaymentMethod
          card={billing?.card ?? null}
          isLoading={isPending}
          customerId={profile?.stripeCustomerId ?? null}
        />
      </Panel>
      <Panel title="Billing history">
        <InvoiceList invoices={billing?.invoices ?? []} />
      </Panel>
    </Page>
  )
}
