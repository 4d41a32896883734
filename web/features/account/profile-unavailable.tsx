import { Notice } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'

export function ProfileUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mt-5">
      <Notice action={<Button onClick={onRetry}>Try Again</Button>}>We could not load your profile.</Notice>
    </div>
  )
}
