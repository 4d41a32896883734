import { FIRST_PERSON } from '#domain/updates/mail-words.ts'
import { CELL } from '#domain/updates/email-text.ts'
import type { Metric, MetricKind } from '#domain/updates/update.ts'
import { AMOUNT, amountOf } from '../news/facts/money.ts'
import { sentencesOf } from '../news/text/words.ts'

type Found = Omit<Metric, 'sentence'> & { at: number }

const MAX_SENTENCES = 400
const LONGEST = 400
/** A label and its value. In a longer row of a table, nobody knows which month is the last. */
const MAX_CELLS = 2

/** Without what a letter about several companies states about another one. */
export function metricsOf(text: string, companyId: number | null, companies: { id: number; name: string }[]): Metric[] {
  const own = companies.filter(({ id }) => id === companyId)
  const others = companies.filter(({ id }) => id !== companyId)
  return metricsIn(text, (sentence) => {
    const isAboutOwn = FIRST_PERSON.test(sentence) || own.some((company) => isIn(sentence, company))
    return isAboutOwn || !others.some((other) => isIn(sentence, other))
  })
}

const isWithinWord = (sentence: string, at: number) => /^[\p{L}\p{N}]{2}$/u.test(sentence.slice(at - 1, at + 1))

function isIn(sentence: string, { name }: { name: string }): boolean {
  const at = sentence.indexOf(name)
  return at >= 0 && !(at > 0 && isWithinWord(sentence, at)) && !isWithinWord(sentence, at + name.length)
}

/** What a founder states about their own company now: each kind once, as it is said first. */
export function metricsIn(text: string, isOwn: (sentence: string) => boolean = () => true): Metric[] {
  const metrics = new Map<MetricKind, Metric>()
  for (const sentence of statementsOf(text)) {
    if (/\?\s*$/.test(sentence)) continue
    for (const clause of clausesOf(sentence)) {
      if (isUncertain(clause)) continue
      for (const { at: _at, ...metric } of [...moneyIn(clause), ...countsIn(clause)])
        if (!metrics.has(metric.kind) && isOwn(sentence)) metrics.set(metric.kind, { ...metric, sentence })
    }
  }
  return [...metrics.values()]
}

/** A line of a list is a sentence of its own. */
const statementsOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => sentencesOf(line).map(({ start, end }) => line.slice(start, end).trim()))
    .filter((sentence) => /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i.test(sentence))
    .filter((sentence) => sentence.length <= LONGEST && sentence.split(CELL).length <= MAX_CELLS)
    .slice(0, MAX_SENTENCES)

const BREAK =
  /;\s|\s[–—|]\s|,\s(?=(?:but|while|so|and|with|which|though|although|we|our)\b)|\sbut\s|\sand\s(?=(?:we|our|plan|expect|aim|the team|net|burn|runway|had|have)\b)/i
const clausesOf = (sentence: string): string[] => sentence.split(BREAK)

