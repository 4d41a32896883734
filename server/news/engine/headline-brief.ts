import type { Brief } from '#domain/news/briefs.ts'
import { sentenceCount } from '#domain/news/brief-text.ts'
import { eventLabel } from '#domain/taxonomy.ts'
import type { BriefArticle, WrittenBrief } from './curate.ts'
import { isBoilerplate } from '../summarize/boilerplate.ts'
import { briefLines } from '../summarize/repetition.ts'
import { sourceOf, WITHOUT_SECTION } from '../summarize/summarize.ts'
import { foldedWords } from '../text/words.ts'

export type EarlierBrief = Pick<Brief, 'sections' | 'sources'> & { publishedAt: string }

const MAX_HEADLINES = 8
const TITLE_WORDS = 40
const HEADING: Record<string, string> = {
  filing: 'Financial Updates',
  jobs: 'Leadership & Team',
  release: 'Technology & Innovation',
}
const ORDER = ['Financial Updates', WITHOUT_SECTION, 'Leadership & Team', 'Technology & Innovation']

/** Null only without news: a company with a primary story has a brief, whatever the title of that story looks like. */
export function headlineBrief(articles: BriefArticle[], names: readonly string[]): WrittenBrief | null {
  const primary = newestFirst(articles.filter(({ isPrimary, title }) => isPrimary && title.trim() !== ''))
  return briefOf(newsIn(articles, names)) ?? briefOf(primary.slice(0, 1))
}

const newestFirst = (articles: BriefArticle[]) => articles.toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))

function newsIn(articles: BriefArticle[], names: readonly string[]): BriefArticle[] {
  const lines = briefLines(names)
  return newestFirst(articles.filter(({ sameAs, title }) => sameAs === null && !isBoilerplate(title)))
    .filter(({ title }) => lines.add(foldedWords(title, TITLE_WORDS)))
    .slice(0, MAX_HEADLINES)
}

function briefOf(newest: BriefArticle[]): WrittenBrief | null {
  const [first] = newest
  if (!first) return null
  const byHeading = Map.groupBy(newest, ({ kind }) => HEADING[kind] ?? WITHOUT_SECTION)
  const ordered = ORDER.flatMap((heading) => byHeading.get(heading) ?? [])
  const sections = ORDER.flatMap((heading) => {
    const own = byHeading.get(heading)
    const sentences = own?.map((article) => ({
      text: `${article.title}${article.publisher ? ` (${article.publisher})` : ''}`,
      citations: [ordered.indexOf(article) + 1],
    }))
    return sentences ? [{ heading, sentences }] : []
  })
  return {
    sections,
    sources: ordered.map((article) => ({
      ...sourceOf(article),
      storyId: Number(article.story ?? article.id),
      label: eventLabel({ eventType: article.classified?.eventType ?? 'mention', denied: [], articles: [article] }),
    })),
    status: 'headlines',
    publishedAt: first.publishedAt,
    verified: 0,
  }
}

/**
 * Puts the headlines of articles that aren't curated yet before the existing brief, so that users don't see its text
 * disappear and come back. Null if everything is curated.
 */
export function withHeadlines(
  earlier: EarlierBrief,
  articles: BriefArticle[],
  names: readonly string[],
): WrittenBrief | null {
  const fresh = articles.filter(({ story }) => story === null)
  const brief = briefOf(newsIn(fresh, names))
  if (!brief) return null
  const shifted = earlier.sections.map(({ heading, sentences }) => ({
    heading,
    sentences: sentences.map(({ text, citations }) => ({
      text,
      citations: citations.map((number) => number + brief.sources.length),
    })),
  }))
  const sections = [...Map.groupBy([...brief.sections, ...shifted], ({ heading }) => heading)].map(
    ([heading, own]) => ({
      heading,
      sentences: own.flatMap(({ sentences }) => sentences),
    }),
  )
  const publishedAt = brief.publishedAt > earlier.publishedAt ? brief.publishedAt : earlier.publishedAt
  return { ...brief, sections, sources: [...brief.sources, ...earlier.sources], publishedAt }
}

/** If no sentences can be chosen, the headlines are final; each one is quoted from its source. */
export const asExtractive = (brief: WrittenBrief): WrittenBrief => ({
  ...brief,
  status: 'extractive',
  verified: sentenceCount(brief.sections),
})
