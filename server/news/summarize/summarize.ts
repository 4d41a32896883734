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
export type SummarySource = { title: string; url: string; publisher: string | null; publishedAt: string }
export type Summary = { content: string; sources: SummarySource[] }

type Line = { text: string; article: SummaryArticle }
type Story = { heading: string; rank: number; lines: Line[] }

const WITHOUT_SECTION = 'Latest News'
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
const MOST_ARTICLES = 100
export const MOST_STORIES = 8
const LONGEST_TITLE = 300
const TITLE_WORDS = 40
/** With many stories each is told more briefly. */
const linesPerStory = (stories: number) => (stories <= 2 ? 5 : stories <= 4 ? 2 : 1)

/**
 * A brief in the spec's text form, of sentences that the articles have: the contract's `summarize`. Tellings of one story are told
 * once; `sectionOf` names the heading under which a story belongs.
 */
export function summarize(
  company: string,
  articles: readonly SummaryArticle[],
  sectionOf: (article: { title: string; text: string }) => string | null = () => null,
): Summary {
  const newest = articles
    .filter(({ title, text = '' }) => `${title}${text}`.trim() !== '')
    .toSorted((a, b) => timeOf(b) - timeOf(a))
    .slice(0, MOST_ARTICLES)
  const newestTime = newest[0] ? timeOf(newest[0]) : 0
  const named = cluster(
    newest.map(({ title, text, publishedAt }, index) => ({
      id: String(index),
      title,
      text,
      company,
      // What comes into one brief was found at one time: better a guess than none.
      publishedAt: Number.isNaN(Date.parse(publishedAt ?? '')) ? new Date(newestTime).toISOString() : publishedAt,
    })),
  )
  const groups = [...Map.groupBy(newest.entries(), ([index]) => named[index] ?? '').values()]
    .slice(0, MOST_STORIES)
    .map((members) => members.map(([, article]) => article))
  const stories = groups.map((members): BriefStory => {
    const [first] = members
    const section = first ? sectionOf({ title: first.title, text: first.text ?? '' }) : null
    return { section, rank: first ? timeOf(first) : 0, members }
  })
  return writeBrief(company, stories)
}

/** One story and who tells it; under a heading the one of the highest rank stands first. */
export type BriefStory = { section: string | null; rank: number; members: readonly SummaryArticle[] }

/** The brief of these stories, each told by sentences of its own sources. */
export function writeBrief(company: string, stories: readonly BriefStory[]): Summary {
  const most = linesPerStory(stories.length)
  return written(
    stories.map(({ section, rank, members }) => ({
      heading: section ?? WITHOUT_SECTION,
      rank,
      lines: linesOf(members, { company, most }),
    })),
  )
}

function linesOf(members: readonly SummaryArticle[], wish: { company: string; most: number }): Line[] {
  const correction = members.find(({ title }) => CORRECTION.test(title))
  if (!correction) return chosenOf(members, wish)
  // What was taken back comes first, in the words that take it back, and whoever took it back is not quoted with it.
  const standing = members.filter((each) => each !== correction && !isTakenBack(each, correction))
  const first = { text: plainTitle(correction.title), article: correction }
  return [first, ...chosenOf(standing, { ...wish, most: wish.most - 1 })]
}

const CORRECTION = /^\s*(?:correction|corrected|clarification|retraction|retracted)\b/i

const isTakenBack = (each: SummaryArticle, correction: SummaryArticle) =>
  publisherOf(each) === publisherOf(correction) && timeOf(each) <= timeOf(correction)

const publisherOf = ({ publisher, url }: SummaryArticle) => publisher ?? URL.parse(url)?.hostname ?? url

function chosenOf(members: readonly SummaryArticle[], wish: { company: string; most: number }): Line[] {
  const sentences = members.flatMap(({ text = '' }, index) => sourceSentences(text, index))
  const titles = members.map(({ title }) => foldedWords(title, TITLE_WORDS))
  const chosen = chooseSentences(sentences, titles, wish).flatMap(({ text, article }): Line[] => {
    const source = members[article]
    return source ? [{ text, article: source }] : []
  })
  if (chosen.length > 0 || wish.most < 1) return chosen
  const titled = members.find(({ title }) => title.trim() !== '')
  return titled ? [{ text: plainTitle(titled.title), article: titled }] : []
}

function written(stories: readonly Story[]): Summary {
  const cited: SummaryArticle[] = []
  const numberOf = (article: SummaryArticle) => {
    if (!cited.includes(article)) cited.push(article)
    return cited.indexOf(article) + 1
  }
  const byHeading = Map.groupBy(
    stories.filter(({ lines }) => lines.length > 0),
    ({ heading }) => heading,
  )
  const headings = [...byHeading.keys()].sort((a, b) => placeOf(a) - placeOf(b))
  const sections = headings.map((heading) => {
    const ordered = (byHeading.get(heading) ?? []).toSorted((a, b) => b.rank - a.rank)
    const lines = ordered.flatMap((story) => story.lines)
    return [`**${heading}**`, ...lines.map(({ text, article }) => `- ${text} [${numberOf(article)}]`)].join('\n')
  })
  return {
    content: sections.join('\n\n'),
    sources: cited.map(({ title, url, publisher = null, publishedAt = '' }) => ({
      title,
      url,
      publisher,
      publishedAt,
    })),
  }
}

/** Without what would be read as a marker or as markup. */
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
