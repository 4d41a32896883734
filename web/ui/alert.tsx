import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Status } from './status.tsx'

/** Something went wrong and the user has to know now. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex gap-2.5 rounded-md border border-bad bg-bad-soft px-3.5 py-2.5 text-sm text-ink"
    >
      <CircleAlert aria-hidden className="mt-px size-4 flex-none text-bad" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}

/** A yellow notice: worth knowing, nothing to repair. */
export function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Status className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-ink">
      <div className="flex min-w-0 flex-1 basis-60 gap-2.5">
        <Info aria-hidden className="mt-0.5 size-4 flex-none text-warn" />
        <div className="min-w-0">{children}</div>
      </div>
      {action}
    </Status>
  )
}
