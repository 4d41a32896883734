import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Status, Button, cx } from './button.tsx'

export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-md border border-bad bg-bad-soft px-3.5 py-2.5 text-sm text-ink">
      <CircleAlert aria-hidden className="mt-px size-4 flex-none text-bad" />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}

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

export function RetryNotice({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className="mt-5">
      <Notice action={<Button onClick={onRetry}>Try Again</Button>}>We could not load {what}.</Notice>
    </div>
  )
}

/** `reason` is the server's message, without the status. */
type Props = { what: string; error: Error & { reason?: string }; onRetry: () => void }

export function LoadFailure({ what, error, onRetry }: Props) {
  return (
    <div className="grid justify-items-start gap-4 py-4">
      <Alert>
        <p className="font-semibold">We could not load {what}.</p>
        <p>{error.reason ?? error.message}</p>
      </Alert>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  )
}

type EmptyStateProps = { title: string; level?: 'h2' | 'h3'; text?: ReactNode; children?: ReactNode }

export function EmptyState({ title, level: Heading = 'h3', text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="max-w-[46ch] text-pretty text-muted">{text}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

/** Appears only after 150 ms (styles.css), so quick responses never flash. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block rounded-sm bg-line', className)} />
}
