import type { Fact } from '#domain/news/facts.ts'
import { CORRECTION } from '#domain/taxonomy.ts'
import type { Brief, BriefSection, NewsSource } from '#domain/news/briefs.ts'
import { cluster } from '../cluster/cluster.ts'
import { companyNames } from '../verify/other-company.ts'
import { timeOf } from './corrections.ts'
import { briefLines } from './repetition.ts'
import { withFacts } from './whole-story.ts'
import { withoutSuperseded } from './superseded.ts'
import {
  furtherLines,
  joinedByEvent,
  openingLines,
  withoutTakenBack,
  type CurrentStory,
  type StorySentence,
} from './story-lines.ts'

export type SummaryArticle = {
  title: string
  text?: string | undefined
  url: string
  publisher?: string | null | undefined
  publishedAt?: string | undefined
  precision?: NewsSource['precision']
  /** False if the article only mentions the company. */
  isPrimary?: boolean | undefined
  /** Only mentions the company, while other articles are about it. */
  isPassing?: boolean | undefined
  /** Written by the company itself. */
  isOwn?: boolean | undefined
  /** The sentence that says what happened if the title doesn't: "A letter from our CEO". */
  statement?: string | undefined
}
export type Summary = Pick<Brief, 'sections' | 'sources'>

type Story = Pick<BriefStory, 'id' | 'label' | 'rank'> & {
  heading: string
  sentences: StorySentence[]
  isCorrection: boolean
}

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
const MAX_CLASSIFIED = 3
export const MAX_STORIES = 8
const MAX_IN_PASSING = 2
const sentencesPerStory = (stories: number) => (stories <= 2 ? 4 : stories <= 4 ? 3 : 2)

export function summarize(
  company: string,
  articles: readonly SummaryArticle[],
  sectionOf: (article: { title: string; text: string }) => string | null = () => null,
  otherNames: readonly string[] = [],
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
      // Articles in one brief were found at about the same time, so a guess beats no date.
      publishedAt: Number.isNaN(Date.parse(publishedAt ?? '')) ? new Date(newestTime).toISOString() : publishedAt,
    })),
  )
  const groups = [...Map.groupBy(newest.entries(), ([index]) => named[index] ?? '').values()]
    .slice(0, MAX_STORIES)
    .map((members) => members.map(([, article]) => article))
  const stories = groups.map((members): BriefStory => {
    const [first] = members
    const sections = members.slice(0, MAX_CLASSIFIED).map(({ title, text = '' }) => sectionOf({ title, text }))
    const section = sections.find((each) => each !== null) ?? null
    return { section, rank: first ? timeOf(first) : 0, members }
  })
  return writeBrief(company, stories, otherNames)
}

export type BriefStory = {
  /** The ID of the story's first article; absent if articles aren't stored. */
  id?: number | undefined
  label?: string | undefined
  section: string | null
  rank: number
  members: readonly SummaryArticle[]
  /** What the product states of it, wherever it shows the story. */
  facts?: readonly Fact[] | undefined
}

export function writeBrief(
  company: string,
  stories: readonly BriefStory[],
  otherNames: readonly string[] = [],
): Summary {
  const names = companyNames(company, otherNames)
  const current = withoutTakenBack(withoutSuperseded(joinedByEvent(withPassing(stories), names), names), names)
  const main = current.filter((story) => !isPassing(story)).length
  const maxOf = (story: BriefStory) => (isPassing(story) ? MAX_IN_PASSING : sentencesPerStory(main))
  const lines = briefLines(names.all)
  // Every story gets its opening before any adds details, so that a detail never takes another story's words.
  const withSentences = (open: readonly CurrentStory[]) =>
    open
      .toSorted((a, b) => Number(b.refutations.length > 0) - Number(a.refutations.length > 0) || b.rank - a.rank)
      .map((story) => ({ story, opened: openingLines(story, { names, lines, max: maxOf(story) }) }))
      .map(({ story, opened }) => {
        const sentences = [...opened, ...furtherLines(story, opened, { names, lines, max: maxOf(story) })]
        const { members, facts = [], refutations } = story
        const isWhole = refutations.length > 0 || facts.length === 0
        return { ...story, sentences: isWhole ? sentences : withFacts({ members, facts }, sentences, names) }
      })
  const written = [
    ...withSentences(current.filter((story) => !isPassing(story))),
    ...withSentences(current.filter(isPassing)),
  ]
  return summaryOf(
    written.map(({ id, label, section, rank, sentences, refutations }) => ({
      id,
      label,
      heading: section ?? WITHOUT_SECTION,
      rank,
      sentences,
      isCorrection: refutations.some(({ isCorrection }) => isCorrection),
    })),
  )
}

const isPassing = ({ members }: BriefStory) => members.every((each) => each.isPassing)

/** Beside news about the company, an article that only mentions it counts where it says what the company does. */
function withPassing(stories: readonly BriefStory[]): readonly BriefStory[] {
  const isMention = ({ members }: BriefStory) => members.every(({ isPrimary }) => isPrimary === false)
  if (stories.every(isMention)) return stories
  return stories.map((story) =>
    isMention(story) ? { ...story, members: story.members.map((each) => ({ ...each, isPassing: true })) } : story,
  )
}

function summaryOf(stories: readonly Story[]): Summary {
  const cited = new Map<SummaryArticle, NewsSource>()
  const numberOf = (article: SummaryArticle, { id, label, isCorrection }: Story) => {
    if (!cited.has(article))
      cited.set(article, {
        ...sourceOf(article),
        ...(id !== undefined && { storyId: id, label: isCorrection ? CORRECTION : label }),
      })
    return [...cited.keys()].indexOf(article) + 1
  }
  const byHeading = Map.groupBy(
    stories.filter(({ sentences }) => sentences.length > 0),
    ({ heading }) => heading,
  )
  const corrected = new Set(stories.flatMap(({ heading, isCorrection }) => (isCorrection ? [heading] : [])))
  /** The heading with the highest-ranked story comes first. */
  const topOf = (heading: string) => Math.max(...(byHeading.get(heading) ?? []).map(({ rank }) => rank))
  const headings = [...byHeading.keys()].sort(
    (a, b) => Number(corrected.has(b)) - Number(corrected.has(a)) || topOf(b) - topOf(a) || placeOf(a) - placeOf(b),
  )
  const sections = headings.map((heading): BriefSection => {
    const ordered = (byHeading.get(heading) ?? [])
      .toSorted((a, b) => b.rank - a.rank)
      .toSorted((a, b) => Number(b.isCorrection) - Number(a.isCorrection))
    const sentences = ordered.flatMap((story) =>
      story.sentences.map(({ text, article }) => ({ text, citations: [numberOf(article, story)] })),
    )
    return { heading, sentences }
  })
  return { sections, sources: [...cited.values()] }
}

export const sourceOf = ({
  title,
  url,
  publisher = null,
  publishedAt = '',
  precision,
}: SummaryArticle): NewsSource => ({
  title,
  url,
  publisher,
  publishedAt,
  ...(precision && { precision }),
})

function placeOf(heading: string): number {
  const at = ORDER.indexOf(heading)
  return at === -1 ? ORDER.length : at
}
