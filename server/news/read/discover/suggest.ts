import { nameKey, spellingKey } from '#domain/companies/company-key.ts'
import {
  MAX_SUGGESTIONS,
  SUGGESTION_ROLES,
  type Suggestion,
  type SuggestionKind,
  type SuggestionRole,
  type SuggestionStory,
} from '#domain/news/discover.ts'
import { PARTY_KINDS, type PartyKind } from '#domain/news/fact-text.ts'
import type { Fact } from '#domain/news/facts.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Relation } from '../../reading/clauses/relations.ts'
import { isCompanyName } from './company-name.ts'

const MAX_EVIDENCE = 8
/** Slots reserved for investors, no matter how many companies there are. */
const MIN_INVESTORS = 25
const MIN_SHORT = 4
const HALF_LIFE_MS = 120 * DAY_MS

export type StoryWithFacts = Omit<SuggestionStory, 'role'> & {
  articleId: number
  storyId: number
  isPrimary: boolean
  extractedFacts: Fact[]
  relations: Relation[]
}

/** A story to search for a sentence that names the company. Candidates have them sorted newest first. */
export type Mention = { name: string; role: SuggestionRole; story: StoryWithFacts }
export type Candidate = Omit<Suggestion, 'sentence' | 'sentenceUrl'> & { mentions: Mention[] }

/** Companies first, then investors. */
export function suggest(stories: StoryWithFacts[], known: ReadonlySet<string>, now: Date): Candidate[] {
  // Memoized, because names repeat.
  const keyOf = remembered(spellingKey)
  const wordsOf = remembered(nameKey)
  const excluded = new Set([...known].flatMap(shortForms).map(keyOf))
  for (const name of peopleIn(stories)) excluded.add(keyOf(name))
  const isOne = remembered((name) => !excluded.has(keyOf(name)) && isCompanyName(name))
  const found = new Map<string, Map<string, Mention>>()
  for (const story of stories) {
    const own = keyOf(story.company.name)
    for (const [name, role] of partiesOf(story)) {
      const key = keyOf(name)
      if (!isOne(name) || key === own || isPart(wordsOf(name), wordsOf(story.company.name))) continue
      const mentions = found.get(key) ?? new Map<string, Mention>()
      found.set(key, mentions)
      const place = `${story.storyId} ${story.company.id}`
      if (!mentions.has(place)) mentions.set(place, { name, role, story })
    }
  }
  const ranked = joinShortNames(found)
    .map((group) => ({ ...group, score: scoreOf(group.mentions, now) }))
    .toSorted((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .map(({ name, mentions }) => toCandidate(name, mentions))
  const [companies, investors] = [ranked.filter((one) => !isInvestor(one)), ranked.filter(isInvestor)]
  const shown = companies.slice(0, MAX_SUGGESTIONS - Math.min(investors.length, MIN_INVESTORS))
  return [...shown, ...investors.slice(0, MAX_SUGGESTIONS - shown.length)]
}

/** In the news of one company, "Halvard" and "Halvard Systems" are the same company; the longer name wins. */
function joinShortNames(found: Map<string, Map<string, Mention>>): { name: string; mentions: Mention[] }[] {
  const longestFirst = [...found.values()]
    .map((places) => ({ name: nameOf([...places.values()]), places }))
    .map((each) => ({ ...each, key: nameKey(each.name) }))
    .toSorted((a, b) => b.key.length - a.key.length)
  const joined: { key: string; name: string; places: Map<string, Mention> }[] = []
  for (const { key, name, places } of longestFirst) {
    const companies = companiesOf([...places.values()])
    const longer = joined.find(
      (other) =>
        other.key.startsWith(`${key} `) &&
        [...other.places.values()].some(({ story }) => companies.has(story.company.id)),
    )
    if (!longer) joined.push({ key, name, places: new Map(places) })
    else for (const [place, mention] of places) if (!longer.places.has(place)) longer.places.set(place, mention)
  }
  return joined.map(({ name, places }) => ({ name, mentions: [...places.values()] }))
}

const isInvestor = ({ kind }: Candidate) => kind === 'investor'

/** "Cedar Robotics" is also called "Cedar". */
function shortForms(key: string): string[] {
  const words = key.split(' ')
  return words
    .map((_, at) => words.slice(0, at + 1).join(' '))
    .filter((form) => form === key || form.length >= MIN_SHORT)
}

const peopleIn = (stories: StoryWithFacts[]) =>
  stories.flatMap(({ extractedFacts }) => extractedFacts.flatMap((fact) => ('role' in fact ? [fact.name] : [])))

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

/** A story that only mentions the company reports someone else's deal, whose investors aren't the company's own. */
function partiesOf({ extractedFacts, relations, isPrimary }: StoryWithFacts): Map<string, SuggestionRole> {
  const roles = new Map<string, SuggestionRole>()
  for (const fact of extractedFacts)
    if (isParty(fact) && !roles.has(fact.name) && (isPrimary || fact.kind !== 'investor'))
      roles.set(fact.name, isPrimary ? fact.kind : 'named')
  for (const { name, role } of relations) if (!roles.has(name)) roles.set(name, role)
  return roles
}

const isParty = (fact: Fact): fact is Extract<Fact, { kind: PartyKind }> =>
  (PARTY_KINDS as readonly string[]).includes(fact.kind)

/** "Cedar" in the news of Cedar Robotics is the same company. */
const isPart = (a: string, b: string) => `${a} `.startsWith(`${b} `) || `${b} `.startsWith(`${a} `)

/** One point per company whose news names it, plus up to one per story, less the older the story is. */
function scoreOf(mentions: Mention[], now: Date): number {
  const newest = new Map<number, number>()
  for (const { story } of mentions)
    newest.set(story.storyId, Math.max(newest.get(story.storyId) ?? 0, Date.parse(story.publishedAt)))
  const stories = [...newest.values()].map((at) => 0.5 ** (Math.max(0, now.getTime() - at) / HALF_LIFE_MS))
  return companiesOf(mentions).size + stories.reduce((sum, weight) => sum + weight, 0)
}

const companiesOf = (mentions: Mention[]) => new Set(mentions.map(({ story }) => story.company.id))

function toCandidate(name: string, mentions: Mention[]): Candidate {
  const roles = commonest(mentions.map(({ role }) => role))
  const newestFirst = mentions.toSorted(
    (a, b) => Date.parse(b.story.publishedAt) - Date.parse(a.story.publishedAt) || b.story.storyId - a.story.storyId,
  )
  return {
    name,
    kind: kindOf(mentions),
    mentions: newestFirst,
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

/** For a company that both invests and does other deals, whichever is reported more often; a tie makes it a company. */
function kindOf(mentions: Mention[]): SuggestionKind {
  const invested = mentions.filter(({ role }) => role === 'investor').length
  return invested > mentions.length - invested ? 'investor' : 'company'
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
