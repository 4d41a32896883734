import type { Happening } from '#domain/happenings.ts'
import type { Section } from '#domain/sections.ts'
import type { Facts } from '#domain/story-facts.ts'
import { classify } from './classify/classify.ts'
import { factsOf } from './classify/facts.ts'
import { materialityOf } from './classify/materiality.ts'
import { cluster } from './cluster/cluster.ts'
import { Ties } from './ties.ts'
import { MOST_STORIES, writeBrief, type SummarySource } from './summarize/summarize.ts'

/** What curation makes of the words of one article. */
export type Judged = {
  section: Section | null
  happening: Happening
  weight: number
  direction: 'up' | 'down' | null
  stated: Facts
}

/** An article by its words, and what its source told in fields of its own. */
export type Words = { title: string; text: string; kind: string; facts: Record<string, unknown> }

/** One article about a company, and what is known of it already. */
export type Telling = Words & {
  id: string
  url: string
  publisher: string | null
  publishedAt: string
  isPrimary: boolean
  /** The story it was put into before; none of one that came just now. */
  story: string | null
  /** The article that told the same in nearly the same words. */
  sameAs: string | null
  judged: Pick<Judged, 'section' | 'weight'> | null
}

export type CurateTask = {
  company: string
  /** As it is called elsewhere: all its news have its names, so they do not tell its stories apart. */
  otherNames?: string[]
  tellings: Telling[]
}

export type WrittenBrief = {
  content: string
  sources: SummarySource[]
  publishedAt: string
  sentences: number
  verified: number
}

export type Curated = {
  /** Those that came just now and tell a story that another told first. */
  joined: { id: string; story: string }[]
  /** Those that were looked at for the first time. */
  judged: (Judged & { id: string })[]
  brief: WrittenBrief | null
}

/** What has a place of its own, whatever its words say. */
const OF_KIND: Record<string, { section: Section; happening: Happening; weight: number }> = {
  filing: { section: 'Financial Updates', happening: 'raise', weight: 0.9 },
  jobs: { section: 'Leadership & Team', happening: 'mention', weight: 0.2 },
  release: { section: 'Technology & Innovation', happening: 'launch', weight: 0.25 },
}

/** What is stated so plainly that no likeness to other news weighs against it. */
const OF_HAPPENING: Partial<Record<Happening, Section>> = {
  closure: 'Business',
  raise: 'Financial Updates',
  acquisition: 'Business',
  departure: 'Leadership & Team',
  layoffs: 'Leadership & Team',
  arrival: 'Leadership & Team',
}

/** Under which heading an article belongs, how much it matters, and what it states. */
export function judgeWords({ title, text, kind, facts }: Words): Judged {
  const stated = factsOf({ title, text })
  const { happening, weight, direction } = materialityOf(title, stated)
  const fixed = OF_KIND[kind]
  const section = fixed?.section ?? OF_HAPPENING[happening] ?? classify({ title, text }).section
  if (!fixed) return { section, happening, weight, direction, stated }
  const sold = kind === 'filing' && typeof facts.sold === 'number' && facts.sold > 0 ? facts.sold : null
  return {
    ...fixed,
    direction: sold === null ? direction : 'up',
    stated: sold === null ? stated : { ...stated, raised: { currency: 'USD', value: sold } },
  }
}

const DAY_MS = 24 * 3_600_000
const HALF_LIFE_DAYS = 10
const IN_PASSING = 0.5
const ENOUGH_TEXT = 500

