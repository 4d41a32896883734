import type { Evidence } from '#domain/news/evidence.ts'
import { readCompany, type Company, type Profile, namedIn } from './company.ts'
import { contextOf, type Context } from './context.ts'
import { MODELS, oddsOf, siteFeatures, textFeatures, titleFeatures, tradeOdds, type Models } from './features.ts'
import { isPassing, prominenceFeatures } from './prominence.ts'
import { allMentions, readItem, type Item, type Mention, type Passage, type Reading } from './mentions.ts'
import { withoutNamesakes } from './namesakes.ts'
import { COMMON, isOtherTrade, oddsOfTrade } from './other-trade.ts'
import { isOwnPublisher } from './own-words.ts'
import { isOwnAddress, namesSite } from '../site/site.ts'
import { frequencyOf } from '../text/frequencies.ts'
import { sentencesOf } from '../text/sentences.ts'
import { STOP_WORDS, type Word } from '../text/words.ts'

export type MatchResult = {
  about: boolean
  /** The item is about the company rather than just mentioning it. */
  primary: boolean
  /** May be about another of that name: worth a question, but not a statement. */
  isDoubtful: boolean
  /** 0–1 */
  score: number
  /** Supporting evidence first, then evidence against. */
  evidence: Evidence[]
}

export const match = (company: Company, item: Item): MatchResult => matchProfile(profileOf(company), readItem(item))

const profiles = new Map<string, Profile>()
const MAX_PROFILES = 500

/** Reading a company takes as long as matching an item, and one company is asked about many. */
function profileOf(company: Company): Profile {
  const key = JSON.stringify(company)
  const known = profiles.get(key)
  if (known) return known
  if (profiles.size >= MAX_PROFILES) profiles.clear()
  const profile = readCompany(company)
  profiles.set(key, profile)
  return profile
}

/** Log odds for signals that are missing from the labeled data. */
const FOR_ALIAS = 2
const FOR_INITIALS = -2
const FOR_PEOPLE = 1.5
const FOR_PLACES = 0.7
const FOR_LINK = 4
const FOR_LINK_ALONE = 0.5
const FOR_OWN_SITE = 6
/** "Bret Taylor's Sierra raises $350 million": something that belongs to a person and raises money is a company. */
const FOR_OWNED = 4
/** "Boat maker Arc" for Arc Boat Company. */
const FOR_TRADE = 4
/** A missing text, or one that doesn't name the company, confirms nothing. */
const FOR_HEADLINE_ALONE = -0.4
/** "oddly picks Lisbon" */
const FOR_SMALL_OPENING = 3
/** Worth a question down to here. */
const OF_DOUBT = -0.4

export const matchProfile = (profile: Profile, item: Reading, models?: Models): MatchResult =>
  rateProfile(profile, item, models).result

/** Unlike the score, the log odds tell apart what is almost certain. */
export type Rated = { odds: number; result: MatchResult }

export function rateProfile(profile: Profile, item: Reading, models: Models = MODELS): Rated {
  const all = readSignals(profile, item)
  const found = { ...all, ...withoutNamesakes(all) }
  const { inTitle, inText, people, places, isOwnSite, linksSite } = found
  const isNamed = inTitle.length + inText.length > 0
  if (!isNamed && !isOwnSite && !linksSite) return { odds: -Infinity, result: NO_MATCH }
  let odds = isNamed ? nameOdds(found, models) + tradeOdds(models.trade, found.context, addsText(found)) : 0
  if ([...inTitle, ...inText].some(({ form }) => form.isAlias)) odds += FOR_ALIAS
  if (people.length > 0) odds += FOR_PEOPLE
  if (places.length > 0) odds += FOR_PLACES
  if (linksSite) odds += isNamed ? FOR_LINK : FOR_LINK_ALONE
  if (isOwnSite) odds += FOR_OWN_SITE
  if (inTitle.some((mention) => isOwnedCompany(mention, item.title))) odds += FOR_OWNED
  if ([...inTitle, ...inText].some(({ form }) => form.omits)) odds += FOR_TRADE
  if (inTitle.some(({ isSmallOpening }) => isSmallOpening)) odds += FOR_SMALL_OPENING
  odds += oddsOfTrade(found)
  if (odds >= 0 && isOtherTrade(found, models)) odds = OF_DOUBT
  const about = odds >= 0
  const primary = about && (isOwnSite || isMainTopic(found, models))
  return {
    odds,
    result: {
      about,
      primary,
      isDoubtful: !about && odds >= OF_DOUBT,
      score: scoreOf(odds),
      evidence: evidenceOf(found),
    },
  }
}

