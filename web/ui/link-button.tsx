import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass, type ButtonLook } from './button.tsx'

type Props = {
  to: string
  children: ReactNode
  look?: ButtonLook
  size?: 'normal' | 'large'
  className?: string
  label?: string
}

/** A link that looks like a button and stays in the document. */
export function LinkButton({ to, children, look, size, className, label }: Props) {
  return (
    <Link to={to} aria-label={label} className={buttonClass(look, size, className)}>
      {children}
    </Link>
  )
}

/** The same, but it loads a new document: for pages outside the application or under another content policy. */
export function DocumentLinkButton({ to, children, look, size, className, label }: Props) {
  return (
    <a href={to} aria-label={label} className={buttonClass(look, size, className)}>
      {children}
    </a>
  )
}
