import { Notice } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

/** The profile did not come: say so, offer to try again, and leave everything else as it is. */
export function ProfileUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mt-5">
      <Notice>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>We could not load your profile just now.</span>
          <Button onClick={onRetry}>Try Again</Button>
        </div>
      </Notice>
    </div>
  )
}
