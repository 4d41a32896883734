import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useEffectEvent } from 'react'
import type { Checkout } from '#domain/billing/checkout.ts'
import { startChosenSubscription, startSubscription, verifyPayment } from '#domain/billing/endpoints.ts'
import { hasActiveSubscription } from '#domain/billing/trial-banner.ts'
import { useApi } from '../../api/context.ts'
import { ApiError } from '../../api/api-error.ts'
import { intentOf, type CardConfirmer } from './card/card-field.tsx'
import { payment, paymentErrorText } from './messages.ts'
import { freshProfile } from './queries.ts'

const REDIRECT_AFTER_MS = 2000

/** `activating`: paid, but the server doesn't know yet; `late`: it still doesn't know after a minute. */
export type PaymentStep = 'entering' | 'paying' | 'activating' | 'late' | 'active'

type Needs = {
  onSuccess: () => void
  /** Null for the plan's one price. */
  wanted?: Checkout | null
}

export function usePayment({ onSuccess, wanted = null }: Needs) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [step, setStep] = useState<PaymentStep>('entering')
  const [problem, setProblem] = useState<string | null>(null)
  const isBusy = useRef(false)
  const [isCharged, setIsCharged] = useState(true)
  const paidFor = useRef('')
  const pause = usePause()

  useEffect(() => {
    if (step !== 'active') return
    const timer = setTimeout(onSuccess, REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [step, onSuccess])

  const start = async () => {
    try {
      return await (wanted ? api.call(startChosenSubscription, { body: wanted }) : api.call(startSubscription))
    } catch (error) {
      // Already paid, perhaps in another tab.
      if (error instanceof ApiError && error.status === 409) return null
      throw error
    }
  }
  const isSettled = async () => {
    const verified = await api.call(verifyPayment, { body: { subscriptionId: paidFor.current } }).catch(() => null)
    const profile = await freshProfile(queryClient, api).catch(() => null)
    return verified?.success === true || profile?.entitlement.reason === 'paid'
  }
  const settle = async () => {
    setStep('activating')
    const end = await settlePayment(isSettled, pause)
    if (end !== 'left') setStep(end)
  }
  const confirm = async (findConfirmer: () => CardConfirmer | null) => {
    const started = await start()
    if (!started?.subscriptionId || !started.clientSecret) {
      if (hasActiveSubscription(await freshProfile(queryClient, api))) return setStep('active')
      throw new Error(payment.noSecret)
    }
    const confirmer = findConfirmer()
    if (!confirmer) throw new Error(payment.noCardElement)
    const confirmation = await confirmer.confirm(started.clientSecret)
    if (!confirmation.ok) throw new Error(confirmation.message || payment.failed)
    paidFor.current = started.subscriptionId
    setIsCharged(!intentOf(started.clientSecret).isSetup)
    await settle()
  }

  return {
    step,
    isCharged,
    problem,
    async pay(findConfirmer: () => CardConfirmer | null) {
      if (isBusy.current) return
      const incomplete = findConfirmer()?.problem() ?? null
      setProblem(incomplete)
      if (incomplete) return
      isBusy.current = true
      setStep('paying')
      try {
        await confirm(findConfirmer)
      } catch (error) {
        setProblem(paymentErrorText(error))
        setStep('entering')
      }
      isBusy.current = false
    },
    checkAgain: settle,
  }
}

function usePause() {
  const isOver = useRef(false)
  useEffect(() => {
    isOver.current = false
    return () => {
      isOver.current = true
    }
  }, [])
  return async (ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return !isOver.current
  }
}

/** The polling delays: short at first, one minute in total. */
const WAITS_MS = [...Array<number>(5).fill(1000), ...Array<number>(5).fill(2000), ...Array<number>(9).fill(5000)]

export async function settlePayment(
  isSettled: () => Promise<boolean>,
  wait: (ms: number) => Promise<boolean>,
): Promise<'active' | 'late' | 'left'> {
  if (await isSettled()) return 'active'
  for (const ms of WAITS_MS) {
    if (!(await wait(ms))) return 'left'
    if (await isSettled()) return 'active'
  }
  return 'late'
}

const EVERY_MS = 30_000

/**
 * Without access there are no live events, but access may be gained in the meantime, through an administrator or a
 * payment in another tab. So the page polls while it's visible.
 */
export function useLiveEntitlement(isOn: boolean): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const ask = useEffectEvent(() => {
    if (!document.hidden) void freshProfile(queryClient, api).catch(() => {})
  })
  useEffect(() => {
    if (!isOn) return
    const onSeen = () => ask()
    document.addEventListener('visibilitychange', onSeen)
    const timer = setInterval(onSeen, EVERY_MS)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      clearInterval(timer)
    }
  }, [isOn])
}
