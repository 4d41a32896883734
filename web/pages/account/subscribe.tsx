import { useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useProfile } from '../../features/account/queries.ts'
import { returnPath } from '../../features/auth/browser-storage.ts'
import { ChoosePlan, PaymentProgress } from '../../features/billing/choose-plan.tsx'
import { useCheckout } from '../../features/billing/checkout/use-checkout.ts'
import { chargeNote, isPayable, openInvoiceTexts, subscribeMode } from '../../features/billing/plan.ts'
import { ClosedAccount, ExpiredTrial, PaidPlan, RunningTrial } from '../../features/billing/plan-status.tsx'
import { usePayment, useLiveEntitlement } from '../../features/billing/use-payment.ts'
import { ExportMenu } from '../../features/companies/export-menu.tsx'
import { Button, Waiting } from '../../ui/button.tsx'
import { RetryNotice } from '../../ui/feedback.tsx'
import { Page, PageHeading, useNow } from '../../ui/page.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

const goBack = () => location.assign(returnPath.take())

export function SubscribePage({ onSubscribed = goBack }: { onSubscribed?: () => void }) {
  const { profile, isUnavailable, retry } = useProfile()
  const { pay: asked } = useSearch({ strict: false })
  const [choosing, setChoosing] = useState(asked === 'card')
  const checkout = useCheckout()
  const payment = usePayment({ onSuccess: onSubscribed, wanted: checkout.wanted })
  const now = useNow()
  usePageTitle('Subscribe')
  useLiveEntitlement(payment.step === 'entering')
  useHeadingFocus(choosing, payment.step === 'entering' || payment.step === 'paying')

  if (payment.step !== 'entering' && payment.step !== 'paying') {
    return (
      <Page narrow>
        <PaymentProgress
          step={payment.step}
          isCharged={payment.isCharged}
          onCheckAgain={() => void payment.checkAgain()}
        />
      </Page>
    )
  }
  if (!profile && !isUnavailable) return <Waiting />
  const mode = subscribeMode(profile, now)
  const pay = () => setChoosing(true)
  if (!profile || mode === 'choose' || (choosing && isPayable(profile, now))) {
    const isIdle = payment.step === 'entering'
    return (
      <Page>
        {profile && mode !== 'choose' && (
          <Button variant="quiet" className="mb-3 -ml-3.5" disabled={!isIdle} onClick={() => setChoosing(false)}>
            <ArrowLeft aria-hidden />
            Back
          </Button>
        )}
        {isUnavailable && <RetryNotice what="your profile" onRetry={retry} />}
        {profile?.entitlement.reason === 'paid-grace' ? (
          <>
            <PageHeading>Pay open invoice</PageHeading>
            <p className="mt-2 text-muted">Your last payment failed; your subscription continues once it is paid.</p>
            <ChoosePlan checkout={checkout} payment={payment} {...openInvoiceTexts(profile)} />
          </>
        ) : (
          <>
            <PageHeading>Choose Your Plan</PageHeading>
            <p className="mt-2 text-muted">One plan with everything in it.</p>
            <ChoosePlan checkout={checkout} payment={payment} note={chargeNote(profile, now, checkout)} />
          </>
        )}
      </Page>
    )
  }
  return (
    <Page narrow>
      {mode === 'closed' && <ClosedAccount />}
      {(mode === 'paid' || mode === 'complimentary') && <PaidPlan profile={profile} now={now} onPay={pay} />}
      {mode === 'trial' && <RunningTrial profile={profile} now={now} onUpgrade={pay} />}
      {mode === 'expired' && <ExpiredTrial profile={profile} onUpgrade={pay} beside={<ExportMenu />} />}
    </Page>
  )
}

/** The pressed button disappears with its view, so focus moves to the new heading. */
function useHeadingFocus(...changes: boolean[]) {
  const view = changes.join()
  const shown = useRef(view)
  useEffect(() => {
    if (view !== shown.current) document.querySelector('h1')?.focus()
    shown.current = view
  }, [view])
}
