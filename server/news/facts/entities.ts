import type { Amount } from '#domain/news/facts.ts'
import { frequencyOf, isInflected } from '../text/frequencies.ts'
import { fold, STOP_WORDS } from '../text/words.ts'

/**
 * In a tokenized sentence one character stands for each name, amount and role, so that patterns over sentences stay
 * small: spelled out, they took seconds to compile.
 */
export const NAME = '[\u{E100}-\u{E1FF}]'
export const MONEY = '[\u{E200}-\u{E2FF}]'
export const ROLE = '[\u{E300}-\u{E3FF}]'
const [FIRST_NAME, FIRST_AMOUNT, FIRST_ROLE] = [0xe1_00, 0xe2_00, 0xe3_00]
const MAX_ENTITIES = 0xff

export type Entities = { names: string[]; amounts: Amount[]; roles: string[] }

export const withoutTokens = (text: string) => text.replaceAll(/[\u{E000}-\u{F8FF}]/gu, '')

export const nameAt = (token: string, { names }: Entities) => names[token.charCodeAt(0) - FIRST_NAME] ?? ''
export const amountAt = (token: string, { amounts }: Entities) => amounts[token.charCodeAt(0) - FIRST_AMOUNT]
export const roleAt = (token: string, { roles }: Entities) => roles[token.charCodeAt(0) - FIRST_ROLE] ?? ''

export function tokenize(sentence: string): { text: string; entities: Entities } {
  const entities: Entities = { names: [], amounts: [], roles: [] }
  const add = <Value>(list: Value[], first: number, value: Value, written: string) => {
    if (list.length >= MAX_ENTITIES) return written
    list.push(value)
    return String.fromCharCode(first + list.length - 1)
  }
  const text = sentence
    .replaceAll(AMOUNT, (written) => {
      const amount = amountOf(written)
      return amount ? add(entities.amounts, FIRST_AMOUNT, amount, written) : written
    })
    .replaceAll(WRITTEN_ROLE, (written) => add(entities.roles, FIRST_ROLE, written, written))
    .replaceAll(CAPITALIZED, (run: string, at: number, whole: string) =>
      splitRun(run, at === 0 && !ACTS.test(whole.slice(run.length)))
        .map(({ words, isName }) => (isName ? add(entities.names, FIRST_NAME, words, words) : words))
        .join(' '),
    )
  return { text, entities }
}

const SIGNS: Record<string, string> = {
  $: 'USD',
  US$: 'USD',
  USD: 'USD',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  S$: 'SGD',
  '€': 'EUR',
  EUR: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  CHF: 'CHF',
  SEK: 'SEK',
  dollars: 'USD',
  euros: 'EUR',
  pounds: 'GBP',
}
const SIGN = String.raw`(?:US\$|CA?\$|AU?\$|S\$|[$€£¥₹]|(?:USD|EUR|GBP|CHF|SEK) )`
const UNIT = String.raw`(?:[Tt]rillion|[Bb]illion|[Mm]illion|[Tt]housand|[Mm]ln|[Bb]ln|[kKmMbB][nN]?)\b`
const AMOUNT = new RegExp(
  String.raw`${SIGN}\s?\d[\d,]{0,14}(?:\.\d{1,3})?(?:[\s-]?${UNIT})?|\b\d[\d,.]{0,9} (?:billion|million) (?:dollars|euros|pounds)`,
  'gu',
)
const PARTS = new RegExp(
  String.raw`^(?<sign>${SIGN})?\s?(?<digits>\d[\d,]*(?:\.\d+)?)[\s-]?(?<unit>\p{L}+)?(?: (?<word>dollars|euros|pounds))?`,
  'u',
)
const FACTORS: Record<string, number> = { t: 1e12, b: 1e9, m: 1e6, k: 1e3 }

function amountOf(written: string): Amount | null {
  const { sign, digits = '', unit = '', word } = PARTS.exec(written)?.groups ?? {}
  const currency = SIGNS[(sign ?? word ?? '').trim()]
  const factor = /^thousand/i.test(unit) ? 1e3 : (FACTORS[unit.charAt(0).toLowerCase()] ?? 1)
  const value = Math.round(Number(digits.replaceAll(',', '')) * factor)
  return currency === undefined || !Number.isFinite(value) || value === 0 ? null : { currency, value }
}

const WRITTEN_ROLE = new RegExp(
  String.raw`(?<![\p{L}-])(?:(?:[Ii]nterim |[Aa]cting |[Gg]lobal |[Ee]xecutive |[Ss]enior |[Dd]eputy )?(?:[Cc]o-?)?(?:[Ff]ounder(?: and (?:CEO|[Cc]hief [Ee]xecutive|CTO|[Pp]resident))?|CEO|CFO|COO|CTO|CMO|CRO|CPO|CSO|CISO|CIO|[Cc]hief [\p{L}]{1,20}(?: [\p{L}]{1,20}){0,2}? [Oo]fficer|[Cc]hief [Ee]xecutive|[Cc]hief [Ss]cientist|[Pp]resident(?: and CEO)?|[Cc]hair(?:man|woman|person)?|[Mm]anaging [Dd]irector|[Gg]eneral (?:[Cc]ounsel|[Mm]anager)|[Ff]inance (?:[Cc]hief|[Dd]irector)|[Tt]echnology [Cc]hief|[Vv]ice [Pp]resident(?: of [\p{L}]{1,20})?|VP(?: of [\p{L}]{1,20})?|[Hh]ead of \p{L}{1,20}(?: \p{L}{1,20})?|[Bb]oard (?:member|director)|[Cc]reative [Dd]irector|[Cc]hief (?:[Ss]cientist|[Ee]ngineer|[Aa]rchitect|of [Ss]taff)|[Bb]oss|[Dd]irector|[Cc]hief(?! \p{Ll})|[Pp]artner))(?![\p{L}])`,
  'gu',
)

