import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type Props = { what: string; error: Error; onRetry: () => void }

/** Something could not be fetched: what, the reason as given, and the way to try again. */
export function LoadFailure({ what, error, onRetry }: Props) {
  return (
    <div className="grid justify-items-start gap-4 py-4">
      <Alert>
        <p className="font-semibold">We could not load {what}.</p>
        <p>{error.message}</p>
      </Alert>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}
