import type { BriefArticle } from './curate.ts'

const MIN_PAGES = 2

/** Sites that describe themselves in the same words on every page say nothing about the news on it. */
export function withoutSiteTexts(articles: readonly BriefArticle[]): BriefArticle[] {
  const own = Map.groupBy(
    articles.filter(({ isOwn, text }) => isOwn && text !== ''),
    ({ text }) => text,
  )
  return articles.map((each) =>
    each.isOwn && (own.get(each.text)?.length ?? 0) >= MIN_PAGES ? { ...each, text: '' } : each,
  )
}