/** Whoever has read more than names and trades may doubt it too. */
export const doubted = (result: MatchResult): MatchResult => ({
  ...result,
  about: false,
  primary: false,
  isDoubtful: true,
  score: scoreOf(OF_DOUBT),
})

const scoreOf = (odds: number) => Math.round(1000 / (1 + Math.exp(-odds))) / 1000

export const NO_MATCH: MatchResult = { about: false, primary: false, isDoubtful: false, score: 0, evidence: [] }

export function readSignals(profile: Profile, item: Reading): Signals {
  const inTitle = allMentions(profile.forms, item.title)
  const inText = allMentions(profile.forms, item.text)
  return {
    profile,
    item,
    inTitle,
    inText,
    context: contextOf(
      profile,
      item,
      inText.map(({ at }) => at),
    ),
    people: namedIn(profile.people, item),
    places: namedIn(profile.places, item),
    isOwnSite:
      (profile.site !== null && item.site !== null && isOwnAddress(profile.site, item.site)) ||
      (item.ownPublisher !== null && isOwnPublisher(item.ownPublisher, profile.company)),
    linksSite: profile.site !== null && namesSite(item.small, profile.site),
  }
}

function nameOdds({ profile, item, inTitle, inText, context }: Signals, { title, text }: Models): number {
  const titleOdds =
    inTitle.length > 0
      ? Math.max(...inTitle.map((mention) => oddsOf(title, titleFeatures(profile, item, mention, context))))
      : null
  if (inText.length === 0)
    // In a title, the same initials can stand for anything.
    return (
      (titleOdds ?? 0) +
      (inTitle.some(({ hasRole }) => hasRole) ? 0 : FOR_HEADLINE_ALONE) +
      (inTitle.every(isInitials) ? FOR_INITIALS : 0)
    )
  return oddsOf(text, textFeatures(profile, item, inText, context, titleOdds)) + siteOdds(profile, inText, title)
}

/** The domain's weights were learned from titles, because the labeled texts say nothing about domains. */
export function siteOdds(profile: Profile, mentions: Mention[], title: Models['title']): number {
  const common = Math.min(...mentions.map(({ form }) => form.traits.common))
  return oddsOf(title, siteFeatures(profile, common)) - (title.bias ?? 0)
}

/** Many feeds repeat the title as the text. */
const addsText = ({ item: { title, text }, inText }: Signals) =>
  inText.length > 0 && text.words.length > 2 * title.words.length

const isInitials = ({ form }: Mention) => form.kind === 'initials'

const isMainTopic = (found: Signals, models: Models) =>
  !isOutsideRole(found) && (isProminent(found, models) || isFounderStory(found) || isDescribedFirst(found))

function isProminent({ profile, item, inTitle, inText }: Signals, { prominence }: Models): boolean {
  if (isAside(item, inTitle, inText)) return false
  const features = prominenceFeatures(profile, item, inTitle, inText)
  if (features === null) return false
  return item.text.words.length === 0 || oddsOf(prominence, features) >= 0
}

