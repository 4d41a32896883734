import { rarityOf } from '../text/frequencies.ts'
import { foldedWords, STOP_WORDS, stemOf } from '../text/words.ts'
import type { Profile } from './company.ts'
import { oddsOf, tradeFeatures, type Models } from './features.ts'
import type { Signals } from './match.ts'
import type { Mention, Passage } from './mentions.ts'
import { tradeFit } from './trades.ts'

export const COMMON = 0.45
const MAX_TRADE = 100

const KIND = String.raw`(?:app|bank|brand|builder|carrier|chain|company|developer|fintech|firm|group|installer|insurer|lender|maker|manufacturer|operator|platform|producer|provider|retailer|service|startup|start-up|studio|unicorn)`
/** "Bolt, the Estonian ride-hailing company" */
const AFTER = new RegExp(
  String.raw`^, (?:an?|the|which (?:is|makes|sells|builds)) (?<trade>(?:[^,.;]{0,60} )?)${KIND}\b`,
  'iu',
)
/** "The dating app Hinge" */
const BEFORE = new RegExp(String.raw`(?<![\p{L}-])(?<trade>(?:[\p{L}-]{2,20} ){1,4})${KIND} $`, 'iu')
/** In the text below a title that names it: "The Tallinn-based ride-hailing firm said …" */
const OPENING = new RegExp(String.raw`^The (?<trade>(?:[\p{L}-]{2,20} ){1,4})${KIND}\b`, 'u')

/** Words that could describe any company. */
const GENERAL = new Set(
  `ai backed based billion digital entire family fast founded global growing held internet large leading listed local million
  national new old online owned private privately public same small software tech technology venture whole young`
    .split(/\s+/)
    .map(stemOf),
)

/** In log odds. */
const FOR_FOREIGN = -8
const FOR_INTRODUCTION = -5
const FOR_OPENING = -2

/** Counts against a match if the text describes the company in words that its description doesn't share. */
export function oddsOfTrade({ profile, item, inTitle, inText, context }: Signals): number {
  if (!profile.hasDescription || !context.isComparable) return 0
  const isForeignIn = (passage: Passage) => (mention: Mention) => isForeign(profile, passage, mention)
  if (inText.some(isForeignIn(item.text)) || inTitle.some(isForeignIn(item.title))) return FOR_FOREIGN
  if (context.weight > 0) return 0
  const isOtherIn = (passage: Passage) => (mention: Mention) =>
    mention.form.commonness > COMMON && isIntroduced(profile, passage, mention)
  if (inText.some(isOtherIn(item.text)) || inTitle.some(isOtherIn(item.title))) return FOR_INTRODUCTION
  const isTitled = inTitle.some(({ form }) => form.commonness > COMMON)
  return isTitled && isOther(profile, OPENING.exec(item.text.text)) ? FOR_OPENING : 0
}

function isIntroduced(profile: Profile, { words, text }: Passage, { at, form }: Mention): boolean {
  const [start, end] = [words[at]?.start ?? 0, words[at + form.words.length - 1]?.end ?? 0]
  const after = text.slice(end, end + MAX_TRADE)
  const isOtherAfter = AFTER.test(after) && foldedWords(after, MAX_TRADE).every((word) => !isOwn(profile, word))
  return isOtherAfter || isOther(profile, BEFORE.exec(text.slice(Math.max(0, start - MAX_TRADE), start)))
}

/** In log odds of the learned model of trades. */
const DOUBTFUL = -1

/**
 * However rare the name is, a text that shares no word with the description, uses the words of another trade and shows
 * no business is not known to be about the company.
 */
export function isOtherTrade(found: Signals, { trade }: Models): boolean {
  const { profile, context, inTitle, inText, people, places, isOwnSite, linksSite } = found
  if (!profile.hasDescription || !context.isComparable || context.weight > 0) return false
  if (isOwnSite || linksSite || people.length + places.length > 0) return false
  const isOfCompany = ({ business, hasRole, isFunded, hasLegalForm }: Mention) =>
    business > 0 || hasRole || isFunded || hasLegalForm
  if ([...inTitle, ...inText].some(isOfCompany)) return false
  const features = tradeFeatures(context)
  return features !== null && oddsOf(trade, features) < DOUBTFUL
}

const [SOME_OTHER, LITTLE_OWN] = [0.3, 0.2]

/** "The cannabis retailer Halden" doesn't install heat pumps, however rare its name is. */
function isForeign(profile: Profile, { words, text }: Passage, { at, form }: Mention): boolean {
  const [start, end] = [words[at]?.start ?? 0, words[at + form.words.length - 1]?.end ?? 0]
  const found =
    BEFORE.exec(text.slice(Math.max(0, start - MAX_TRADE), start)) ?? AFTER.exec(text.slice(end, end + MAX_TRADE))
  const trade = foldedWords(found?.[0] ?? '', MAX_TRADE)
  if (trade.some((word) => !isGeneral(word) && isOwn(profile, word))) return false
  const { own, other } = tradeFit(profile.trades(), trade, (word) => form.words.includes(word))
  return other >= SOME_OTHER && own < LITTLE_OWN * other
}

const isGeneral = (word: string) => GENERAL.has(stemOf(word))

const isOwn = ({ topics }: Profile, word: string) => topics.has(stemOf(word))

function isOther(profile: Profile, found: RegExpExecArray | null): boolean {
  const trade = (found?.groups?.trade ?? '').replaceAll(/\p{Lu}[\p{L}-]*/gu, '')
  const words = foldedWords(trade, MAX_TRADE).filter((word) => !STOP_WORDS.has(word) && !GENERAL.has(stemOf(word)))
  return words.some((word) => rarityOf(stemOf(word)) > USUAL) && words.every((word) => !isOwn(profile, word))
}

/** A more common word doesn't identify a trade. */
const USUAL = 2.5
