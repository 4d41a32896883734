import { withoutMarkers } from '../verify/plain-line.ts'
import { EVENT_WEIGHTS, eventLabel, importanceOf, type Section } from '#domain/taxonomy.ts'
import type { Brief } from '#domain/news/briefs.ts'
import { eventOf } from '#domain/news/same-event.ts'
import { DAY_MS } from '#domain/time.ts'
import { asExtractive, headlineBrief } from './headline-brief.ts'
import { createEventReader, type EventReader } from '../reading/clauses/company-event.ts'
import { createReader } from '../reading/reader.ts'
import { MAX_STORIES, writeBrief, type Summary } from '../summarize/summarize.ts'
import type { Company } from '../match/company.ts'
import type { MatchResult } from '../match/match.ts'
import type { Item } from '../match/mentions.ts'
import { matchCompanies } from './match-companies.ts'
import {
  classificationOf,
  classifyAnswered,
  classifyArticle,
  fixedFor,
  type AnsweredTask,
  type ArticleText,
  type CheckedAnswer,
  type Classification,
  type ClassifyTask,
} from './classify-article.ts'
import { withoutSiteTexts } from './site-texts.ts'
import { clustersOf, joinStories, toEventArticle, type JoinedArticle } from './join-stories.ts'

export type BriefArticle = ArticleText & {
  id: string
  url: string
  /** Its story so far; null for a new article. */
  story: string | null
  /** Its cluster so far, if that cluster joined another story. */
  cluster?: string | undefined
  /** Its story is shared by everybody who tracks the company, not just the owner's. */
  isShared?: boolean | undefined
  /** The earlier article that it nearly duplicates. */
  sameAs: string | null
  classified: Omit<Classification, 'direction' | 'statements' | 'modelReads'> | null
  precision?: 'second' | 'day' | 'none' | undefined
}

export type CurateTask = {
  company: string
  /** Names don't distinguish a company's stories, because all of them contain its names. */
  otherNames?: string[]
  briefArticles: BriefArticle[]
  /** Articles from before `briefArticles`, without their texts; their stories may continue. */
  earlierArticles?: BriefArticle[]
}

export type WrittenBrief = Brief & { publishedAt: string; verified: number }

export type Curated = {
  joined: JoinedArticle[]
  classified: (Classification & { id: string })[]
  brief: WrittenBrief | null
}

const HALF_LIFE_DAYS = 10
const IN_PASSING = 0.5
const ENOUGH_TEXT = 500
/** Per story, and more than one, because an article may deny what another reports. */
const MAX_CLASSIFIED = 6

export function curate(task: CurateTask): Curated {
  const { company } = task
  const briefArticles = withoutSiteTexts(task.briefArticles)
  const names = { name: company, aliases: task.otherNames ?? [] }
  const readEvent = createEventReader(names)
  const readFully = createReader(names)
  const clusters = clustersOf({ ...task, briefArticles }, readEvent)
  const newest = Math.max(...briefArticles.map(({ publishedAt }) => Date.parse(publishedAt)))
  const chosen = [...Map.groupBy(briefArticles, ({ id }) => clusters.get(id) ?? id).values()]
    .map((members) => ({ members, score: Math.max(...members.map((each) => scoreOf(each, newest, readEvent))) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_STORIES)
  // The backlog job classifies the rest of a large story.
  const classified = chosen
    .flatMap(({ members }) => byLength(members).slice(0, MAX_CLASSIFIED))
    .filter((each) => each.classified === null)
    .map((each) => ({ id: each.id, ...classificationOf(each, readFully) }))
  const fresh = new Map(classified.map((each) => [each.id, each]))
  const read = new Map(
    [...briefArticles, ...(task.earlierArticles ?? [])].map((each) => [
      each.id,
      { ...each, classified: fresh.get(each.id) ?? each.classified },
    ]),
  )
  const joined = joinStories([...read.values()], clusters)
  const storyOf = new Map([...read.values(), ...joined].map(({ id, story }) => [id, story ?? id]))
  const stories = [...Map.groupBy(chosen, ({ members: [first] }) => storyOf.get(first?.id ?? ''))].map(
    ([story, clustered]) => ({
      story,
      members: clustered.flatMap(({ members }) => members.flatMap(({ id }) => read.get(id) ?? [])),
      score: Math.max(...clustered.map(({ score }) => score)),
    }),
  )
  const brief = briefOf(task, stories, readEvent)
  if (brief) return { joined, classified, brief }
  const primary = [...read.values()].filter(({ isPrimary }) => isPrimary)
  const headlines = headlineBrief(
    primary.map((each) => ({ ...each, story: storyOf.get(each.id) ?? null })),
    [company, ...(task.otherNames ?? [])],
  )
  return { joined, classified, brief: headlines && asExtractive(headlines) }
}

const byLength = (members: BriefArticle[]): BriefArticle[] =>
  members.toSorted((a, b) => Math.min(b.text.length, ENOUGH_TEXT) - Math.min(a.text.length, ENOUGH_TEXT))

/** Weight decayed by age: last week's raise outranks today's mention. */
function scoreOf(article: BriefArticle, newest: number, readEvent: EventReader): number {
  const { classified, isPrimary, publishedAt } = article
  const weight = classified?.weight ?? fixedFor(article)?.weight ?? readEvent({ ...article, text: '' }).weight
  const days = (newest - Date.parse(publishedAt)) / DAY_MS
  return (weight + 0.3) * (isPrimary ? 1 : IN_PASSING) * 0.5 ** (days / HALF_LIFE_DAYS)
}

type Chosen = { story: string | undefined; members: BriefArticle[]; score: number }

function briefOf({ company, otherNames }: CurateTask, chosen: Chosen[], readEvent: EventReader): WrittenBrief | null {
  const briefStories = chosen.map(({ story, members, score }) => ({
    id: Number(story),
    label: labelOf(members),
    section: sectionOf(members),
    rank: score,
    facts: eventOf(members.map(toEventArticle), 0).extractedFacts ?? [],
    members: withStatements(
      members.toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)),
      readEvent,
    ),
  }))
  const summary = writeBrief(company, briefStories, otherNames)
  if (summary.sections.length === 0) return null
  const cited = new Set(summary.sources.map(({ storyId }) => storyId))
  const publishedAt = briefStories
    .filter(({ id, members }) => cited.has(id) || members.some(({ isPrimary }) => isPrimary))
    .flatMap(({ members }) => members.map((each) => each.publishedAt))
    .reduce((last, each) => (each > last ? each : last), '')
  const members = briefStories.flatMap((story) => story.members)
  return { ...summary, status: 'extractive', publishedAt, verified: verifiedIn(summary, members) }
}

