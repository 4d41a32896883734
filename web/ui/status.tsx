import type { ReactNode } from 'react'

/** Says what is going on to those who cannot see it. An output element could hold no headings or blocks. */
export function Status({ className, children }: { className?: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" className={className}>
      {children}
    </div>
  )
}
