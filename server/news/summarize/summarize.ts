import type { Brief, BriefSection, NewsSource } from '#domain/news/briefs.ts'
import { cluster } from '../cluster/cluster.ts'
import { foldedWords } from '../text/words.ts'
import { chooseSentences, sourceSentences } from './choose-sentences.ts'

export type SummaryArticle = {
  title: string
  text?: string | undefined
  url: string
  publisher?: string | null | undefined
  publishedAt?: string | undefined
}
export type Summary = Pick<Brief, 'sections' | 'sources'>

type Sentence = { text: string; article: SummaryArticle }
type Story = { heading: string; rank: number; sentences: Sentence[] }

export const WITHOUT_SECTION = 'Latest News'
const ORDER = [
  'Financial Updates',
  'Business',
  WITHOUT_SECTION,
  'Partnerships & Alliances',
  'Leadership & Team',
  'Technology & Innovation',
  'Market Position',
  'Other Notable Updates',
]
const MAX_ARTICLES = 100
export const MAX_STORIES = 8
const LONGEST_TITLE = 300
const TITLE_WORDS = 40
const sentencesPerStory = (stories: number) => (stories <= 2 ? 5 : stories <= 4 ? 2 : 1)

export function summarize(
  company: string,
  articles: readonly SummaryArticle[],
  sectionOf: (article: { title: string; text: string }) => string | null = () => null,
): Summary {
  const newest = articles
    .filter(({ title, text = '' }) => `${title}${text}`.trim() !== '')
    .toSorted((a, b) => timeOf(b) - timeOf(a))
    .slice(0, MAX_ARTICLES)
  const newestTime = newest[0] ? timeOf(newest[0]) : 0
  const named = cluster(
    newest.map(({ title, text, publishedAt }, index) => ({
      id: String(index),
      title,
      text,
      company,
      // Articles of one brief were found at about the same time: a guess beats no date.
      publishedAt: Number.isNaN(Date.parse(publishedAt ?? '')) ? new Date(newestTime).toISOString() : publishedAt,
    })),
  )
  const groups = [...Map.groupBy(newest.entries(), ([index]) => named[index] ?? '').values()]
    .slice(0, MAX_STORIES)
    .map((members) => members.map(([, article]) => article))
  const stories = groups.map((members): BriefStory => {
    const [first] = members
    const section = first ? sectionOf({ title: first.title, text: first.text ?? '' }) : null
    return { section, rank: first ? timeOf(first) : 0, members }
  })
  return writeBrief(company, stories)
}

export type BriefStory = { section: string | null; rank: number; members: readonly SummaryArticle[] }

export function writeBrief(company: string, stories: readonly BriefStory[]): Summary {
  const max = sentencesPerStory(stories.length)
  return summaryOf(
    stories.map(({ section, rank, members }) => ({
      heading: section ?? WITHOUT_SECTION,
      rank,
      sentences: sentencesOf(members, { company, max }),
    })),
  )
}

type Limits = { company: string; max: number }

function sentencesOf(members: readonly SummaryArticle[], limits: Limits): Sentence[] {
  const correction = members.find(({ title }) => CORRECTION.test(title))
  if (!correction) return chosenOf(members, limits)
  // A correction comes first; what its publisher wrote before is not quoted beside it.
  const current = members.filter((each) => each !== correction && !isTakenBack(each, correction))
  const first = { text: plainTitle(correction.title), article: correction }
  return [first, ...chosenOf(current, { ...limits, max: limits.max - 1 })]
}

const CORRECTION = /^\s*(?:correction|corrected|clarification|retraction|retracted)\b/i

const isTakenBack = (each: SummaryArticle, correction: SummaryArticle) =>
  publisherOf(each) === publisherOf(correction) && timeOf(each) <= timeOf(correction)

const publisherOf = ({ publisher, url }: SummaryArticle) => publisher ?? URL.parse(url)?.hostname ?? url

function chosenOf(members: readonly SummaryArticle[], limits: Limits): Sentence[] {
  const sentences = members.flatMap(({ text = '' }, index) => sourceSentences(text, index))
  const titles = members.map(({ title }) => foldedWords(title, TITLE_WORDS))
  const chosen = chooseSentences(sentences, titles, limits).flatMap(({ text, article }): Sentence[] => {
    const source = members[article]
    return source ? [{ text, article: source }] : []
  })
  if (chosen.length > 0 || limits.max < 1) return chosen
  const titled = members.find(({ title }) => title.trim() !== '')
  return titled ? [{ text: plainTitle(titled.title), article: titled }] : []
}

function summaryOf(stories: readonly Story[]): Summary {
  const cited: SummaryArticle[] = []
  const numberOf = (article: SummaryArticle) => {
    if (!cited.includes(article)) cited.push(article)
    return cited.indexOf(article) + 1
  }
  const byHeading = Map.groupBy(
    stories.filter(({ sentences }) => sentences.length > 0),
    ({ heading }) => heading,
  )
  const headings = [...byHeading.keys()].sort((a, b) => placeOf(a) - placeOf(b))
  const sections = headings.map((heading): BriefSection => {
    const ordered = (byHeading.get(heading) ?? []).toSorted((a, b) => b.rank - a.rank)
    const sentences = ordered.flatMap((story) => story.sentences)
    return { heading, sentences: sentences.map(({ text, article }) => ({ text, citations: [numberOf(article)] })) }
  })
  return { sections, sources: cited.map(sourceOf) }
}

export const sourceOf = ({ title, url, publisher = null, publishedAt = '' }: SummaryArticle): NewsSource => ({
  title,
  url,
  publisher,
  publishedAt,
})

const plainTitle = (title: string) =>
  title
    .slice(0, LONGEST_TITLE)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\*\*|__|\[(?=\s*\d)/g, '')
    .trim()

const timeOf = ({ publishedAt }: SummaryArticle) => Date.parse(publishedAt ?? '') || 0

function placeOf(heading: string): number {
  const at = ORDER.indexOf(heading)
  return at === -1 ? ORDER.length : at
}