const PLANNED =
  /\b(?:targets?|targeting|goals?|aim(?:s|ing)?|plan(?:s|ned|ning)?|expect(?:s|ed|ing)?|forecasts?|project(?:s|ed|ing|ions?)|budget(?:ed)?|hop(?:e|es|ing)|would|could|should|will|won['’]t|want(?:s|ed)?|guidance|on track|next (?:month|quarter|year)|by (?:the )?end of|by (?:year[- ]end|q[1-4])|if we|until we|to (?:reach|hit|get to)|potential|estimated?|assum(?:e|es|ing))\b|['’]ll\b/i
const NEGATED = /\b(?:not|never|no longer|without|neither|nor|cannot)\b(?! (?:including|counting|only))|n['’]t\b/i
const OTHERS =
  /\b(?:competitors?|rivals?|market|industry|sector|average|typical(?:ly)?|benchmarks?|median|peers?|their|they|them|his|her|incumbents?|acquirer|companies (?:like|with|at)|(?:customers?|clients?|partners?|investors?|funds?) (?:has|have|had|with|does|do|whose|like|called|named))\b/i
const NAMED_OTHERS = /\b(?:[Cc]ustomers?|[Cc]lients?|[Pp]artners?|[Ii]nvestors?|[Ff]unds?),? \p{Lu}/u
const FORMER =
  /\b(?:last|previous|prior|past) year\b|\b(?:a|one) year ago\b|\byear before\b|\bback in (?:19|20)\d\d\b|\bused to\b|\bformerly\b/i

/** Plans, denials, other people's metrics, and what was true a year ago. */
const isUncertain = (clause: string) =>
  PLANNED.test(clause) ||
  NEGATED.test(clause) ||
  OTHERS.test(clause) ||
  NAMED_OTHERS.test(clause) ||
  (FORMER.test(clause) && !COMPARED.test(clause))

/** What precedes a metric that another one is compared with. */
const COMPARED =
  /\b(?:from|vs\.?|versus|compared (?:to|with)|against|than|since|on|over)\s+(?:about |around |roughly |~|the |a )?/i
const isCompared = (before: string) =>
  new RegExp(`${COMPARED.source}$`, 'i').test(before) && !/\b(?:on|over|a)\s*$/i.test(before)

const MONEY_CUES: [MetricKind | null, RegExp][] = [
  ['arr', /\bARR\b|\bannual(?:i[sz]ed)? (?:recurring )?revenue\b|\brun[- ]rate\b/gi],
  ['mrr', /\bMRR\b|\bmonthly recurring revenue\b/gi],
  ['revenue', /\b(?:revenues?|sales|turnover)\b/gi],
  ['burn', /\bburn(?:ed|ing|t)?\b/gi],
  ['cash', /\bcash\b|\bin (?:the )?bank\b|\bbank balance\b|\bbalance\b/gi],
  [
    null,
    /\b(?:rais(?:ed?|ing)|round|valuation|valued|cap|seed|series [a-f]|deals?|contracts?|ACV|pipeline|bookings?|prices?|pricing|grants?|salar(?:y|ies)|loans?|debt|credit|saved?|savings?|invest(?:ed|ment|ing)|fees?|costs?|spen[dt]|GMV|volume|per (?:user|seat|customer)|LTV|CAC|ARPU)\b/gi,
  ],
]
/** Without a currency, only right beside its name: "MRR: 84k". */
const BARE = /(?<![\p{Sc}\p{L}\d.,])\d[\d,.]{0,9}\s?[kKmM]\b/gu
const RANGE = /^\s?(?:[-–]|to)\s?(?:\p{Sc})?(\d[\d.,]*)\s?([kKmMbB]|million|billion|thousand)?\b/u

function moneyIn(clause: string): Found[] {
  const cues = MONEY_CUES.flatMap(([kind, pattern]) =>
    [...clause.matchAll(pattern)].map((cue) => ({ kind, start: cue.index, end: cue.index + cue[0].length })),
  )
  if (cues.length === 0) return []
  const written = [...clause.matchAll(AMOUNT), ...clause.matchAll(BARE)]
  return written.flatMap((amount): Found[] => {
    const [start, end] = [amount.index, amount.index + amount[0].length]
    if (isCompared(clause.slice(0, start))) return []
    const nearest = cues
      .map((cue) => ({ ...cue, distance: distanceTo(cue, start, end) }))
      // An annual metric is named twice: "ARR" says more than the "revenue" in it.
      .toSorted((a, b) => a.distance - b.distance)[0]
    if (!nearest?.kind || nearest.distance > 60) return []
    const range = RANGE.exec(clause.slice(end))
    const whole = range ? clause.slice(start, end + range[0].length) : amount[0]
    // "$1.5–2M": the unit stands behind the second number.
    const low = range?.[2] && !/\p{L}$/u.test(amount[0]) ? amount[0] + range[2] : amount[0]
    const value = valueOf(low)
    return value ? [{ kind: nearest.kind, written: whole.trim(), ...value, at: start }] : []
  })
}

const distanceTo = (cue: { start: number; end: number }, start: number, end: number) =>
  cue.start >= end ? cue.start - end : Math.max(0, start - cue.end)

function valueOf(written: string): { value: number; currency: string | null } | null {
  const amount = amountOf(written)
  if (amount) return { value: amount.value, currency: amount.currency }
  const [, digits = '', unit = ''] = /^(\d[\d,.]*)\s?([kKmM])$/.exec(written) ?? []
  const value = Number(digits.replaceAll(',', '')) * ({ k: 1e3, m: 1e6 }[unit.toLowerCase()] ?? Number.NaN)
  return Number.isFinite(value) && value > 0 ? { value: Math.round(value), currency: null } : null
}

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const NUMBER = String.raw`(\d[\d,]*(?:\.\d+)?|${NUMBERS.slice(1).join('|')})`
const TO = String.raw`(?:\s?(?:-|–|to)\s?(?:\d[\d,]*|${NUMBERS.slice(1).join('|')}))?`
const numberOf = (written: string) =>
  NUMBERS.includes(written.toLowerCase()) ? NUMBERS.indexOf(written.toLowerCase()) : Number(written.replaceAll(',', ''))

const SPAN = new RegExp(String.raw`\b${NUMBER}${TO}\+?[\s-](months?|years?)\b`, 'gi')
const PEOPLE = new RegExp(
  String.raw`\b(?:team|headcount|staff|company)(?: size)?(?:[:\s]|\sis|\sof|\shas|\sstands|\sat|\snow|\sgrew|\sto|\sup)*\s${NUMBER}\b(?!\s?(?:%|percent|[kKmM]\b|months?|years?|new|times))|\b${NUMBER}${TO}\s(?:full[- ]time )?(?:people|employees|FTEs?|team members|teammates|of us)\b`,
  'gi',
)
const CLIENTS = new RegExp(
  String.raw`\b(?:customers?|clients?|subscribers?)(?: count)?:\s?${NUMBER}\b(?!\s?%)|\b${NUMBER}\+?\s(?:paying |active |enterprise |live |total |happy )*(?:customers|clients|subscribers)\b`,
  'gi',
)
const PERCENT = /([+-]?)(\d{1,4}(?:\.\d{1,2})?)\s?(?:%|percent\b)|\b(\d{1,2}(?:\.\d)?)x\b/gi

const CHANGED =
  /\b(?:hir(?:ed?|es|ing)|add(?:ed|ing|s)?|join(?:ed|ing|s)?|open roles?|roles|laid off|let go|left|departed|recruit\w*)\b/i
const WON =
  /\b(?:add(?:ed|ing)?|sign(?:ed|ing)|new|lost|churned|talk(?:ed|ing)|sp(?:oke|eak)\w*|interview\w*|onboard\w*|closed|won|met|meeting|pilots?|prospects?|intros?|leads?)\b/i
/** Some of them did something; how many there are is not said. */
const HAPPENED =
  /^\s(?:who |that )?(?:have |has )?(?:went|gone|go|came|signed|joined|left|churned|renewed|expanded|upgraded|converted|started|began|moved|asked)\b/i
const GROWING =
  /\b(?:grew|grow(?:th|ing|n|s)?|up|increas\w*|rose|risen|MoM|YoY|QoQ|(?:month|quarter|year)[- ](?:over|on)[- ](?:month|quarter|year))\b/i
const SHRINKING = /\b(?:down|declin\w*|fell|fallen|shr[aiu]nk\w*|dropp?(?:ed)?|decreas\w*)\b/i
const GROWN =
  /\b(?:ARR|MRR|revenues?|sales|turnover|MoM|YoY|QoQ|customers?|users?|subscribers?)\b|(?:month|quarter|year)[- ](?:over|on)[- ](?:month|quarter|year)/i
const NOT_GROWTH =
  /\b(?:churn|margins?|discount|conversion|retention|stake|equity|interest|NRR|utili[sz]ation|NPS|cost|spend|burn)\b/i

function countsIn(clause: string): Found[] {
  return [...runwayIn(clause), ...peopleIn(clause), ...customersIn(clause), ...growthIn(clause)]
}

function runwayIn(clause: string): Found[] {
  if (!/\brunway\b/i.test(clause)) return []
  return [...clause.matchAll(SPAN)].flatMap((span): Found[] => {
    const [written, number = '', unit = ''] = span
    if (isCompared(clause.slice(0, span.index))) return []
    const months = numberOf(number) * (/^y/i.test(unit) ? 12 : 1)
    return months > 0 && months <= 240 ? [counted('runway', written, months, span.index)] : []
  })
}

function peopleIn(clause: string): Found[] {
  return [...clause.matchAll(PEOPLE)].flatMap((found): Found[] => {
    const before = clause.slice(0, found.index)
    const number = found[1] ?? found[2] ?? ''
    const isOurs =
      found[1] !== undefined ||
      /\b(?:team|we|we['’]re|headcount|employ\w*|staff|us|company|grew)\b/i.test(before + found[0])
    if (!isOurs || CHANGED.test(before) || isCompared(before)) return []
    return numberOf(number) > 0 ? [counted('headcount', number, numberOf(number), found.index)] : []
  })
}

function customersIn(clause: string): Found[] {
  return [...clause.matchAll(CLIENTS)].flatMap((found): Found[] => {
    const before = clause.slice(0, found.index)
    const after = clause.slice(found.index + found[0].length)
    if (WON.test(before + found[0]) || HAPPENED.test(after) || isCompared(before)) return []
    const number = found[1] ?? found[2] ?? ''
    return numberOf(number) > 0 ? [counted('customers', number, numberOf(number), found.index)] : []
  })
}

function growthIn(clause: string): Found[] {
  const isShrinking = SHRINKING.test(clause)
  return [...clause.matchAll(PERCENT)].flatMap((found): Found[] => {
    const [written, sign, percent, times] = found
    const isMarked = sign === '+' || sign === '-'
    if ((!GROWING.test(clause) && !isShrinking && !isMarked) || !GROWN.test(clause) || NOT_GROWTH.test(clause))
      return []
    if (/^\s?of\b/i.test(clause.slice(found.index + written.length)) || isCompared(clause.slice(0, found.index)))
      return []
    const size = percent === undefined ? (Number(times) - 1) * 100 : Number(percent)
    const value = sign === '-' || isShrinking ? -size : size
    const shown = value < 0 && sign !== '-' ? `-${written.trim()}` : written.trim()
    return size > 0 ? [counted('growth', shown, value, found.index)] : []
  })
}

const counted = (kind: MetricKind, written: string, value: number, at: number): Found => ({
  kind,
  written,
  value,
  currency: null,
  at,
})
