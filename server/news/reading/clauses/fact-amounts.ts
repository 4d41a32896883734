import { GRANT } from '#domain/news/fact-text.ts'
import type { Amount } from '#domain/news/facts.ts'
import { amountAt, MONEY, NAME } from './entities.ts'
import type { Claim } from '../check.ts'
import type { MarkedSentence } from './marked-text.ts'

type Text = Pick<MarkedSentence, 'entities'> & { text: string }
type PlacedAmount = { amount: Amount; before: string; after: string }

const ANY_AMOUNT = new RegExp(MONEY, 'g')
const NEAR = 70

const amountsIn = ({ text, entities }: Text): PlacedAmount[] =>
  [...text.matchAll(ANY_AMOUNT)].flatMap(({ 0: token, index }) => {
    const amount = amountAt(token, entities)
    return amount
      ? [{ amount, before: text.slice(Math.max(0, index - NEAR), index), after: text.slice(index + 1, index + NEAR) }]
      : []
  })

const MIN_RAISED = 1000
/** A smaller amount is a share price. */
const MIN_VALUATION = 1e6
const VALUATION_AFTER =
  /^\+? (?:(?!at |on |with |in )[A-Za-z-]+ ){0,2}(?:valuation|post-money|pre-money|market (?:value|cap)|SPAC (?:merger|deal|combination))/
const VALUATION_BEFORE = new RegExp(
  String.raw`(?:(?:valu(?:ation|ing|ed|es|e)|market cap\w*|price tag)\b[^.;\uE200-\uE2FF]{0,40}|\b(?:is|are|now|be|company|business) worth (?:about |over |around |nearly |some )?|(?:(?:floats?|floated|lists|listed|debuts?) [^.;]{0,50}|funding|round|raise|financing|capital|prices [^.;]{0,40}|${MONEY}) at (?:an? |about |nearly |over |around )*)$`,
  'i',
)
export const ROUND =
  /\b(?:(?:[Pp]re-)?[Ss]eries [A-K](?:-?\d|\+)?(?![\w-])|[Pp]re-?[Ss]eed\b|[Ss]eed(?![\w]| (?:funds?|catalogs?|company|investors?|banks?|investor|stage fund|accelerator)\b))/

const OF_ROUND = String.raw` (?:(?:its|\uE000’s|an?|the|their|last|this|year['’]s|planned|previous|next|recent|larger|first) ){0,3}${ROUND.source}`
/** "A bridge loan ahead of its Series C" */
const EARLIER_OR_LATER = new RegExp(
  String.raw`\b(?:ahead of|before|towards?|until|after|following|since)${OF_ROUND}`,
  'g',
)
/** After an amount: "$3 million as it pursues a Series B". With no amount, "seeks a Series B" is the round itself. */
const PURSUED = new RegExp(
  String.raw`\b(?:pursu(?:es|ing)|seek(?:s|ing)|plan(?:s|ned|ning)(?: for| to raise)?|prepar(?:es|ing)(?: for| to raise)?|ey(?:es|ing))${OF_ROUND}`,
  'g',
)

export const OF_GRANT = /\b[Gg]rant\b/

/** `whole` is the sentence that `part` belongs to. */
export function fundingIn(part: Text, whole: string): Claim[] {
  const amounts = amountsIn(part)
  const valuations = amounts.filter(isValuation)
  const raised = amounts.filter((each) => !isValuation(each) && each.amount.value >= MIN_RAISED)
  const roundIn = (text: string) => {
    const [money] = text.matchAll(ANY_AMOUNT)
    const at = money?.index ?? text.length
    return ROUND.exec((text.slice(0, at) + text.slice(at).replaceAll(PURSUED, ' ')).replaceAll(EARLIER_OR_LATER, ' '))
  }
  const [round] = roundIn(part.text) ?? roundIn(whole) ?? OF_GRANT.exec(part.text) ?? []
  return [
    ...raised.map(({ amount }) => ({ kind: 'raised' as const, amount })),
    ...valuations.map(({ amount }) => ({ kind: 'valuation' as const, amount })),
    ...(round ? [{ kind: 'round' as const, name: roundName(round) }] : []),
  ]
}

