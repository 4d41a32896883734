import { Skeleton } from '../../ui/feedback.tsx'
import { Status } from '../../ui/button.tsx'

export function NewsSkeleton() {
  return (
    <Status className="appear-late">
      <span className="sr-only">Loading your news</span>
      {[1, 2, 3].map((card) => (
        <div key={card} className="grid gap-5 border-t border-line py-7">
          <div className="flex items-center gap-4">
            <Skeleton className="size-12 rounded-lg" />
            <div className="grid gap-2">
              <Skeleton className="h-5 w-48" />
              <Skeleton className="h-3.5 w-36" />
            </div>
          </div>
          <div className="grid max-w-[66ch] gap-2.5">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-11/12" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </div>
      ))}
    </Status>
  )
}

export function ResultsSkeleton() {
  return (
    <Status className="appear-late">
      <span className="sr-only">Searching your news</span>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="grid max-w-[66ch] gap-2.5 border-t border-line py-5">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </Status>
  )
}
