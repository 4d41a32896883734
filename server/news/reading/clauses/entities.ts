import { MONTH_NAMES } from '#domain/dates/months.ts'
import { replaceAmounts } from '#domain/money/amounts.ts'
import type { Amount } from '#domain/news/facts.ts'
import { frequencyOf, isInflected } from '../../text/frequencies.ts'
import { fold, STOP_WORDS } from '../../text/words.ts'
import { WRITTEN_ROLE } from './roles.ts'

/**
 * In a tokenized sentence, a single character stands for each name, amount and role. This keeps the patterns small:
 * spelled out, they took seconds to compile.
 */
export const NAME = '[\u{E100}-\u{E1FF}]'
export const MONEY = '[\u{E200}-\u{E2FF}]'
export const ROLE = '[\u{E300}-\u{E3FF}]'
const [FIRST_NAME, FIRST_AMOUNT, FIRST_ROLE] = [0xe1_00, 0xe2_00, 0xe3_00]
const MAX_ENTITIES = 0xff

export type Entities = { names: string[]; amounts: Amount[]; roles: string[] }

export const withoutTokens = (text: string) => text.replaceAll(/[\u{E000}-\u{F8FF}]/gu, '')

export const nameAt = (token: string, { names }: Entities) =>
  (names[token.charCodeAt(0) - FIRST_NAME] ?? '').replace(LEGAL_FORM, '').replace(/[.,]$/, '')
export const amountAt = (token: string, { amounts }: Entities) => amounts[token.charCodeAt(0) - FIRST_AMOUNT]
export const roleAt = (token: string, { roles }: Entities) => roles[token.charCodeAt(0) - FIRST_ROLE] ?? ''

/** In languages other than English, capitals and titles are less reliable, so only amounts become tokens. */
export function tokenize(sentence: string, isEnglish = true): { text: string; entities: Entities } {
  const entities: Entities = { names: [], amounts: [], roles: [] }
  const add = <Value>(list: Value[], first: number, value: Value, written: string) => {
    if (list.length >= MAX_ENTITIES) return written
    list.push(value)
    return String.fromCharCode(first + list.length - 1)
  }
  const split = sentence.replaceAll(/(?<=\p{Lu}[\p{L}\p{N}&.]*)-(?=led\b)/gu, ' -')
  const priced = replaceAmounts(split, (amount, written) =>
    add(entities.amounts, FIRST_AMOUNT, amount, written),
  ).replaceAll(CONVERTED, '')
  if (!isEnglish) return { text: priced, entities }
  const text = priced
    .replaceAll(WRITTEN_ROLE, (written) => add(entities.roles, FIRST_ROLE, written, written))
    .replaceAll(CAPITALIZED, (run: string, at: number, whole: string) =>
      splitRun(run, at === 0 && !ACTS.test(whole.slice(run.length)))
        .map(({ words, isName }) =>
          isName ? add(entities.names, FIRST_NAME, words, words) : words.replace(DEMONYM, (word) => word.toLowerCase()),
        )
        .join(' '),
    )
  return { text, entities }
}

