import type { Ref } from 'react'
import { usePublicConfig } from '../../../api/context.ts'
import { Skeleton } from '../../../ui/feedback.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'

export type Confirmation =
  | { ok: true; status: 'succeeded' | 'processing' }
  /** Empty if the provider gave no message. */
  | { ok: false; message: string }

export type CardConfirmer = {
  problem: () => string | null
  confirm: (clientSecret: string) => Promise<Confirmation>
}

export type CardFieldProps = { ref: Ref<CardConfirmer> }

const loading = <Skeleton className="appear-late h-11 w-full" />
const StripeCard = lazyComponent(() => import('./stripe-card.tsx'), 'StripeCard', loading)
const TestCard = lazyComponent(() => import('./test-card.tsx'), 'TestCard', loading)

export function CardField({ ref }: CardFieldProps) {
  const { payments } = usePublicConfig()
  return payments.mode === 'stripe' ? (
    <StripeCard ref={ref} publishableKey={payments.publishableKey} />
  ) : (
    <TestCard ref={ref} base={payments.base} />
  )
}

/** A client secret starts with the ID of its intent. */
export const intentOf = (clientSecret: string) => ({
  id: clientSecret.split('_secret_')[0] ?? '',
  isSetup: clientSecret.startsWith('seti_'),
})
