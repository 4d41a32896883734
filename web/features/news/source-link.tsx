import { articleHref } from '#domain/news/sample-article.ts'
import { cx } from '../../ui/button.tsx'

type Props = {
  url: string
  title: string
  cites?: number
}

/** Only web addresses become links; the title is shown as plain text either way. */
export function SourceLink({ url, title, cites }: Props) {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) return <span>{title}</span>
  return (
    <a
      href={articleHref(address)}
      target="_blank"
      rel="noopener noreferrer"
      className={cx(
        'rounded-sm underline decoration-line-strong hover:decoration-current',
        cites === undefined ? 'underline-offset-3' : 'decoration-dotted decoration-1 underline-offset-4',
      )}
    >
      {title || address.host}
      <span className="sr-only">
        {cites === undefined ? ' (opens in a new tab)' : ` (source ${cites}, opens in a new tab)`}
      </span>
    </a>
  )
}
