import type { Amount } from '#domain/news/facts.ts'

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
export const MONEY = String.raw`(?:${SIGN}\s?\d[\d,]{0,14}(?:\.\d{1,3})?(?:[\s-]?${UNIT})?|\d[\d,.]{0,9} (?:billion|million) (?:dollars|euros|pounds))`
const AMOUNT = new RegExp(MONEY, 'gu')
const PARTS = new RegExp(
  String.raw`^(?<sign>${SIGN})?\s?(?<digits>\d[\d,]*(?:\.\d+)?)[\s-]?(?<unit>\p{L}+)?(?: (?<word>dollars|euros|pounds))?`,
  'u',
)
const FACTORS: Record<string, number> = { t: 1e12, b: 1e9, m: 1e6, k: 1e3 }

export const amountsIn = (text: string): { amount: Amount; at: number; end: number }[] =>
  [...text.matchAll(AMOUNT)].flatMap(({ 0: written, index }) => {
    const amount = amountOf(written)
    return amount ? [{ amount, at: index, end: index + written.length }] : []
  })

function amountOf(written: string): Amount | null {
  const { sign, digits = '', unit = '', word } = PARTS.exec(written)?.groups ?? {}
  const currency = SIGNS[(sign ?? word ?? '').trim()]
  const factor = /^thousand/i.test(unit) ? 1e3 : (FACTORS[unit.charAt(0).toLowerCase()] ?? 1)
  const value = Math.round(Number(digits.replaceAll(',', '')) * factor)
  return currency === undefined || !Number.isFinite(value) || value === 0 ? null : { currency, value }
}

/** Words that are capitalized in a headline without belonging to a name. */
const NO_NAME = String.raw`(?:A|An|The|To|For|In|On|At|As|Is|Are|Was|By|Of|With|From|After|Amid|Over|Into|And|Or|But|It|Its|Their|Our|We|This|That|Will|Has|Have|Had|Be|Been|Being|New|Series|Seed|Round|Funding|Deal|Plan|Plans|Talks|Says?|Said|About|Against|Up|Out|Off|Who|Why|How|What|When|Where|More|Than|All|Other|Existing|Inc|CEO|CFO|CTO|COO|Report|Reports|Reportedly|Sources|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December|Launch(?:es)?|Rais(?:es|ed)|Acquires?|Buys|Joins|Backs|Valuation|Following|Despite|Through|Under|Worth|Ahead|Next|Before|Earlier|Per|Via|If|Not|Also|Now|Then)`
const NAME_WORD = String.raw`(?!${NO_NAME}(?![\p{L}\p{N}]))(?:\p{Lu}[\p{L}\p{N}.&'’+-]{0,24}|\p{N}{1,4}[\p{L}]+\p{N}*|\p{N}{1,3}(?=\s\p{Lu}))`
/** Up to four capitalized words; "of", "&" and the like may stand between them. */
export const NAME = String.raw`${NAME_WORD}(?: (?:(?:of|&|de|von|van|du|and the) )?${NAME_WORD}){0,3}`
const INTRODUCED = String.raw`(?:(?:the|its|existing|new|returning|current|lead|angel|also) )*(?:(?:investors?|backers?) )?`
export const NAMES = String.raw`${INTRODUCED}${NAME}(?:(?:, and |, | and | & |; )${INTRODUCED}${NAME}){0,7}`
const INTRODUCTION = new RegExp(String.raw`^${INTRODUCED}`, 'u')

const TRAILING = /(?<!\b(?:Inc|Corp|Co|Ltd))[.'’,]+$|['’]s$/u

export const nameOf = (written: string) => written.replace(TRAILING, '').trim()

export const namesIn = (written: string): string[] =>
  written
    .split(/, and |, | and (?!the )|; /)
    .map((name) => nameOf(name.replace(INTRODUCTION, '')))
    .filter((name) => name.length > 1)

export const ROLE = String.raw`(?:(?:[Ii]nterim |[Aa]cting |[Gg]lobal |[Ee]xecutive |[Ss]enior |[Dd]eputy )?(?:[Cc]o-?)?(?:[Ff]ounder(?: and (?:CEO|[Cc]hief [Ee]xecutive|CTO|[Pp]resident))?|CEO|CFO|COO|CTO|CMO|CRO|CPO|CSO|CISO|CIO|[Cc]hief [\p{L}]{1,20}(?: [\p{L}]{1,20}){0,2}? [Oo]fficer|[Cc]hief [Ee]xecutive|[Cc]hief [Ss]cientist|[Pp]resident(?: and CEO)?|[Cc]hair(?:man|woman|person)?|[Mm]anaging [Dd]irector|[Gg]eneral (?:[Cc]ounsel|[Mm]anager)|[Ff]inance (?:[Cc]hief|[Dd]irector)|[Tt]echnology [Cc]hief|[Vv]ice [Pp]resident(?: of [\p{L}]{1,20})?|VP(?: of [\p{L}]{1,20})?|[Hh]ead of \p{L}{1,20}(?: \p{L}{1,20})?|[Bb]oard (?:member|director)|[Cc]reative [Dd]irector|[Cc]hief (?:[Ss]cientist|[Ee]ngineer|[Aa]rchitect|of [Ss]taff)|[Bb]oss|[Dd]irector|[Cc]hief(?! \p{Ll})|[Pp]artner))`
/** Two or three capitalized words, with an initial between. */
export const PERSON = String.raw`(?!${NO_NAME}(?![\p{L}]))(?!Dr\b)\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}\.)?(?: (?:de|van|von|der|al|bin|da|di|la) )?(?: ?(?!${NO_NAME}(?![\p{L}]))\p{Lu}[\p{L}'’-]{1,20}){1,2}`
