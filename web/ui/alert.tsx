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
export function Notice({ children }: { children: ReactNode }) {
  return (
    <Status className="flex gap-2.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm text-ink">
      <Info aria-hidden className="mt-px size-4 flex-none text-warn" />
      <div className="min-w-0">{children}</div>
    </Status>
  )
}