/** What came just now is put into its story; the weightiest and newest stories are looked at and told in a brief. */
export function curate(task: CurateTask): Curated {
  const { company, tellings } = task
  const stories = storiesOf(task)
  const joined = tellings.flatMap(({ id, story }) => {
    const found = stories.get(id)
    return story === null && found !== undefined && found !== id ? [{ id, story: found }] : []
  })
  const groups = [...Map.groupBy(tellings, ({ id, story }) => story ?? stories.get(id) ?? id).values()]
  const newest = Math.max(...tellings.map(({ publishedAt }) => Date.parse(publishedAt)))
  const chosen = groups
    .map((members) => ({ members, score: Math.max(...members.map((each) => scoreOf(each, newest))) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_STORIES)
  // One telling says what a story is; the others are looked at when there is time.
  const judged = chosen
    .flatMap(({ members }) => (members.some((each) => each.judged !== null) ? [] : (leadOf(members) ?? [])))
    .map((each) => ({ id: each.id, ...judgeWords(each) }))
  const fresh = new Map(judged.map((each) => [each.id, each]))
  return { joined, judged, brief: briefOf(company, chosen, fresh) }
}

/** The one with the most to say. */
const leadOf = (members: Telling[]): Telling | undefined =>
  members.toSorted((a, b) => Math.min(b.text.length, ENOUGH_TEXT) - Math.min(a.text.length, ENOUGH_TEXT))[0]

/** The story of each; what was put together before stays together, and two stories that were apart stay apart. */
function storiesOf({ company, otherNames = [], tellings }: CurateTask): Map<string, string> {
  const ties = new Ties(tellings)
  // Most companies are written about by nobody but themselves, and say what they say once.
  if (!tellings.some((each) => each.story === null && ties.mayJoin(each, tellings)))
    return new Map(tellings.map(({ id, story }) => [id, story ?? id]))
  const known = new Map(tellings.map(({ id, story }) => [id, story]))
  const names = [company, ...otherNames].join(' ')
  const named = cluster(
    tellings.map(({ id, title, text, publishedAt, story, sameAs }) => {
      const same = sameAs === null ? null : (known.get(sameAs) ?? null)
      return { id, title, text, company: names, publishedAt, story: story ?? same ?? undefined }
    }),
  )
  const stories = new Map(tellings.map(({ id }, index) => [id, named[index] ?? id]))
  const groups = Map.groupBy(tellings, ({ id }) => stories.get(id) ?? id)
  for (const [story, members] of groups)
    for (const each of members)
      if (each.id !== story && each.story === null && !ties.mayJoin(each, members))
        stories.set(each.id, each.id)
  return stories
}

/** How much a telling matters now: a raise of last week stands before a mention of today. */
function scoreOf({ title, kind, judged, isPrimary, publishedAt }: Telling, newest: number): number {
  const weight = judged?.weight ?? OF_KIND[kind]?.weight ?? materialityOf(title, factsOf({ title })).weight
  const days = (newest - Date.parse(publishedAt)) / DAY_MS
  return (weight + 0.3) * (isPrimary ? 1 : IN_PASSING) * 0.5 ** (days / HALF_LIFE_DAYS)
}

type Chosen = { members: Telling[]; score: number }

function briefOf(company: string, chosen: Chosen[], fresh: Map<string, Judged>): WrittenBrief | null {
  const told = chosen.map(({ members, score }) => ({
    section: sectionOf(members, fresh),
    rank: score,
    members: members.toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1)),
  }))
  const { content, sources } = writeBrief(company, told)
  const [first] = told
  if (!first || content === '') return null
  const publishedAt = told
    .flatMap(({ members }) => members.map((each) => each.publishedAt))
    .reduce((last, each) => (each > last ? each : last), '')
  return { content, sources, publishedAt, ...counted(content, sources, told) }
}

function sectionOf(members: Telling[], fresh: Map<string, Judged>): Section | null {
  const judged = members.flatMap((each) => fresh.get(each.id) ?? each.judged ?? [])
  const weightiest = judged.toSorted((a, b) => b.weight - a.weight)
  return weightiest.find(({ section }) => section !== null)?.section ?? null
}

const LINE = /^- (.*) \[(\d+)\]$/gm

/** Each sentence is looked up again in what it cites, so that what the reader is told of it was really checked. */
function counted(
  content: string,
  sources: SummarySource[],
  told: { members: Telling[] }[],
): { sentences: number; verified: number } {
  const byUrl = new Map(told.flatMap(({ members }) => members.map((each) => [each.url, each])))
  const lines = [...content.matchAll(LINE)]
  const verified = lines.filter(([, sentence = '', number]) => {
    const cited = byUrl.get(sources[Number(number) - 1]?.url ?? '')
    return cited !== undefined && plain(`${cited.title}\n${cited.text}`).includes(plain(sentence))
  })
  return { sentences: lines.length, verified: verified.length }
}

const plain = (text: string) => text.replaceAll(/\*\*|__|\[(?=\s*\d)/g, '').replaceAll(/\s+/g, ' ')
