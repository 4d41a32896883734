import type { NewsSource } from '#domain/news.ts'

const MOST_LINES = 8
const HEADING: Record<string, string> = {
  filing: 'Financial Updates',
  jobs: 'Leadership & Team',
  release: 'Technology & Innovation',
}
const OTHER = 'Latest News'
const ORDER = ['Financial Updates', 'Latest News', 'Leadership & Team', 'Technology & Innovation']

export type BriefArticle = {
  title: string
  url: string
  publisher: string | null
  publishedAt: Date
  kind: string
}

/** The plainest honest text: what was published, in its own headlines, each with its source. */
export function plainBrief(
  articles: BriefArticle[],
): { content: string; sources: NewsSource[]; publishedAt: Date } | null {
  const newest = articles
    .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, MOST_LINES)
  const [first] = newest
  if (!first) return null
  const byHeading = Map.groupBy(newest, ({ kind }) => HEADING[kind] ?? OTHER)
  const ordered = ORDER.flatMap((heading) => byHeading.get(heading) ?? [])
  const lineOf = (article: BriefArticle) =>
    `- ${article.title}${article.publisher ? ` (${article.publisher})` : ''} [${ordered.indexOf(article) + 1}]`
  const sections = ORDER.filter((heading) => byHeading.has(heading)).map((heading) =>
    [`**${heading}**`, ...(byHeading.get(heading) ?? []).map(lineOf)].join('\n'),
  )
  return {
    content: sections.join('\n\n'),
    sources: ordered.map(({ title, url, publisher, publishedAt }) => ({
      title,
      url,
      publisher,
      publishedAt: publishedAt.toISOString(),
    })),
    publishedAt: first.publishedAt,
  }
}
