import { articleHref } from '#domain/news/sample-article.ts'
import { cx } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { webAddress } from '../../ui/text.ts'

type Props = { url: string; title: string; className?: string }

/** Anything but a web address is shown as plain text. */
export function SourceLink({ url, title, className }: Props) {
  const address = webAddress(url)
  if (!address) return <span>{title}</span>
  return (
    <ExternalLink
      href={articleHref(address)}
      className={cx(
        'rounded-sm underline decoration-line-strong underline-offset-3 hover:decoration-current',
        className,
      )}
    >
      {title || address.host}
    </ExternalLink>
  )
}
