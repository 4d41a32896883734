import type { Brief, BriefSection, NewsSource } from '#domain/news/briefs.ts'
import { SECTIONS } from '#domain/taxonomy.ts'
import { isQuoted, type CurateTask } from '../../engine/curate.ts'
import { sourceOf } from '../../summarize/summarize.ts'
import { briefLines } from '../../summarize/repetition.ts'
import { foldedWords } from '../../text/words.ts'
import { type Checked, storyOf } from './sentences.ts'

type Extractive = Pick<Brief, 'sections' | 'sources'>
type Sentence = { heading: string; text: string; sources: NewsSource[]; isVerified: boolean; isWritten: boolean }
const MAX_WORDS = 200

export type MergedBrief = Extractive & { verified: number }

/**
 * The extractive brief, in which the model's verified sentences replace those of a story. A story without a verified
 * sentence stays extractive, and one whose first sentence failed keeps its extractive opening, which says what
 * happened. Titles, addresses and dates of sources never come from the model.
 */
export function mergedBrief(
  { sections, sources }: Extractive,
  { kept, headless }: { kept: Map<string, Checked[]>; headless: Set<string> },
  { company, otherNames = [], briefArticles }: CurateTask,
): MergedBrief | null {
  if (kept.size === 0) return null
  const byUrl = new Map(briefArticles.map((article) => [article.url, article]))
  const begun = new Set<string>()
  const merged = sections.flatMap(({ heading, sentences }) =>
    sentences.flatMap(({ text, citations }): Sentence[] => {
      const cited = citations.flatMap((number) => sources[number - 1] ?? [])
      const articles = cited.flatMap(({ url }) => byUrl.get(url) ?? [])
      const isVerified = articles.some((article) => isQuoted(text, article))
      const extractive = { heading, text, sources: cited, isVerified, isWritten: false }
      const story = articles[0] && storyOf(articles[0])
      const verified = (story && kept.get(story)) || []
      if (story === undefined || verified.length === 0) return [extractive]
      const isFirst = !begun.has(story)
      begun.add(story)
      const written = verified.map((each) => asWritten(each, heading, sources))
      if (!headless.has(story)) return isFirst ? written : []
      return [extractive, ...(isFirst ? written : [])]
    }),
  )
  const lines = briefLines([company, ...otherNames])
  const stated = merged.filter(({ text }) => lines.add(foldedWords(text, MAX_WORDS)))
  return stated.some(({ isWritten }) => isWritten) ? asBrief(stated) : null
}

const asWritten = ({ heading, text, cited }: Checked, known: string, sources: NewsSource[]): Sentence => ({
  // A known section wins over the model's heading, so that a story has the same one everywhere.
  heading: SECTIONS.some((section) => section === known) ? known : heading,
  text,
  sources: cited.map(
    ({ briefArticle }) => sources.find(({ url }) => url === briefArticle.url) ?? sourceOf(briefArticle),
  ),
  isVerified: true,
  isWritten: true,
})

function asBrief(merged: Sentence[]): MergedBrief {
  const sources: NewsSource[] = []
  const numberOf = (source: NewsSource) => {
    if (!sources.some(({ url }) => url === source.url)) sources.push(source)
    return sources.findIndex(({ url }) => url === source.url) + 1
  }
  const sections = [...Map.groupBy(merged, ({ heading }) => heading)].map(([heading, own]): BriefSection => ({
    heading,
    sentences: own.map(({ text, sources: cited }) => ({ text, citations: cited.map(numberOf) })),
  }))
  return { sections, sources, verified: merged.filter(({ isVerified }) => isVerified).length }
}