/** Named once, below the first sentence of an article whose title names others, or only in a title about another. */
function isAside({ title, text }: Reading, inTitle: Mention[], inText: Mention[]): boolean {
  if (inTitle.length > 0) return inTitle.every((mention) => isPassing(mention, title)) && inText.length < 2
  const [first, second] = inText
  const start = text.words[first?.at ?? 0]?.start ?? 0
  const isBelow = second === undefined && /[.!?][”"]?\s+\p{Lu}/u.test(text.text.slice(0, start + 1))
  // "Pittsburgh startup lands $9 million" may be about any of them.
  return isBelow && title.words.some(isOtherName)
}

function isOtherName({ folded, isProper }: Word): boolean {
  const known = frequencyOf(folded)
  return isProper && !STOP_WORDS.has(folded) && !known?.is.word && !known?.is.place && !/^\d/.test(folded)
}

const FIRST_WORDS = 25
const LONGEST_OPENING = 1000
const FULL_NAME = /\p{Lu}\p{L}+ \p{Lu}\p{L}+/gu
const FOUNDS = /\b(?:co-?)?(?:found(?:er|ed)|started|CEO|chief executive)\b/i

/** "Dana Osei on wills" above "Dana Osei founded Acme at 21". */
function isFounderStory({ item: { title, text }, inText }: Signals): boolean {
  const [first] = inText
  if (!first || first.at > FIRST_WORDS) return false
  const opening = text.text.slice(0, sentencesOf(text.text.slice(0, LONGEST_OPENING))[0]?.end)
  return FOUNDS.test(opening) && [...title.text.matchAll(FULL_NAME)].some(([name]) => opening.includes(name))
}

const SECOND_SENTENCE = 60
const SOME_COMPANY =
  /\b(?:startup|start-up|company|firm|maker|fintech|biotech|retailer|brewery|business(?! (?:grant|loan|owner|leader|tax))|developer|brand|shop|bakery|restaurant|factory|provider|manufacturer|distillery|roaster|clinic|farm)\b/i
/** "Bagel shop to fill former Radio Shack" */
const FORMER = /\b(?:[Ff]ormer|[Oo]ld|[Ee]x)[ -](?:\p{Lu}[\p{L}&'’-]* ?){1,3}/gu

/** "Pittsburgh startup lands $9 million" above a text that names it soon. */
function isDescribedFirst({ item: { title }, inTitle, inText }: Signals): boolean {
  const [first] = inText
  if (!first || inTitle.length > 0 || first.at > SECOND_SENTENCE || first.isListed) return false
  const former = [...title.text.matchAll(FORMER)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }))
  const isPast = (word: Word) => former.some(({ start, end }) => word.start >= start && word.start < end)
  return SOME_COMPANY.test(title.text) && !title.words.some((word) => isOtherName(word) && !isPast(word))
}

const OUTSIDE =
  /^(?:['’]s)? (?:(?:co-?)?founder|CEO|chief executive|chair(?:man|woman)?|advis[eo]r|director)(?: \p{Lu}[\p{L}.'’-]*){0,3} (?:among|elected|inducted|named to|appointed to|(?:marries|weds|runs for|to (?:chair|skipper|run for))|joins [^.]{0,60}\b(?:board|council|faculty|panel|jury))\b/u

/** "Acme founder elected mayor" is about a person. */
function isOutsideRole({ item: { title }, inTitle, inText }: Signals): boolean {
  const endOf = ({ at, form }: Mention) => title.words[at + form.words.length - 1]?.end
  return inText.length < 2 && inTitle.length > 0 && inTitle.every((one) => OUTSIDE.test(title.text.slice(endOf(one))))
}

const OF_A_PERSON = /\p{Lu}\p{L}+ \p{Lu}\p{L}+['’]s (?:[\p{L}-]+ ){0,3}$/u

const isOwnedCompany = ({ at, isFunded, hasRole, isActing }: Mention, { words, text }: Passage) =>
  (isFunded || hasRole || (isActing && /\p{Sc}\d/u.test(text))) && OF_A_PERSON.test(text.slice(0, words[at]?.start))

export type Signals = {
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
  const isOffTopic = profile.hasDescription && context.isComparable && context.words.length === 0
  if (isOffTopic && first && item.text.words.length > 0) evidence.push({ kind: 'off-topic' })
  return evidence
}

const MAX_NAMES = 3

function namesOf(mentions: Mention[]): string[] {
  const texts = [...new Set(mentions.map(({ form }) => form.text))].sort((a, b) => b.length - a.length)
  return texts.filter((text, at) => !texts.slice(0, at).some((longer) => longer.includes(text))).slice(0, MAX_NAMES)
}
