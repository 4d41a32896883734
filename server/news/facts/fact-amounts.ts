import { GRANT } from '#domain/news/fact-text.ts'
import type { Amount } from '#domain/news/facts.ts'
import { amountAt, MONEY, NAME } from './entities.ts'
import type { Detail } from './extract-facts.ts'
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
const NOT_RAISED_BEFORE =
  /(?:total(?: funding| raised| capital)?(?: raised)? (?:to|of|raised)|to date|bring[a-z]*[^.;]{0,60}to|revenue of|ARR of|sales of|market (?:of|worth)|\b(?:past|above|beyond|surpass[a-z]*)|fund of|target(?:ing)? of|previously|up from|returning|gives? back|(?:extend|tak|lift|push|grow|bring|expand|increas|upsiz)[a-z]* (?:its |the |\uE000’s )?(?:[A-Za-z]+ ){0,2}(?:round|[Ss]eries [A-K]\S?|[Ss]eed) to)[^.;\uE200-\uE2FF]{0,12}$/i
const NOT_RAISED_AFTER =
  /^(?: [A-Za-z]+)? (?:after (?:its |the |a )?(?:latest|new|recent)|in (?:annual|revenue|sales|assets|damages)|of (?:annual|revenue)|ARR|fund\b|in total|to date|a (?:year|month)|market\b|revenue|target\b|goal\b|minimum\b|as (?:first|previously) reported)/
const ROUND =
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

const OF_GRANT = /\b[Gg]rant\b/

/** `whole` is the sentence that `part` belongs to. */
export function fundingIn(part: Text, whole: string): Detail[] {
  const amounts = amountsIn(part)
  const valuation = amounts.find(isValuation)
  const raised = amounts.find(
    (each) =>
      !isValuation(each) &&
      each.amount.value >= MIN_RAISED &&
      !NOT_RAISED_BEFORE.test(each.before) &&
      !isOwnCheck(each) &&
      !NOT_RAISED_AFTER.test(each.after),
  )
  const roundIn = (text: string) => {
    const [money] = text.matchAll(ANY_AMOUNT)
    const at = money?.index ?? text.length
    return ROUND.exec((text.slice(0, at) + text.slice(at).replaceAll(PURSUED, ' ')).replaceAll(EARLIER_OR_LATER, ' '))
  }
  const [round] = roundIn(part.text) ?? roundIn(whole) ?? OF_GRANT.exec(part.text) ?? []
  return [
    ...(raised ? [{ kind: 'raised' as const, amount: raised.amount }] : []),
    ...(valuation ? [{ kind: 'valuation' as const, amount: valuation.amount }] : []),
    ...(round ? [{ kind: 'round' as const, name: roundName(round) }] : []),
  ]
}

