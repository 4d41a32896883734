import type { Profile } from './company.ts'
import type { Context } from './context.ts'
import type { Mention, Reading } from './mentions.ts'
import type { Form } from './name-forms.ts'
import { PROMINENCE, TEXT, TITLE, TRADE } from './weights.ts'

/** Named numbers, 0 when absent. */
export type Features = Record<string, number>

/** The weight of each feature in the log odds, learned by tools/train/match-model.ts. */
export type Weights = Record<string, number>
export type Models = { title: Weights; text: Weights; trade: Weights; prominence: Weights }

export const MODELS: Models = { title: TITLE, text: TEXT, trade: TRADE, prominence: PROMINENCE }

export function oddsOf(weights: Weights, features: Features): number {
  let odds = weights.bias ?? 0
  for (const name in features) odds += (weights[name] ?? 0) * (features[name] ?? 0)
  return odds
}

const MONEY = /\p{Sc}\s?\d|\d [mb]illion/iu

const flag = (is: boolean) => (is ? 1 : 0)

/** The features of one mention in a title, where capitals say little. */
export function titleFeatures(profile: Profile, { title }: Reading, mention: Mention, context: Context): Features {
  const { form } = mention
  const isAnchored = mention.isHeading || mention.isNearHeading || mention.isActing
  const place: Features = {
    opening: flag(mention.at === 0),
    heading: flag(mention.isHeading),
    nearHeading: flag(mention.isNearHeading && !mention.isHeading),
    acting: flag(mention.isActing),
    funded: flag(mention.isFunded || mention.hasLegalForm),
    person: flag(mention.isPerson),
    preceded: flag(mention.isPreceded),
    continued: flag(mention.isContinued),
    article: flag(mention.hasArticle),
    modifier: flag(mention.isModifier),
    last: flag(mention.isLast),
    placed: flag(mention.isPlaced),
    shouted: flag(mention.isShouted),
    quoted: flag(mention.isQuoted),
    loose: flag(!isAnchored && mention.at > 0),
    listed: flag(mention.isListed),
    owned: flag(mention.isOwned),
    business: Math.min(3, mention.business) / 3,
    again: flag((title.places.get(form.words[0] ?? '')?.length ?? 0) > 1),
    role: flag(mention.hasRole),
    money: flag(MONEY.test(title.text)),
  }
  return {
    ...form.traits,
    ...kindOf(form),
    ...siteFeatures(profile, form.traits.common),
    ...place,
    ...contextFeatures(profile, context),
    titleCase: flag(title.isTitleCase),
    titleWords: Math.min(20, title.words.length) / 20,
    question: flag(title.text.includes('?')),
  }
}

/** The features of all mentions in running text, where a capital distinguishes a name from a word. */
export function textFeatures(
  profile: Profile,
  item: Reading,
  mentions: Mention[],
  context: Context,
  titleOdds: number | null,
): Features {
  const [first] = mentions
  if (!first) return {}
  const form = mentions.reduce(
    (best, next) => (next.form.traits.common < best.form.traits.common ? next : best),
    first,
  ).form
  const topic = contextFeatures(profile, context)
  const share = (is: (mention: Mention) => boolean) => mentions.filter(is).length / mentions.length
  const some = (is: (mention: Mention) => boolean) => flag(mentions.some(is))
  const isAlone = ({ isContinued, isPreceded, isPerson }: Mention) => !isContinued && !isPreceded && !isPerson
  const whole: Features = {
    alone: share(isAlone),
    person: some(({ isPerson }) => isPerson),
    persons: share(({ isPerson }) => isPerson),
    preceded: share(({ isPreceded }) => isPreceded),
    continued: share(({ isContinued }) => isContinued),
    opening: share(({ isOpening, isActing }) => isOpening && !isActing),
    article: share(({ hasArticle }) => hasArticle),
    modifier: share(({ isModifier }) => isModifier),
    acting: some((mention) => mention.isActing && isAlone(mention)),
    funded: some(({ isFunded }) => isFunded),
    role: some(({ hasRole }) => hasRole),
    placed: share(({ isPlaced }) => isPlaced),
    shouted: share(({ isShouted }) => isShouted),
    quoted: share(({ isQuoted }) => isQuoted),
    lower: flag(isWrittenSmall(form, item)),
    personal:
      Math.min(
        3,
        mentions.reduce((most, { personal }) => Math.max(most, personal), 0),
      ) / 3,
    listed: share(({ isListed }) => isListed),
    owned: share(({ isOwned }) => isOwned),
    capitals: mentions.reduce((least, { capitals }) => Math.min(least, capitals), 1),
    business:
      Math.min(
        4,
        mentions.reduce((most, { business }) => Math.max(most, business), 0),
      ) / 4,
  }
  return {
    ...form.traits,
    ...kindOf(form),
    ...whole,
    ...topic,
    ...ofCommonNames(form.traits.common, { ...whole, ...topic }),
    often: Math.log2(mentions.filter(isAlone).length + 1),
    titled: flag(titleOdds !== null),
    titleOdds: Math.max(-4, Math.min(4, titleOdds ?? 0)),
  }
}

