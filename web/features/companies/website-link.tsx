import { cx } from '../../ui/button.tsx'

/** Only web addresses become links; anything else is shown as plain text. */
export function WebsiteLink({ website, className }: { website: string; className?: string }) {
  const url = URL.parse(website)
  if (!url || !/^https?:$/.test(url.protocol)) return <span className={className}>{website}</span>
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer"
      className={cx('break-words text-accent underline-offset-3 hover:underline', className)}
    >
      {url.host.replace(/^www\./, '')}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
