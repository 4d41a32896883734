import type { ReactNode } from 'react'
import { cx } from './button.tsx'
import { hostOf, webAddress } from './text.ts'

type Props = { href: string; className?: string; children: ReactNode }

/** Opens in a new tab and tells screen reader users so. */
export function ExternalLink({ href, className, children }: Props) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

export function WebsiteLink({ website, className }: { website: string; className?: string }) {
  const url = webAddress(website)
  if (!url) return <span className={className}>{website}</span>
  return (
    <ExternalLink
      href={url.href}
      className={cx('break-words text-accent underline-offset-3 hover:underline', className)}
    >
      {hostOf(url)}
    </ExternalLink>
  )
}