const NAME_WORD = String.raw`(?:\p{Lu}[\p{L}\p{N}.&+-]*(?:['’](?!s\b)\p{L}+)?|\p{N}{1,4}\p{L}+\p{N}*(?=\s\p{Lu}))`
/** Capitalized words in a row; "of", "&" and the like may stand between them. */
const CAPITALIZED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NAME_WORD}(?: (?:(?:of|&|de|von|van|du|of the) )?${NAME_WORD}){0,7}`,
  'gu',
)
const MAX_NAME_WORDS = 5
/** "Ramp raises" opens with a name, "Shares rise" does not. */
const ACTS = /^ (?:to |has |will )?(?!is |was |has )[a-z]{3,}s /

/** Capitalized for another reason than being a name. */
const NO_NAMES = new Set(
  `A API ARR About Acquire Acquires After Against Ahead All Also Although Amid An Analysts And Another April Are As
  At August Backs Be Because Been Before Being Both Breaking But Buys By CEO CFO COO CTO Chapter Chief Corrected
  Correction Customers DOJ Deal December Despite Dr During EU Each Earlier Employees Even Every Exclusive Existing
  FTC February First Following For Former Founder Friday From Funding GMV Had Half Has Have He Her Here His How I
  IPO If In Inc Into Investors Is It Its January Joins July June Just Last Launch Launches Managers Many March
  Monday More Most Mr Mrs Ms My NYSE Nasdaq Neither New Next No Nor Not November Now October Of Off On Once One
  Only Or Other Our Out Over People Per Plan Plans Professor Raised Raises Regulators Report Reportedly Reports
  Round SEC SPAC Said Saturday Say Says Second Seed September Series Several Shareholders Shares She Since So Some
  Sources Staff Still Sunday Talks Than That The Their Then There These They This Those Three Through Thursday To
  Today Tuesday Two UK US Under Until Up Update Updated Valuation Via Was We Wednesday What When Where While Who
  Why Will With Worth Yes Yesterday You`.split(/\s+/),
)

/** Part of a name that has begun: "Capital One". */
const LATER_WORDS = new Set(
  'One Two Three First Second Last Half New Next Today Chapter Seed Founder Investors Staff People'.split(' '),
)

function splitRun(run: string, isOpening: boolean): { words: string; isName: boolean }[] {
  const parts: { words: string; isName: boolean }[] = []
  for (const [at, word] of run.split(' ').entries()) {
    const last = parts.at(-1)
    const isConnector = /^(?:of|&|de|von|van|du|the)$/.test(word)
    const isLater = last?.isName === true
    const isName = isConnector
      ? isLater
      : (isLater && LATER_WORDS.has(word)) || !isNoName(word, isOpening && at === 0, run)
    if (last && last.isName === isName && (!isName || last.words.split(' ').length < MAX_NAME_WORDS))
      last.words += ` ${word}`
    else parts.push({ words: word, isName })
  }
  return parts.flatMap((part) => {
    if (!part.isName) return [part]
    const name = part.words.replace(/(?: (?:of|&|de|von|van|du|the))+$/, '')
    const rest = part.words.slice(name.length + 1)
    return rest === ''
      ? [part]
      : [
          { words: name, isName: true },
          { words: rest, isName: false },
        ]
  })
}

/** A sentence's first word is capitalized whatever it is. */
const isNoName = (word: string, isOpening: boolean, run: string) =>
  NO_NAMES.has(word.replace(/[.,]$/, '')) ||
  /^[A-Z]\d?$/.test(word) ||
  /-(?:based|backed|led|owned|listed)$/.test(word) ||
  (isOpening && isOrdinary(word) && !/^\S+ (?:of|&) /.test(run))

export const isOrdinary = (word: string) =>
  STOP_WORDS.has(fold(word)) || frequencyOf(fold(word))?.is.word === true || isInflected(fold(word))

const MIN_TITLE_CASE = 0.6
const KEEPS_CAPITALS = /^(?:with|by|from|of|at|and|&|acquires?|buys?)$/i

/** A headline in Title Case, written as a sentence: "Acme signs deal with Birch Foods". */
export function asSentence(title: string): string {
  const words = title.split(' ')
  const long = words.filter((word) => /^\p{L}{4,}/u.test(word))
  if (long.length < 3 || long.filter((word) => /^\p{Lu}/u.test(word)).length < MIN_TITLE_CASE * long.length)
    return title
  let keeps = false
  return words
    .map((word, at) => {
      const isCapital = /^\p{Lu}\p{Ll}+[,:;]?$/u.test(word)
      const isAfter = at > 0 && KEEPS_CAPITALS.test(words[at - 1] ?? '')
      keeps = isCapital && !STOP_WORDS.has(fold(word)) && (isAfter || keeps)
      return isCapital && at > 0 && !keeps && isOrdinary(word.replace(/[,:;]$/, '')) && words[at - 1] !== 'Series'
        ? word.toLowerCase()
        : word
    })
    .join(' ')
}
