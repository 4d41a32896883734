import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Props = { more: { isThere: boolean; hasFailed: boolean; fetch: () => unknown } }

/** Below the table while there are more: they are on their way, or could not be fetched. */
export function MoreRows({ more }: Props) {
  if (!more.isThere) return null
  return (
    <div className="grid h-16 items-center">
      {more.hasFailed ? (
        <div role="alert" className="flex items-center gap-4 text-sm">
          The next companies could not be loaded.
          <Button onClick={() => void more.fetch()}>Try Again</Button>
        </div>
      ) : (
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className="h-4 w-40" />
          <span className="sr-only">Loading more companies</span>
        </div>
      )}
    </div>
  )
}
