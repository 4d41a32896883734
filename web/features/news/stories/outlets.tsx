import { outletName } from '#domain/news/event-line.ts'
import { sourceText } from '#domain/news/source-registry.ts'
import type { StoryArticle } from '#domain/news/stories.ts'
import { hostOf, webAddress } from '../../../ui/text.ts'
import { SourceLink } from '../source-link.tsx'

const OUTLETS_AT_FIRST = 3

/** The outlets that report the story, each listed once. */
export function Outlets({ articles, company }: { articles: StoryArticle[]; company: string }) {
  const byOutlet = [...new Map(articles.map((article) => [outletOf(article, company), article]))]
  const rest = byOutlet.length - OUTLETS_AT_FIRST
  return (
    <ul aria-label="Sources" className="flex min-w-0 flex-wrap gap-x-4">
      {byOutlet.slice(0, OUTLETS_AT_FIRST).map(([outlet, { id, url }]) => (
        <li key={id} className="min-w-0">
          <SourceLink url={url} title={outlet} />
        </li>
      ))}
      {rest > 0 && <li>{`${rest} more ${rest === 1 ? 'outlet' : 'outlets'}`}</li>}
    </ul>
  )
}

function outletOf({ publisher, url, source }: StoryArticle, company: string): string {
  const address = webAddress(url)
  return outletName(publisher, company, source) ?? (address ? hostOf(address) : sourceText(source))
}
