import { useQuery } from '@tanstack/react-query'
import type { Profile } from '#domain/account/profile.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import { useProfile } from '../../features/account/queries.ts'
import { usePublicConfig } from '../../api/context.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { CurrentPlan } from '../../features/billing/current-plan.tsx'
import { InvoiceList } from '../../features/billing/invoice-list.tsx'
import { PaymentMethod, PortalButton } from '../../features/billing/payment-method.tsx'
import { subscriptionBadge } from '../../features/billing/plan.ts'
import { billingQuery } from '../../features/billing/queries.ts'
import { RedeemCode } from '../../features/billing/redeem-code.tsx'
import { paths } from '../../paths.ts'
import { lazyComponent } from '../../ui/lazy.tsx'
import { Badge, Panel } from '../../ui/panel.tsx'
import { LoadFailure, Skeleton, RetryNotice } from '../../ui/feedback.tsx'
import { BackLink, Page, PageHeading, useNow } from '../../ui/page.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

const BillingDetailsForm = lazyComponent(
  () => import('../../features/billing/checkout/billing-details.tsx'),
  'BillingDetailsForm',
)

const CHARGED = new Set<Billing['status']>(['active', 'trialing', 'past_due'])

export function BillingPage() {
  const { profile, isUnavailable, retry } = useProfile()
  const { data: billing = null, error, refetch } = useQuery(billingQuery)
  const { offers } = usePublicConfig()
  const toast = useToast()
  const now = useNow()
  usePageTitle('Billing')

  const isClosed = profile?.entitlement.reason === 'none'
  const badge = profile && subscriptionBadge(profile, now)
  return (
    <Page narrow>
      <BackLink to={paths.profile}>Profile</BackLink>
      <PageHeading>Billing</PageHeading>
      {isUnavailable && <RetryNotice what="your profile" onRetry={retry} />}
      <Panel title="Current plan" action={badge && <Badge tone={badge.tone}>{badge.label}</Badge>}>
        {profile ? (
          <CurrentPlan profile={profile} billing={billing} now={now} />
        ) : (
          <Skeleton className="appear-late h-5 w-52" />
        )}
      </Panel>
      {error && !billing ? (
        <Panel title="Payment method and billing history">
          <LoadFailure what="your card and invoices" error={error} onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <>
          <Panel title="Payment method">
            {profile || billing ? (
              <PaymentMethod
                card={billing?.card ?? null}
                isPending={!billing && Boolean(profile?.stripeCustomerId)}
                isChangeable={!isClosed && CHARGED.has(billing?.status ?? null)}
                isOwed={billing?.status === 'past_due'}
                notNeeded={needlessText(profile)}
              />
            ) : (
              <Skeleton className="appear-late h-5 w-52" />
            )}
          </Panel>
          {offers?.tax && !isClosed && (
            <Panel title="Billing details">
              <p className="mb-4 max-w-[62ch] text-muted">
                On your invoices from now on. Our payment provider keeps them.
              </p>
              <BillingDetailsForm action="Save Details" onSaved={() => toast({ title: 'Billing details saved' })} />
            </Panel>
          )}
          <Panel title="Billing history" action={<PortalButton isKnown={Boolean(billing?.status)} />}>
            {billing ? <InvoiceList invoices={billing.invoices} /> : <Skeleton className="appear-late h-5 w-64" />}
          </Panel>
        </>
      )}
      {!isClosed && <RedeemCode />}
    </Page>
  )
}

function needlessText(profile: Profile | null): string | null {
  const { reason, endsAt } = profile?.entitlement ?? {}
  if (reason === 'none') return 'None is needed: this account is closed.'
  return reason === 'grant' && endsAt === null ? 'None is needed: your access is complimentary.' : null
}
