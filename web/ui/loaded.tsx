import type { ReactNode } from 'react'
import { cx, Status } from './button.tsx'
import { LoadFailure, Skeleton } from './feedback.tsx'

type Props<Data> = {
  what: string
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown }
  loading: ReactNode
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ what, query: { data, error, refetch }, loading, children }: Props<Data>) {
  if (data !== undefined) return children(data)
  return error ? <LoadFailure what={what} error={error} onRetry={() => void refetch()} /> : loading
}

type LinesProps = { label: string; widths: string[]; className?: string }

export function LoadingLines({ label, widths, className }: LinesProps) {
  return (
    <Status className={cx('appear-late grid gap-3', className)}>
      <span className="sr-only">{label}</span>
      {widths.map((width) => (
        <Skeleton key={width} className={cx('h-4', width)} />
      ))}
    </Status>
  )
}

type RowsProps = { label: string; className?: string; rowClass: string; width?: string }

export function LoadingRows({ label, className, rowClass, width = 'w-40' }: RowsProps) {
  return (
    <Status className={cx('appear-late', className)}>
      <span className="sr-only">{label}</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className={cx('flex items-center', rowClass)}>
          <Skeleton className="size-10 rounded-lg" />
          <Skeleton className={cx('h-4', width)} />
        </div>
      ))}
    </Status>
  )
}
