import { lazy, Suspense } from 'react'

const load = () => import('./add-investment-dialog.tsx')
const AddInvestmentDialog = lazy(() => load().then((module) => ({ default: module.AddInvestmentDialog })))

/** Fetched ahead of the click, so that the dialog is there when it comes. */
export const preloadAddInvestment = () => void load()

export function AddInvestment({ open, onClose }: { open: boolean; onClose: () => void }) {
  if (!open) return null
  return (
    <Suspense>
      <AddInvestmentDialog onClose={onClose} />
    </Suspense>
  )
}
