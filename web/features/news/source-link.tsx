import { articleHref } from '#domain/news/sample-article.ts'
import { cx } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { webAddress } from '../../ui/text.ts'

type Props = { url: string; title: string; cites?: number; className?: string }

/** Anything but a web address is shown as plain text. */
export function SourceLink({ url, title, cites, className }: Props) {
  const address = webAddress(url)
  if (!address) return <span>{title}</span>
  const isCitation = cites !== undefined
  return (
    <ExternalLink
      href={articleHref(address)}
      note={isCitation ? `source ${cites}, ` : ''}
      className={cx(
        'rounded-sm underline decoration-line-strong hover:decoration-current',
        isCitation ? 'no-underline hover:underline' : 'underline-offset-3',
        className,
      )}
    >
      {title || address.host}
    </ExternalLink>
  )
}