/** "€12M ($13M)" is one amount. */
const CONVERTED = new RegExp(String.raw`(?<=${MONEY}) ?\([^()\d]{0,20}${MONEY}[^()\d]{0,20}\)`, 'g')
const LEGAL_FORM = /,? (?:Inc|Corp|Ltd|LLC|GmbH|plc|PLC|B\.?V|AS|A\/S|AG|SA|S\.A|AB|Oy|Co|Limited|Pte|Pvt)\.?$/u
const NAME_WORD = String.raw`(?:\p{N}{1,4}(?= (?:Ventures|Capital|Partners|Labs|Invest))|\p{Lu}[\p{L}\p{N}.&+-]*(?:/\p{Lu}{2,4}(?![\p{L}\p{N}]))?(?:['’](?!s\b)\p{L}+)?|\p{N}{1,4}\p{L}+\p{N}*(?=\s\p{Lu})|\p{Ll}\p{N}{2}\p{Ll}(?![\p{L}\p{N}]))`
/** Consecutive capitalized words; "of", "&" and the like may come between them. */
const CAPITALIZED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${NAME_WORD}(?: (?:(?:of|&|de|von|van|du|of the) )?${NAME_WORD}){0,7}`,
  'gu',
)
const MAX_NAME_WORDS = 5
/** "Ramp raises" and "Ramp, which" open with a name; "Shares rise" doesn't. */
const ACTS =
  /^ (?:to |has |will )?(?!is |was |has |losses |sales |talks |hopes |fears |shares |cuts )[a-z]{3,}s |^ \([A-Z][^)]{1,40}\) [a-z]{3,} |^, (?:which|makers?|owner|parent|developer|operator|spun|formerly|founded) |^ and [A-Z]\w+ (?:would |will |are |both |also |have |jointly )*(?:co-?)?(?:lead|led|invest|join|participat|back|put)|^ (?:has |also )?(?:raised|hired|named|promoted|appointed|acquired|bought|added|secured|landed) (?!by |to |for |in )/

/** Words capitalized for a reason other than being a name. */
const NO_NAMES = new Set([
  ...MONTH_NAMES.filter((month) => month !== 'May'),
  ...`A AIM API ARR ASX CE EASA EMA FAA FCC FDA LSE MHRA TGA WHO TSX About Acquire Acquires After Against Ahead All Also Although Amid An Analysts And Another Are As
 At Attention Backs Be Because Been Before Being Blaze Both Breaking But Buys By CEO CFO COO CTO Chapter Chief Corrected
  Correction Court Customers DOJ Deal Despite Dr During EU Each Earlier Employees Even Every Exclusive Existing Eyes
  Explosion FTC Fire First Following For Former Founder Friday From Funding GMV Had Hackers Half Has Have He Her Here His How I I'd I'll I'm I've I’d I’ll I’m I’ve
  IPO If In Inc Into Investors Is It Its Joins Just Last Launch Launches Managers Many
  Monday More Most Mr Mrs Ms My NYSE Nasdaq Neither New Next No Nor Not Now Of Off On Once One
  Only Or Other Our Out Outage Over People Per Plan Plans Police Professor Raised Raises Regulators Report Reportedly Reports
  Round SEC SPAC Said Saturday Say Says Second Seed Series Several Shareholders Shares She Since So Some
  Sources Staff Still Sunday Talks Than That The Their Then There These They This Those Three Through Thursday To
  Today Tuesday Two UK US Under Until Up Update Updated Valuation Via Was We Wednesday What When Where While Who
  MW MWh GW GWh kWh TB Why Will With Worth Yes Yesterday You`.split(/\s+/),
])

/** Words that can continue a name: "Capital One". */
const LATER_WORDS = new Set(
  'One Two Three First Second Last Half New Next Today Chapter Seed Founder Investors Staff People Still More All Now'.split(
    ' ',
  ),
)

function splitRun(run: string, isOpening: boolean): { words: string; isName: boolean }[] {
  const parts: { words: string; isName: boolean }[] = []
  for (const [at, word] of run.split(' ').entries()) {
    const last = parts.at(-1)
    const isConnector = /^(?:of|&|de|von|van|du|the)$/.test(word)
    const isLater = last?.isName === true
    const isName = isConnector
      ? isLater
      : (isLater && LATER_WORDS.has(word)) || !isNoName(word, isOpening && at === 0, at === 0, run)
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

/** A sentence's first word is capitalized whether or not it's a name. */
const isNoName = (word: string, isOpening: boolean, isFirst: boolean, run: string) =>
  NO_NAMES.has(word.replace(/[.,]$/, '')) ||
  /^[A-Z](?:-?\d)?\+?[.,]?$/.test(word) ||
  (DEMONYM.test(word) && !INSTITUTION.test(run)) ||
  // "Hull-cleaning startup Acme"
  (isFirst && /^\p{Lu}\p{Ll}+(?:-\p{Ll}+)+$/u.test(word)) ||
  /-(?:based|backed|led|owned|listed)$/.test(word) ||
  (isOpening && isOrdinary(word) && !/^\S+ (?:(?:of|&) )?\p{Lu}/u.test(run))

/** A nationality adjective isn't a name. */
const DEMONYM =
  /^(?:American|British|English|Scottish|Welsh|Irish|Cornish|French|German|Dutch|Swiss|Austrian|Belgian|Spanish|Basque|Catalan|Portuguese|Italian|Greek|Nordic|Danish|Swedish|Norwegian|Finnish|Polish|Czech|Turkish|Israeli|Saudi|Emirati|Indian|Chinese|Japanese|Korean|Singaporean|Indonesian|Vietnamese|Australian|Canadian|Mexican|Brazilian|Chilean|African|Nigerian|Kenyan|Egyptian|European|Asian|Californian|Texan)$/
/** "European Innovation Council", "British Business Bank" */
const INSTITUTION =
  /^\S+ (?:\S+ ){0,3}(?:Council|Commission|Bank|Agency|Union|Institute|University|Association|Academy|Airlines|Airways)\b/

export function isOrdinary(word: string): boolean {
  const known = frequencyOf(fold(word))
  // "Google" is in dictionaries, but nobody writes it in lowercase.
  const isAlwaysName = known !== undefined && known.small === 0 && known.proper > USUAL_NAME
  return STOP_WORDS.has(fold(word)) || (known?.is.word === true && !isAlwaysName) || isInflected(fold(word))
}
const USUAL_NAME = 50

const MIN_TITLE_CASE = 4
const MIN_CAPITALS = 3
/** In a short headline, only Title Case capitalizes these: "Acme Is Closing Down". */
const SMALL_IN_SENTENCES =
  /^(?:Is|Are|Was|Were|Has|Have|To|Its|Their|After|With|From|Layoffs?|Shuts|Raises|Buys|Acquires|Joins|Launches|Hires)$/
const KEEPS_CAPITALS = /^(?:with|by|from|of|at|and|&|acquires?|buys?)$/i

/** Rewrites a Title Case headline as a sentence: "Acme signs deal with Birch Foods". */
export function asSentence(title: string): string {
  const words = title.split(' ')
  const long = words.filter((word) => /^\p{L}{4,}/u.test(word) && !STOP_WORDS.has(fold(word)))
  const capitals = long.filter((word) => /^\p{Lu}/u.test(word)).length
  const isShort =
    capitals < MIN_CAPITALS &&
    !(capitals === long.length && words.slice(1).some((word) => SMALL_IN_SENTENCES.test(word)))
  if (isShort || capitals < MIN_TITLE_CASE * (long.length - capitals)) return title
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
