import { lazy, Suspense } from 'react'
import { usePublicConfig } from '../../../api/context.ts'
import { Skeleton } from '../../../ui/feedback.tsx'
import type { CardFieldProps } from './card-confirmer.ts'

const StripeCard = lazy(() => import('./stripe-card.tsx').then((module) => ({ default: module.StripeCard })))
const TestCard = lazy(() => import('./test-card.tsx').then((module) => ({ default: module.TestCard })))

export function CardField({ ref }: CardFieldProps) {
  const { payments } = usePublicConfig()
  return (
    <Suspense fallback={<Skeleton className="appear-late h-11 w-full" />}>
      {payments.mode === 'stripe' ? (
        <StripeCard ref={ref} publishableKey={payments.publishableKey} />
      ) : (
        <TestCard ref={ref} base={payments.base} />
      )}
    </Suspense>
  )
}
