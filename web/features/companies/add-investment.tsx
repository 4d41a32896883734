import { lazy, Suspense } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { useLoadSample } from './sample-queries.ts'

const load = () => import('./add-investment-dialog.tsx')
const AddInvestmentDialog = lazy(() => load().then((module) => ({ default: module.AddInvestmentDialog })))

/** Preloaded, so that the dialog opens without delay. */
export const preloadAddInvestment = () => void load()

export function AddInvestment({ open, onClose }: { open: boolean; onClose: () => void }) {
  if (!open) return null
  return (
    <Suspense>
      <AddInvestmentDialog onClose={onClose} />
    </Suspense>
  )
}

export function PortfolioEmpty({ onAdd, level }: { onAdd: () => void; level?: 'h2' | 'h3' }) {
  const { mutate, isPending } = useLoadSample()
  return (
    <EmptyState level={level} title="No investments yet" text="Add your first investment to start tracking news">
      <Button variant="primary" onClick={onAdd}>
        Add Company
      </Button>
      <Button busy={isPending} onClick={() => mutate()}>
        Load sample portfolio
      </Button>
    </EmptyState>
  )
}