/** "Why I put $50,000 into Acme": an angel's check isn't the round. */
const isOwnCheck = ({ before, after }: PlacedAmount) =>
  /^ in(?:to)? /.test(after) && /\b(?:I(?:['’]ve| have)? (?:put|invested|wrote)|it['’]s|my) (?:[a-z]+ )?$/.test(before)

const isValuation = ({ amount, before, after }: PlacedAmount) =>
  amount.value >= MIN_VALUATION && (VALUATION_AFTER.test(after) || VALUATION_BEFORE.test(before))

function roundName(written: string): string {
  if (/^grant/i.test(written)) return GRANT
  const [, pre, letter = ''] = /(pre-)?series ([a-k]\S*)/i.exec(written) ?? []
  if (letter) return `${pre ? 'Pre-Series' : 'Series'} ${letter.toUpperCase()}`
  return /^pre/i.test(written) ? 'Pre-seed' : 'Seed'
}

const PRICE_BEFORE =
  /(?:for|worth|at|of|is|was|paid|paying|pays|pay|valued at|about|approximately|roughly|a|up to|nearly|around|over|in (?:an?|the))\s(?:[A-Za-z]+ ){0,3}$/
const PRICE_AFTER =
  /^ (?:[A-Za-z-]+ ){0,3}(?:deal|acquisition|takeover|buyout|purchase|sale|offer|bid|price|cash|transaction|for)/
const NOT_A_PRICE = /\b(?:raised|valuation|valued|revenue|ARR|sales|starts?|starting|costs?|opened|owed?)\b[^.;]{0,30}$/
/** "In March it paid $110 million for Birch" */
const FOR_ANOTHER = new RegExp(String.raw`^(?: in [a-z]+(?: and [a-z]+)?)? (?:for|on) (?:[a-z-]+ ){0,4}${NAME}`)
/** A smaller amount is what a product costs. */
const MIN_PRICE = 10_000

/** `isBuyer`: the company buys another. */
export const priceIn = (sentence: Text, isBuyer: boolean): Detail[] =>
  firstAmount(
    sentence,
    'price',
    ({ amount, before, after }) =>
      amount.value >= MIN_PRICE &&
      (PRICE_BEFORE.test(before) || PRICE_AFTER.test(after)) &&
      !NOT_A_PRICE.test(before) &&
      (isBuyer || !FOR_ANOTHER.test(after)),
  )

const SALES = String.raw`(?:revenues?|(?:net |annual |total )?sales|turnover|ARR|(?:annual |annualized )?run[- ]rate|bookings|top line)`
/** The figure is tied to the word: "revenue slipped 6% to £14.2 million", "$4 million in sales". */
const REVENUE_BEFORE = new RegExp(
  String.raw`\b${SALES}(?:,? (?:(?!profit|loss|from )[a-z]+ |20\d\d |\d+(?:\.\d+)?%? |"|“)*)(?:of |to |at |was |were |hit |reached |topped |passed |by |"|“)?(?:[a-z]+ )?["“]?(?:more than |over |about |around |nearly |almost |just |some )?$`,
  'i',
)
const REVENUE_AFTER = new RegExp(String.raw`^ (?:in |of |worth of )?(?:[a-z]+ ){0,2}${SALES}\b`, 'i')
/** "sold $212 million worth of dumplings" */
const SOLD = /\b(?:sold|sells?|turned over|took in|takings of)(?: [a-z]+){0,2} $/i
const REVENUE = /\b(?:revenues?|sales|took|turned over|ARR|run[- ]rate|turnover|bookings|reached)\b/i
const OTHER_REVENUE =
  /\b(?:loss(?:es)?(?: [a-z]+){0,5} (?:of|to|at)|profits?(?:,| of| was| to)?(?: [a-z]+){0,2}|earnings of|los(?:es|t|ing)|from|compared with|versus|target|forecast|guidance|expects?|aims?)\s(?:[A-Za-z]+ ){0,2}$/i
const NOT_REVENUE_AFTER = /^ (?:[a-z]+ ){0,2}(?:loss|profit|EBITDA|of stock|in (?:profit|funding|losses))\b/i

export function revenueIn(sentence: Text): Detail[] {
  const tied = firstAmount(
    sentence,
    'revenue',
    ({ before, after }) =>
      (REVENUE_BEFORE.test(before) || REVENUE_AFTER.test(after) || SOLD.test(before)) && !OTHER_REVENUE.test(before),
  )
  if (tied.length > 0) return tied
  return firstAmount(
    sentence,
    'revenue',
    ({ before, after }) =>
      REVENUE.test(`${before} ${after.slice(0, 40)}`) && !OTHER_REVENUE.test(before) && !NOT_REVENUE_AFTER.test(after),
  )
}

const PENALTY =
  /\b(?:fine[sd]?|penalty|orders|pay(?:s|ing)?|paid|settle[a-z]*|wins?|award[a-z]*|ordered|hand back|disgorge[a-z]*|forfeit[a-z]*|restitution)\b/i
const CLAIMED = /\b(?:asks?|seeks?|seeking|demand[a-z]*|wants|claims?)\b/i

export const penaltyIn = (sentence: Text): Detail[] =>
  firstAmount(
    sentence,
    'penalty',
    ({ before, after }) => PENALTY.test(`${before} ${after.slice(0, 40)}`) && !CLAIMED.test(before),
  )

function firstAmount(
  sentence: Text,
  kind: 'price' | 'revenue' | 'penalty',
  isOne: (placed: PlacedAmount) => boolean,
): Detail[] {
  const found = amountsIn(sentence).find(isOne)
  return found ? [{ kind, amount: found.amount }] : []
}
