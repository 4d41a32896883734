import { Status } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'

const ROWS = [1, 2, 3]

export function MorningSkeleton() {
  return (
    <Status className="appear-late @container -mt-3 sm:-mt-6">
      <span className="sr-only">Loading your news</span>
      {ROWS.map((row) => (
        <SkeletonRow key={row} />
      ))}
    </Status>
  )
}

export function SkeletonRow() {
  return (
    <div
      aria-hidden
      className="grid gap-x-6 gap-y-2.5 border-t border-line py-4.5 first:border-t-0 @min-[860px]:h-28 @min-[860px]:grid-cols-[6rem_minmax(0,1fr)_15.5rem]"
    >
      <Skeleton className="h-3.5 w-16" />
      <div className="grid content-start gap-2.5">
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <Skeleton className="h-3.5 w-40" />
    </div>
  )
}