const kindOf = ({ kind, isPlain }: Form): Features => ({
  alias: flag(kind === 'alias'),
  shortForm: flag(kind === 'short'),
  longerForm: flag(kind === 'longer'),
  initials: flag(kind === 'initials'),
  plain: flag(isPlain),
})

const MATTERS_MORE = ['opening', 'shouted', 'lower', 'business', 'offTopic']

/** The more common the name, the more these count. */
const ofCommonNames = (common: number, features: Features): Features =>
  Object.fromEntries(MATTERS_MORE.map((name) => [`${name}OfCommon`, common * (features[name] ?? 0)]))

/** A company that couldn't get the domain of its common name shares that name with someone. */
export function siteFeatures({ site, ownsName, isAffixed }: Profile, common: number): Features {
  const [affixed, unlike] = [flag(isAffixed), flag(hasLabel(site) && !ownsName && !isAffixed)]
  return {
    owns: flag(ownsName),
    com: flag(site !== null && site.host.endsWith('.com')),
    affixed,
    affixedOfCommon: common * affixed,
    unlike,
    unlikeOfCommon: common * unlike,
  }
}

/** A page on someone else's host, or an IP address, says nothing about the name. */
const hasLabel = (site: Profile['site']) => site !== null && site.label !== '' && !/^[\d.:]+$/.test(site.host)

const contextFeatures = ({ hasDescription }: Profile, { weight, words, isComparable }: Context): Features => ({
  context: Math.min(8, weight) / 4,
  contexts: Math.min(3, words.length) / 3,
  offTopic: flag(hasDescription && isComparable && weight === 0),
})

/** Null if nothing near the name is typical of a trade. */
export function tradeFeatures({ trade }: Context): Features | null {
  const { own, other, most } = trade()
  const all = own + other
  if (all < LEAST_TRADE) return null
  return {
    own: own / (1 + all),
    other: other / (1 + all),
    most: Math.min(2, most) / 2,
    owns: Math.log1p(own),
    others: Math.log1p(other),
  }
}

const LEAST_TRADE = 0.05

/**
 * In log odds. A company's own news is often about directors or regulators, so it takes more to tell it from another's.
 * Namesakes can work in the same trade, too, so a trade that fits counts for half, and a title alone proves none.
 */
export function tradeOdds(trade: Weights, context: Context, hasText: boolean): number {
  const features = tradeFeatures(context)
  const odds = features === null ? 0 : oddsOf(trade, features)
  if (odds < 0) return OTHER_COUNTS * Math.min(0, odds + DOUBT)
  return hasText ? odds / 2 : 0
}

const DOUBT = 1
const OTHER_COUNTS = 2

/** "We heard a lark": the name is used as an ordinary word. */
export const isWrittenSmall = ({ words }: Form, { title, text }: Reading) =>
  words.length === 1 &&
  [title, text].some((passage) =>
    (passage.places.get(words[0] ?? '') ?? []).some((at) => passage.words[at]?.isProper === false),
  )
