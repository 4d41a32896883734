import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
  className?: string
}

/** The platform's own list, which every phone and screen reader knows how to open. */
export function Select({ label, value, onChange, children, className }: Props) {
  return (
    <span className={cx('relative inline-flex min-w-0', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full min-w-0 cursor-pointer appearance-none truncate rounded-md border border-control-line bg-surface pr-9 pl-3 text-base md:h-9 md:text-sm"
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
