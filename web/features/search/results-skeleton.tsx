import { Skeleton } from '../../ui/feedback.tsx'
import { Status } from '../../ui/button.tsx'

const ROWS = [1, 2, 3, 4]

export function ResultsSkeleton() {
  return (
    <Status className="appear-late">
      <span className="sr-only">Searching your news</span>
      {ROWS.map((row) => (
        <div key={row} className="grid max-w-[66ch] gap-2.5 border-t border-line py-5">
          <Skeleton className="h-3.5 w-40" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </Status>
  )
}
