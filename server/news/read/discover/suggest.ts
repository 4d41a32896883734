import { nameKey } from '#domain/companies/company-key.ts'
import {
  MAX_SUGGESTIONS,
  SUGGESTION_ROLES,
  type Suggestion,
  type SuggestionRole,
  type SuggestionStory,
} from '#domain/news/discover.ts'
import { PARTY_KINDS, type PartyKind } from '#domain/news/fact-text.ts'
import type { Fact } from '#domain/news/facts.ts'
import { frequencyOf } from '../../text/frequencies.ts'

const MAX_EVIDENCE = 8
const HALF_LIFE_MS = 120 * 86_400_000

export type StoryWithFacts = Omit<SuggestionStory, 'role'> & {
  storyId: number
  isPrimary: boolean
  extractedFacts: Fact[]
}

type Mention = { name: string; role: SuggestionRole; story: StoryWithFacts }

export function suggest(stories: StoryWithFacts[], known: ReadonlySet<string>, now: Date): Suggestion[] {
  // Memoized, because names repeat.
  const keyOf = remembered(nameKey)
  const isOne = remembered((name) => !known.has(keyOf(name)) && isCompanyName(name))
  const found = new Map<string, Map<string, Mention>>()
  for (const story of stories) {
    const own = keyOf(story.company.name)
    for (const [name, role] of partiesOf(story)) {
      const key = keyOf(name)
      if (!isOne(name) || isSame(key, own)) continue
      const mentions = found.get(key) ?? new Map<string, Mention>()
      found.set(key, mentions)
      const place = `${story.storyId} ${story.company.id}`
      if (!mentions.has(place)) mentions.set(place, { name, role, story })
    }
  }
  return [...found.values()]
    .map((places) => [...places.values()])
    .map((mentions) => ({ name: nameOf(mentions), score: scoreOf(mentions, now), mentions }))
    .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ mentions }) => toSuggestion(mentions))
}

function remembered<Value>(work: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const value = work(name)
    known.set(name, value)
    return value
  }
}

/** A story that only mentions the company reports the deals of others. */
function partiesOf({ extractedFacts, isPrimary }: StoryWithFacts): Map<string, SuggestionRole> {
  const roles = new Map<string, SuggestionRole>()
  for (const fact of extractedFacts)
    if (isParty(fact) && !roles.has(fact.name)) roles.set(fact.name, isPrimary ? fact.kind : 'named')
  return roles
}

const isParty = (fact: Fact): fact is Extract<Fact, { kind: PartyKind }> =>
  (PARTY_KINDS as readonly string[]).includes(fact.kind)

/** "Cedar" in the news of Cedar Robotics is the same company. */
const isSame = (a: string, b: string) => a === b || `${a} `.startsWith(`${b} `) || `${b} `.startsWith(`${a} `)

/** Each company whose news names it counts one, and each story less the older it is. */
function scoreOf(mentions: Mention[], now: Date): number {
  const newest = new Map<number, number>()
  for (const { story } of mentions)
    newest.set(story.storyId, Math.max(newest.get(story.storyId) ?? 0, Date.parse(story.publishedAt)))
  const stories = [...newest.values()].map((at) => 0.5 ** (Math.max(0, now.getTime() - at) / HALF_LIFE_MS))
  return companiesOf(mentions).size + stories.reduce((sum, weight) => sum + weight, 0)
}

const companiesOf = (mentions: Mention[]) => new Set(mentions.map(({ story }) => story.company.id))

function toSuggestion(mentions: Mention[]): Suggestion {
  const roles = commonest(mentions.map(({ role }) => role))
  const newestFirst = mentions.toSorted(
    (a, b) => Date.parse(b.story.publishedAt) - Date.parse(a.story.publishedAt) || b.story.storyId - a.story.storyId,
  )
  return {
    name: nameOf(mentions),
    // `named` adds nothing to a more specific role.
    roles: roles.length > 1 ? roles.filter((role) => role !== 'named') : roles,
    stories: new Set(mentions.map(({ story }) => story.storyId)).size,
    companies: companiesOf(mentions).size,
    evidence: newestFirst.slice(0, MAX_EVIDENCE).map(({ role, story }) => ({
      title: story.title,
      url: story.url,
      publisher: story.publisher,
      publishedAt: story.publishedAt,
      company: story.company,
      role,
    })),
  }
}

const nameOf = (mentions: Mention[]) => commonest(mentions.map(({ name }) => name))[0] ?? ''

function commonest<Value extends string>(values: Value[]): Value[] {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const order = (value: Value) => SUGGESTION_ROLES.findIndex((role) => role === value)
  return [...counts]
    .toSorted(([a, often], [b, oftenToo]) => oftenToo - often || order(a) - order(b) || (a < b ? -1 : 1))
    .map(([value]) => value)
}

const OF_ORGANIZATIONS =
  /\b(?:AI|Advisors|Associates|Bank|Brothers|Capital|Co|Company|Corp|Energy|Equity|Foods|Foundation|Fund|Funds|GmbH|Group|Health|Holdings|Inc|Industries|Insurance|International|Investments?|Labs?|Limited|LLC|Ltd|Management|Media|Motors|Networks?|Partners|PLC|Robotics|Software|Solutions|Stanley|Studios?|Systems|Technologies|Tech|Therapeutics|Trust|Ventures|VC)\b/
const NO_COMPANY =
  /^(?:(?:Existing|New|Current|Several|Other|Various|Strategic|Angel|Early|Private|Institutional|Individual|Both|All|Leading|Top|Local|Global)\b|(?:Angels?|Board|Clients?|Customers?|Employees|Founders?|Funds?|Investors?|Management|Partners?|Shareholders?|Users|Ventures?|Capital|Congress|Parliament|Senate|Ministry|Department|State|City|University|Series|Seed|CEO|CFO|CTO|COO)$)/
const USUAL = 256

/** Not a place, a day, a person or a common word. */
export function isCompanyName(name: string): boolean {
  if (name.length < 2 || NO_COMPANY.test(name)) return false
  const words = name.split(' ')
  const known = words.map((word) => frequencyOf(word.toLowerCase().replaceAll(/['’.]/g, '')))
  if (known.every((word) => word?.is.place || word?.is.time)) return false
  const [first] = known
  if (words.length === 1) return !(first && first.small >= USUAL && first.small > first.proper)
  return !(first?.is.person && words.length < 4 && !OF_ORGANIZATIONS.test(name))
}
