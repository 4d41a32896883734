import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useLoadSample } from './sample-queries.ts'

/** Leads to the first company, or to a dozen invented ones to look around with. */
export function PortfolioEmpty({ onAdd, level }: { onAdd: () => void; level?: 'h2' | 'h3' }) {
  const { mutate, isPending } = useLoadSample()
  return (
    <EmptyState
      level={level}
      title="No investments yet"
      text="Add your first investment to start tracking news"
    >
      <Button look="primary" onClick={onAdd}>
        Add Company
      </Button>
      <Button busy={isPending} onClick={() => mutate()}>
        Load sample portfolio
      </Button>
    </EmptyState>
  )
}
