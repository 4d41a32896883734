import { useState } from 'react'
import type { RefreshProgress } from '#domain/news/briefs.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { Status } from '../ui/status.tsx'

type Props = {
  progress: RefreshProgress
  /** Whoever pressed the button has been told so already. */
  hasToast: boolean
}

/** How many companies have been checked; nobody has to stay for it. */
export function RefreshBar({ progress: { done, total }, hasToast }: Props) {
  const [isHidden, setHidden] = useState(false)
  if (isHidden) return null
  const count = `${done} of ${total} ${total === 1 ? 'company' : 'companies'} checked`
  return (
    <div className="mb-6 grid gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex flex-wrap gap-x-3 text-sm font-medium">
          {!hasToast && <span>Fetching latest news...</span>}
          <Status className="tabular-nums">{count}</Status>
        </div>
        <Button look="quiet" className="-mr-3.5" onClick={() => setHidden(true)}>
          Hide
        </Button>
      </div>
      <Progress label="Companies checked" value={total > 0 ? (100 * done) / total : 0} />
      <p className="text-sm text-muted">
        You can leave this page. Checking goes on, and news appears as it is found.
      </p>
    </div>
  )
}
