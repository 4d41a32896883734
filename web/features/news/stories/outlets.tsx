import type { ReactNode } from 'react'
import { outletName } from '#domain/news/event-line.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import type { StoryArticle } from '#domain/news/stories.ts'
import { hostOf, webAddress } from '../../../ui/text.ts'
import { SourceLink } from '../source-link.tsx'

const OUTLETS_AT_FIRST = 3

type Props = {
  articles: StoryArticle[]
  company: string
  /** Shown after the first ones, in place of how many more there are. */
  renderMore?: (text: string | null) => ReactNode
}

/** The outlets that report the story, each listed once. */
export function Outlets({ articles, company, renderMore }: Props) {
  const byOutlet = [...new Map(articles.map((article) => [outletOf(article, company), article]))]
  const rest = byOutlet.length - OUTLETS_AT_FIRST
  const restText = rest > 0 ? `${rest} more` : null
  const restItem = renderMore ? renderMore(restText) : restText
  return (
    <ul aria-label="Sources" className="flex min-w-0 flex-wrap gap-x-3.5">
      {byOutlet.slice(0, OUTLETS_AT_FIRST).map(([outlet, { id, url }]) => (
        <li key={id} className="min-w-0">
          <SourceLink url={url} title={outlet} />
        </li>
      ))}
      {restItem && <li>{restItem}</li>}
    </ul>
  )
}

function outletOf({ publisher, url, source }: StoryArticle, company: string): string {
  const address = webAddress(url)
  return outletName(publisher, company, source) ?? (address ? hostOf(address) : sourceText(source))
}
