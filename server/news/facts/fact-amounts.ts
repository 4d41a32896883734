import { GRANT } from '#domain/news/fact-text.ts'
import type { Amount } from '#domain/news/facts.ts'
import { amountAt, MONEY } from './entities.ts'
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
  /^(?: [A-Za-z]+)? (?:after (?:its |the |a )?(?:latest|new|recent)|in (?:annual|revenue|sales|assets|damages)|of (?:annual|revenue)|ARR|fund\b|in total|to date|a (?:year|month)|market\b|revenue|as (?:first|previously) reported)/
const ROUND =
  /\b(?:(?:[Pp]re-)?[Ss]eries [A-K](?:-?\d|\+)?(?![\w-])|[Pp]re-?[Ss]eed\b|[Ss]eed(?![\w]| (?:funds?|catalogs?|company|investors?|banks?|investor|stage fund|accelerator)\b))/

/** After an amount: "$3 million as it pursues a Series B". With no amount, "seeks a Series B" is the round itself. */
const OTHER_ROUND = new RegExp(
  String.raw`\b(?:ahead of|before|towards?|until|pursu(?:es|ing)|seek(?:s|ing)|plan(?:s|ned|ning)(?: for| to raise)?|prepar(?:es|ing)(?: for| to raise)?|ey(?:es|ing)|after|following|since) (?:(?:its|\uE000’s|an?|the|their|last|this|year['’]s|planned|previous|next|recent|larger|first) ){0,3}${ROUND.source}`,
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
      !NOT_RAISED_AFTER.test(each.after),
  )
  const roundIn = (text: string) => {
    const [money] = text.matchAll(ANY_AMOUNT)
    const at = money?.index ?? text.length
    return ROUND.exec(text.slice(0, at) + text.slice(at).replaceAll(OTHER_ROUND, ' '))
  }
  const [round] = roundIn(part.text) ?? roundIn(whole) ?? OF_GRANT.exec(part.text) ?? []
  return [
    ...(raised ? [{ kind: 'raised' as const, amount: raised.amount }] : []),
    ...(valuation ? [{ kind: 'valuation' as const, amount: valuation.amount }] : []),
    ...(round ? [{ kind: 'round' as const, name: roundName(round) }] : []),
  ]
}

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
const NOT_A_PRICE = /(?:raised|valuation|valued|revenue|ARR|sales)[^.;]{0,30}$/

export const priceIn = (sentence: Text): Detail[] =>
  firstAmount(
    sentence,
    'price',
    ({ before, after }) => (PRICE_BEFORE.test(before) || PRICE_AFTER.test(after)) && !NOT_A_PRICE.test(before),
  )

const REVENUE = /\b(?:revenues?|sales|took|turned over|ARR|run[- ]rate|turnover|bookings|reached)\b/i
const OTHER_REVENUE =
  /\b(?:loss(?:es)?(?: [a-z]+){0,5} (?:of|to|at)|los(?:es|t|ing)|from|compared with|versus|target|forecast|guidance|expects?|aims?)\s(?:[A-Za-z]+ ){0,2}$/

export const revenueIn = (sentence: Text): Detail[] =>
  firstAmount(
    sentence,
    'revenue',
    ({ before, after }) => REVENUE.test(`${before} ${after.slice(0, 40)}`) && !OTHER_REVENUE.test(before),
  )

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

const SHARE =
  /(?:(\d{1,2}(?:\.\d)?) ?(?:%|percent|per cent|pct)|\b(half|a third|one third|a quarter|a fifth|a tenth)\b)/i
const SHARES: Record<string, string> = {
  half: '50%',
  'a third': '33%',
  'one third': '33%',
  'a quarter': '25%',
  'a fifth': '20%',
  'a tenth': '10%',
}
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const UNITS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const NUMBER_WORDS = new RegExp(
  String.raw`\b(?:(?:${TENS.join('|')})(?:-(?:${UNITS.slice(0, 9).join('|')}))?|${UNITS.slice(4).join('|')})\b`,
  'gi',
)

function numberOf(words: string): number {
  const [first = '', second = ''] = words.toLowerCase().split('-')
  const tens = TENS.indexOf(first)
  return (tens === -1 ? UNITS.indexOf(first) + 1 : 10 * (tens + 2)) + UNITS.indexOf(second) + 1
}

const PEOPLE =
  /(?:(?:la(?:y|ys|ying|id) off|cut(?:s|ting)?|axe[sd]?|let(?:ting|s)?(?: go(?: of)?)?|eliminat[A-Za-z]+|shed(?:s|ding)?|slash[A-Za-z]*|dismiss[A-Za-z]*|affect[A-Za-z]*|fire[sd]?|with|to) (?:about |around |some |roughly |nearly |more than |approximately |over |up to |as many as |another |its |remaining )*(\d[\d,]*)(?![\d,.]| ?(?:%|percent|per cent|pct|months?|years?|days?|weeks?))|(?<!of (?:its|our|the|their) )(?<![\d,])(\d[\d,]*) (?:of them\b|(?:of (?:its|our|the)(?: \d[\d,]*)? )?(?:[a-z]+ )?(?:employees|developers|people|jobs|staff|workers|roles|positions|posts|colleagues|teammates|engineers)))/

/** "From about 5,000 to almost 3,000 employees": neither figure is the number laid off. */
const LEFT = /\bfrom (?:[a-z]+ )?\d[\d,]* (?:[a-z]+ )?to (?:[a-z]+ )?\d[\d,]*/

export function layoffsIn(written: string): Detail[] {
  const text = written.replaceAll(NUMBER_WORDS, (words) => String(numberOf(words)))
  const [, digits, fraction = ''] = SHARE.exec(text) ?? []
  const share = digits ? `${digits}%` : SHARES[fraction.toLowerCase()]
  const [, after, before] = PEOPLE.exec(text.replace(LEFT, '')) ?? []
  const people = (after ?? before)?.replaceAll(',', '')
  return [share, people].flatMap((size): Detail[] => (size === undefined ? [] : [{ kind: 'layoffs', size }]))
}