/**
 * Companies put bad news under soft titles. If no title states the event, the sentence that states it opens the story
 * instead.
 */
function withStatements(
  members: BriefArticle[],
  readEvent: EventReader,
): (BriefArticle & { statement?: string | undefined })[] {
  if (members.some((each) => readEvent({ ...each, text: '' }).event !== null)) return members
  return members.map((article) => {
    if (!article.isOwn) return article
    const { event, evidence } = readEvent(article)
    const isMajor = event !== null && importanceOf(EVENT_WEIGHTS[event]) === 'major'
    return isMajor ? { ...article, statement: evidence[0] } : article
  })
}

const labelOf = (members: BriefArticle[]): string => eventLabel(eventOf(members.map(toEventArticle), 0))

function sectionOf(members: BriefArticle[]): Section | null {
  const classified = members.flatMap((each) => each.classified ?? [])
  const weightiest = classified.toSorted((a, b) => b.weight - a.weight)
  return weightiest.find(({ section }) => section !== null)?.section ?? null
}

/** Looks up each sentence in the articles it cites, so that the count shown to readers is actually verified. */
function verifiedIn({ sections, sources }: Summary, articles: BriefArticle[]): number {
  const byUrl = new Map(articles.map((each) => [each.url, each]))
  const isVerified = ({ text, citations }: Summary['sections'][number]['sentences'][number]) =>
    citations.some((number) => {
      const cited = byUrl.get(sources[number - 1]?.url ?? '')
      return cited !== undefined && isQuoted(text, cited)
    })
  return sections.flatMap(({ sentences }) => sentences).filter(isVerified).length
}

export const isQuoted = (sentence: string, { title, text }: Pick<ArticleText, 'title' | 'text'>): boolean =>
  plain(`${title}\n${text}`).includes(plain(sentence))

const plain = (text: string) => withoutMarkers(text).replaceAll(/\s+/g, ' ').trim()

export type MatchTask = { item: Item; companies: Company[] }

export const ENGINE_ACTIONS = {
  curate: (tasks: CurateTask[]): Curated[] => tasks.map(curate),
  classify: (tasks: ClassifyTask[]): Classification[] => tasks.map(classifyArticle),
  classifyAnswered: (tasks: AnsweredTask[]): CheckedAnswer[] => tasks.map(classifyAnswered),
  match: (tasks: MatchTask[]): MatchResult[][] => tasks.map(({ item, companies }) => matchCompanies(companies, item)),
}

export type EngineAction = keyof typeof ENGINE_ACTIONS

export type Curator = {
  [Name in EngineAction]: (
    input: Parameters<(typeof ENGINE_ACTIONS)[Name]>[0],
  ) => Promise<ReturnType<(typeof ENGINE_ACTIONS)[Name]>>
} & { close: () => Promise<void> }
