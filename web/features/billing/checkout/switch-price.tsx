import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { costText, centsText, savedPerYear, type OfferedPrice } from '#domain/account/price.ts'
import type { Quote } from '#domain/billing/checkout.ts'
import { quoteSwitch, switchPrice } from '#domain/billing/endpoints.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import { useApi, usePublicConfig } from '../../../api/context.ts'
import { Button, Spinner } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback.tsx'
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { reasonOf } from '../messages.ts'
import { useShowAnswer } from '../queries.ts'

/** Only prices in the currency of the running subscription, which it keeps. */
export function SwitchPrice({ billing }: { billing: Billing }) {
  const prices = usePublicConfig().offers?.prices ?? []
  const [wanted, setWanted] = useState<OfferedPrice | null>(null)
  const { plan, priceId, cancelAt, status } = billing
  if (!plan || cancelAt || (status !== 'active' && status !== 'trialing')) return null
  const others = prices.filter(({ id, currency }) => id !== priceId && currency === plan.currency)
  return (
    <>
      {others.map((price) => (
        <div key={price.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="text-muted tabular-nums">
            {costText(price)} per {price.interval}
            {savedPerYear(price, prices) > 0 &&
              `, which saves ${centsText(savedPerYear(price, prices), price.currency)} a year`}
          </p>
          <Button onClick={() => setWanted(price)}>
            {price.interval === 'year' ? 'Switch to Yearly' : 'Switch to Monthly'}
          </Button>
        </div>
      ))}
      {wanted && <SwitchDialog price={wanted} isFree={status === 'trialing'} onClose={() => setWanted(null)} />}
    </>
  )
}

type DialogProps = { price: OfferedPrice; isFree: boolean; onClose: () => void }

function SwitchDialog({ price, isFree, onClose }: DialogProps) {
  const api = useApi()
  const toast = useToast()
  const showAnswer = useShowAnswer()
  const body = { priceId: price.id }
  const asked = useQuery({
    queryKey: ['switch', price.id],
    queryFn: () => api.call(quoteSwitch, { body }),
    staleTime: 0,
    gcTime: 0,
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call(switchPrice, { body }),
    onSuccess: async (billing) => {
      await showAnswer(billing)
      toast({ title: 'Plan switched', description: `You now pay ${costText(price)} per ${price.interval}.` })
      onClose()
    },
  })
  const problem = error ?? asked.error
  return (
    <Dialog title={`Switch to ${costText(price)} per ${price.interval}?`} onClose={onClose}>
      {asked.data ? <p>{dueText(asked.data, isFree)}</p> : !problem && <Spinner />}
      {problem && <Alert>{reasonOf(problem)}</Alert>}
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Keep My Plan
        </Button>
        <Button variant="primary" busy={isPending} disabled={!asked.data} onClick={() => mutate()}>
          Switch Plan
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function dueText({ totalCents, dueCents, currency }: Quote, isFree: boolean): string {
  if (isFree) return 'Nothing is charged today. The new price starts with your first payment.'
  if (totalCents < 0)
    return `Nothing is charged today. The ${centsText(-totalCents, currency)} left from what you have already paid becomes credit, which pays your next invoices.`
  if (dueCents === 0) return 'Nothing is charged today: your credit covers it.'
  return `Your card is charged ${centsText(dueCents, currency)} today: the new price, less the days you have already paid for.`
}
