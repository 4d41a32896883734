import type { NewsSource } from '#domain/news/briefs.ts'
import type { BriefArticle } from '../../engine/curate.ts'
import type { CompanyNames } from '../../verify/other-company.ts'
import { withoutPromptInjection, visibleText } from '../../verify/plain-line.ts'
import type { ShownArticle, WrittenSection } from './brief-request.ts'
import type { Section } from '#domain/taxonomy.ts'
import { unsupported } from '../../verify/verify.ts'
import { withoutBoilerplate } from '../../summarize/boilerplate.ts'
import { isTakenBack, refutationOf } from '../../summarize/corrections.ts'
import { briefLines } from '../../summarize/repetition.ts'
import { isUnattributed } from '../../summarize/source-sentences.ts'
import { foldedWords } from '../../text/words.ts'

const MAX_STORIES = 8
const MAX_ARTICLES = 20
const LONGEST_TEXT = 1500
const LONGEST_TITLE = 300
const LONGEST_NAME = 100

export type Shown = ShownArticle & { briefArticle: BriefArticle }

export function shownArticles(sources: NewsSource[], briefArticles: BriefArticle[], known: CompanyNames): Shown[] {
  const byUrl = new Map(briefArticles.map((briefArticle) => [briefArticle.url, briefArticle]))
  const cited = sources.flatMap(({ url }) => byUrl.get(url) ?? [])
  const stories = [...Map.groupBy(cited, storyOf)].slice(0, MAX_STORIES)
  const chosen = stories.flatMap(([story, own], at) => {
    const refutations = own.flatMap((each) => refutationOf(each, known) ?? [])
    const isCurrent = (each: BriefArticle) =>
      refutations.every((refutation) => !isTakenBack(each, refutation, { isSameStory: true, names: known.all }))
    const isOfStory = (each: BriefArticle) => storyOf(each) === story && each.sameAs === null && each.text !== ''
    const other = briefArticles.find((each) => isOfStory(each) && !own.includes(each) && isCurrent(each))
    return [...new Set(own), ...(other ? [other] : [])].map((briefArticle) => ({
      story: at + 1,
      briefArticle,
    }))
  })
  return chosen.slice(0, MAX_ARTICLES).map(({ story, briefArticle }, at) => ({
    number: at + 1,
    story,
    title: withoutPromptInjection(briefArticle.title).replaceAll('\n', ' ').slice(0, LONGEST_TITLE),
    text: withoutBoilerplate(withoutPromptInjection(briefArticle.text)).slice(0, LONGEST_TEXT),
    publisher: briefArticle.publisher && withoutPromptInjection(briefArticle.publisher).slice(0, LONGEST_NAME),
    publishedAt: briefArticle.publishedAt,
    briefArticle,
  }))
}

/** An article that wasn't clustered is its own story. */
export const storyOf = ({ id, story }: BriefArticle): string => story ?? id

/** A name comes from the company's site, so it can carry prompt injection like any text. */
export const shownName = (name: string): string =>
  withoutPromptInjection(name).replaceAll('\n', ' ').slice(0, LONGEST_NAME) || 'The company'

const MAX_SENTENCES = 40
const MAX_PER_STORY = 3
const MAX_WORDS = 200

export type Checked = { text: string; heading: Section; cited: Shown[] }

export function checkedSentences(
  sections: WrittenSection[],
  shown: Shown[],
  { company, otherNames = [] }: { company: string; otherNames?: readonly string[] },
) {
  const lines = briefLines([company, ...otherNames])
  const written = sections.flatMap(({ heading, sentences }) => sentences.map((each) => ({ heading, ...each })))
  const kept = new Map<string, Checked[]>()
  const headless = new Set<string>()
  let dropped = Math.max(0, written.length - MAX_SENTENCES)
  for (const { heading, text: raw, sources } of written.slice(0, MAX_SENTENCES)) {
    const text = visibleText(raw.slice(0, 2000)).replaceAll('\n', ' ')
    const cited = citedBy(sources, shown)
    const [first] = cited
    const story = first && storyOf(first.briefArticle)
    const own = (story && kept.get(story)) || []
    const holds =
      story !== undefined &&
      own.length < MAX_PER_STORY &&
      !isUnattributed(text) &&
      unsupported(text, cited.map(asCited), company, otherNames) === null &&
      lines.add(foldedWords(text, MAX_WORDS))
    if (holds) kept.set(story, [...own, { text, heading, cited }])
    else {
      dropped += 1
      if (story !== undefined && own.length === 0) headless.add(story)
    }
  }
  return { kept, headless, sentences: written.length, dropped }
}

/**
 * Empty if a cited article doesn't exist or if the citations are from different stories, whose facts must not be mixed.
 */
function citedBy(numbers: number[], shown: Shown[]): Shown[] {
  const found = [...new Set(numbers)].map((number) => shown.find((each) => each.number === number))
  const cited = found.flatMap((each) => each ?? [])
  const isWhole = cited.length === found.length && new Set(cited.map(({ story }) => story)).size === 1
  return isWhole ? cited : []
}

const asCited = ({ title, text, publisher, publishedAt }: Shown) => ({
  title,
  text,
  publisher,
  publishedAt: new Date(publishedAt),
})
