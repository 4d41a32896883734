import type { ReactNode } from 'react'
import { cx } from '../../../ui/button.tsx'

type Props = {
  children: ReactNode
  onClick: () => void
  onReach?: (() => void) | undefined
  label?: string
  isExpanded?: boolean
  controls?: string
  /** Appears with the pointer or the focus on its row, or always on touch screens. */
  isShy?: boolean
}

/** A button that looks like the sources it follows. */
export function RowAction({ children, label, isExpanded, controls, isShy = false, onReach, onClick }: Props) {
  return (
    <button
      type="button"
      className={cx(
        'cursor-pointer rounded-sm underline-offset-3 hover:text-ink hover:underline pointer-coarse:py-2',
        isShy &&
          'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100 print:hidden',
      )}
      aria-label={label}
      aria-expanded={isExpanded}
      aria-controls={isExpanded ? controls : undefined}
      onFocus={onReach}
      onPointerEnter={onReach}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