const isValuation = ({ amount, before, after }: PlacedAmount) =>
  amount.value >= MIN_VALUATION && (VALUATION_AFTER.test(after) || VALUATION_BEFORE.test(before))

export function roundName(written: string): string {
  if (/^grant/i.test(written)) return GRANT
  const [, pre, letter = ''] = /(pre-)?series ([a-k]\S*)/i.exec(written) ?? []
  if (letter) return `${pre ? 'Pre-Series' : 'Series'} ${letter.toUpperCase()}`
  return /^pre/i.test(written) ? 'Pre-seed' : 'Seed'
}

const PRICE_BEFORE =
  /(?:for|worth|at|of|is|was|paid|paying|pays|pay|valued at|about|approximately|roughly|a|up to|nearly|around|over|in (?:an?|the))\s(?:[A-Za-z]+ ){0,3}$/
const PRICE_AFTER =
  /^ (?:[A-Za-z-]+ ){0,3}(?:deal|acquisition|takeover|buyout|purchase|sale|offer|bid|price|cash|transaction|for)/
/** "In March it paid $110 million for Birch" */
const FOR_ANOTHER = new RegExp(String.raw`^(?: in [a-z]+(?: and [a-z]+)?)? (?:for|on) (?:[a-z-]+ ){0,4}${NAME}`)
/** A smaller amount is what a product costs. */
const MIN_PRICE = 10_000

/** `isBuyer`: the company buys another. */
export const priceIn = (sentence: Text, isBuyer: boolean): Claim[] =>
  amountsOf(
    sentence,
    'price',
    ({ amount, before, after }) =>
      amount.value >= MIN_PRICE &&
      (PRICE_BEFORE.test(before) || PRICE_AFTER.test(after)) &&
      (isBuyer || !FOR_ANOTHER.test(after)),
  )

const SALES = String.raw`(?:revenues?|(?:net |annual |total )?sales|turnover|ARR|(?:annual |annualized )?run[- ]rate|bookings|top line)`
/** The figure is tied to the word: "revenue slipped 6% to £14.2 million", "$4 million in sales". */
const REVENUE_BEFORE = new RegExp(
  String.raw`\b${SALES}(?:,? (?:(?!profit|loss|from )[a-z]+ |20\d\d |\d+(?:\.\d+)?%? |"|“)*)(?:of |to |at |was |were |hit |reached |topped |passed |by |"|“)?(?:[a-z]+ )?["“]?(?:more than |over |about |around |nearly |almost |just |some )?$`,
  'i',
)
const REVENUE_AFTER = new RegExp(String.raw`^ (?:in |of |worth of )?(?:[a-z]+ ){0,2}${SALES}\b`, 'i')
const REVENUE = /\b(?:revenues?|sales|took|turned over|ARR|run[- ]rate|turnover|bookings|reached)\b/i
export const revenueIn = (sentence: Text): Claim[] => [
  ...amountsOf(sentence, 'revenue', ({ before, after }) => REVENUE_BEFORE.test(before) || REVENUE_AFTER.test(after)),
  ...amountsOf(sentence, 'revenue', ({ before, after }) => REVENUE.test(`${before} ${after.slice(0, 40)}`)),
]

const PENALTY =
  /\b(?:fine[sd]?|penalty|orders|pay(?:s|ing)?|paid|settle[a-z]*|wins?|award[a-z]*|ordered|hand back|disgorge[a-z]*|forfeit[a-z]*|restitution)\b/i

export const penaltyIn = (sentence: Text): Claim[] =>
  amountsOf(sentence, 'penalty', ({ before, after }) => PENALTY.test(`${before} ${after.slice(0, 40)}`))

const amountsOf = (
  sentence: Text,
  kind: 'price' | 'revenue' | 'penalty',
  isOne: (placed: PlacedAmount) => boolean,
): Claim[] =>
  amountsIn(sentence)
    .filter(isOne)
    .map(({ amount }) => ({ kind, amount }))
