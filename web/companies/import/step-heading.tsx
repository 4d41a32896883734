import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'

type Props = { children: ReactNode; describedBy?: string; className?: string }

/** The heading of a step that has just taken the place of another: it takes the focus, so that the step is read out. */
export function StepHeading({ children, describedBy, className }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      aria-describedby={describedBy}
      className={cx('text-xl outline-none', className)}
    >
      {children}
    </h2>
  )
}
