import type { Evidence } from '#domain/news/evidence.ts'
import { readCompany, type Company, type Profile, namedIn } from './company.ts'
import { contextOf, textOdds, titleOdds, wholeOdds, isProminent, type Context } from './score.ts'
import { allMentions, readItem, type Item, type Reading, type Mention } from './mentions.ts'
import { isOwnAddress, namesSite } from '../site/site.ts'

export type MatchResult = {
  about: boolean
  /** About the company, not only mentioning it. */
  primary: boolean
  /** 0–1 */
  score: number
  /** Supporting evidence first, then evidence against. */
  evidence: Evidence[]
}

export const match = (company: Company, item: Item): MatchResult => matchProfile(readCompany(company), readItem(item))

const MAX_CONTEXT = 3.5
const FOR_PEOPLE = 1.5
const FOR_PLACES = 0.7

export function matchProfile(profile: Profile, item: Reading): MatchResult {
  const isOwnSite = profile.site !== null && item.site !== null && isOwnAddress(profile.site, item.site)
  const linksSite = profile.site !== null && namesSite(item.small, profile.site)
  const inTitle = allMentions(profile.forms, item.title)
  const inText = allMentions(profile.forms, item.text)
  const isNamed = inTitle.length + inText.length > 0
  if (!isNamed && !isOwnSite && !linksSite) return { about: false, primary: false, score: 0, evidence: [] }
  const context = contextOf(
    profile,
    item,
    inText.map(({ at }) => at),
  )
  const [people, places] = [namedIn(profile.people, item), namedIn(profile.places, item)]
  let odds = isNamed ? Math.max(...titleAndText()) : 0
  const isCommon = isNamed && Math.min(...[...inTitle, ...inText].map(({ form }) => form.commonness)) > 0
  // A company that could not get the domain of its plain name shares the name with somebody.
  const isUnsure = isNamed && !profile.ownsName && [...inTitle, ...inText].every(({ form }) => form.isPlain)
  odds += Math.min(MAX_CONTEXT, context.weight / 2)
  if (profile.hasDescription) odds -= namesakePenalty(context.weight, item.text.words.length, isCommon, isUnsure)
  if (isCommon && profile.ownsName) odds += 0.8
  if (people.length > 0) odds += FOR_PEOPLE
  if (places.length > 0) odds += FOR_PLACES
  if (linksSite) odds += isNamed ? 4 : 0.5
  if (isOwnSite) odds += 6
  const about = odds >= 0
  return {
    about,
    primary: about && (isOwnSite || isProminent(profile, item, inTitle, inText)),
    score: Math.round(1000 / (1 + Math.exp(-odds))) / 1000,
    evidence: evidenceOf({ profile, item, inTitle, inText, context, people, places, isOwnSite, linksSite }),
  }

  /** Capitalization means more in running text than in a title: a longer name there is one in the title too. */
  function titleAndText(): number[] {
    const title = Math.max(...inTitle.map(titleOdds))
    if (inText.length === 0) return [title]
    const text = Math.max(...inText.map(textOdds)) + wholeOdds(inText)
    return [text, Math.min(title, text + 1)]
  }
}

/** Shorter texts have no room to say what a company does. */
const ENOUGH_WORDS = 50

/** Penalty for sharing no topic with the company, which suggests a namesake. */
function namesakePenalty(weight: number, words: number, isCommon: boolean, isUnsure: boolean): number {
  const asText = Math.max(0, 1 - weight / 3) * (isCommon ? 3 : 2.8)
  const asTitle = Math.max(0, 1 - weight / 1.5) * (isCommon ? 0.7 : isUnsure ? 1.7 : 0)
  const share = Math.min(1, words / ENOUGH_WORDS)
  return share * asText + (1 - share) * asTitle
}

const COMMON = 0.45

type Signals = {
  profile: Profile
  item: Reading
  inTitle: Mention[]
  inText: Mention[]
  context: Context
  people: string[]
  places: string[]
  isOwnSite: boolean
  linksSite: boolean
}

function evidenceOf({
  profile,
  item,
  inTitle,
  inText,
  context,
  people,
  places,
  isOwnSite,
  linksSite,
}: Signals): Evidence[] {
  const evidence: Evidence[] = []
  const site = profile.site?.key
  if (isOwnSite) evidence.push({ kind: 'own-site', value: site })
  else if (linksSite) evidence.push({ kind: 'links-to-site', value: site })
  for (const value of namesOf(inTitle)) evidence.push({ kind: 'title', value })
  for (const value of namesOf(inText)) {
    const count = new Set(inText.filter(({ form }) => form.text === value).map(({ at }) => at)).size
    evidence.push(count > 1 ? { kind: 'text', value, count } : { kind: 'text', value })
  }
  evidence.push(...context.words.map((value): Evidence => ({ kind: 'topic', value })))
  evidence.push(...people.slice(0, MAX_NAMES).map((value): Evidence => ({ kind: 'person', value })))
  evidence.push(...places.slice(0, MAX_NAMES).map((value): Evidence => ({ kind: 'place', value })))
  const named = [...inTitle, ...inText]
  const [first] = named
  if (first && named.every(({ form }) => form.commonness > COMMON))
    evidence.push({ kind: 'ambiguous', value: first.form.text })
  if (first && named.every(({ isPerson, isPreceded, isContinued }) => isPerson || isPreceded || isContinued))
    evidence.push({ kind: 'longer-name' })
  if (profile.hasDescription && first && context.words.length === 0 && item.text.words.length > 0)
    evidence.push({ kind: 'off-topic' })
  return evidence
}

const MAX_NAMES = 3

function namesOf(mentions: Mention[]): string[] {
  const texts = [...new Set(mentions.map(({ form }) => form.text))].sort((a, b) => b.length - a.length)
  return texts.filter((text, at) => !texts.slice(0, at).some((longer) => longer.includes(text))).slice(0, MAX_NAMES)
}
