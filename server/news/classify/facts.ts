import { RELATIONS, type Amount, type Deal, type Facts, type Move } from '#domain/news/stories.ts'
import { sentencesOf } from '../text/words.ts'

const MAX_CHARACTERS = 6000
const MAX_NAMES = 12

const CURRENCY = String.raw`US\$|C\$|A\$|[$€£¥₹]|USD |EUR |GBP `
const HAS_CURRENCY = new RegExp(CURRENCY)
const MONEY = String.raw`(${CURRENCY})\s?(\d{1,3}(?:,\d{3}){1,4}|\d{1,6}(?:\.\d{1,3})?)(?:[\s-]?([Tt]housand|[Mm]illion|[Bb]illion|[kKmMbB]n?)\b)?`
/** Between the verb and the amount: "raises prices of its $40 lamps" is not a funding round. */
const FILLER = String.raw`(?:(?:an?|its|the|over|about|around|nearly|almost|approximately|more|than|up|to|another|additional|extra|new|first|total|of|in|oversubscribed|fresh|seed|pre-seed|[Ss]eries|[A-H]|funding|round|financing|investment|worth|at|least) ){0,6}`
const RAISED = new RegExp(
  String.raw`\b(?:[Rr]ais(?:e|es|ed|ing)|[Ss]ecur(?:e|es|ed|ing)|[Cc]los(?:e|es|ed|ing)|[Ll]and(?:s|ed)|[Nn]abs|[Bb]ags|[Rr]eceiv(?:es|ed)) ${FILLER}${MONEY}`,
)
const FUNDED = new RegExp(
  String.raw`${MONEY} (?:(?:in|of) )?(?:[\w-]{1,20} ){0,3}?(?:[Ff]unding|[Ff]inancing|[Rr]ound|[Ii]nvestment|[Ss]eed|Series [A-H])\b`,
)
const VALUED = new RegExp(
  String.raw`\b(?:valuation of|valued at|valuing (?:it|the company) at|values? \w{1,20} at) (?:[\w-]{1,20} ){0,3}?${MONEY}`,
)
const ROUND =
  /\b(?:[Ss]eries [A-H]\d?|(?:[Pp]re-)?[Ss]eed(?= (?:extension|funding|financing|investment|round|capital)))\b/
const FUNDING_WORDS = /\b(?:rais(?:e|es|ed|ing)|fund(?:ing|s|ed)?|financing|round|invest(?:ors?|ment|ed|s|ing)?)\b/i
const MIN_RAISED = 1000

/** `part` is a cheap pre-check: where it does not match, `whole` does not either. */
type GuardedPattern = { part: RegExp; whole: RegExp }
const guarded = (part: string, whole: (part: string) => string): GuardedPattern => ({
  part: new RegExp(part),
  whole: new RegExp(whole(part), 'gu'),
})

/** Up to four capitalized words; "of", "&" and the like may stand between them. */
const NAME = String.raw`(?:\p{Lu}[\p{L}\p{N}.'’&-]{0,24}|\p{N}{1,4}(?=\s\p{Lu}))(?: (?:(?:of|&|and the|de|the) )?\p{Lu}[\p{L}\p{N}.'’&-]{0,24}){0,3}`
const NAMES = String.raw`${NAME}(?:(?:, and |, | and | & )${NAME}){0,7}`
const INVESTORS = guarded(
  String.raw`\b(?:led by|co-led by|backed by|participation (?:from|by|of)|participation of existing investors|investors? (?:include|includes|including)|investment from|funding from|joined by|alongside) `,
  (part) => String.raw`${part}(?:(?:existing|new|returning|current) investors?,? )?(${NAMES})`,
)
const OFFICE = String.raw`(?:(?:[Cc]o-)?[Ff]ounder|(?:[Ii]nterim |[Vv]ice |[Dd]eputy )?(?:[Pp]resident|[Cc]hair(?:man|woman|person)?)|CEO|CFO|COO|CTO|CMO|CRO|CPO|[Cc]hief [\p{L}]{1,20}(?: [\p{L}]{1,20})? [Oo]fficer|[Cc]hief [Ee]xecutive|[Mm]anaging [Dd]irector|[Gg]eneral [Cc]ounsel|[Hh]ead of \p{L}{1,20}|[Vv]ice [Pp]resident(?: of \p{L}{1,20})?|board member)`
const PERSON = String.raw`(?!(?:As|To|The|New|Its|Our|In|For|With|By|Who|He|She|And) )\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}\.?)?(?: \p{Lu}[\p{L}'’-]{1,20}){1,2}`
const JOINS = guarded(
  String.raw`\b(?:[Aa]ppoint(?:s|ed)|[Nn]am(?:es|ed)|[Hh]ir(?:es|ed)|[Tt]aps|[Tt]apped|[Pp]romot(?:es|ed)|[Ww]elcom(?:es|ed)) `,
  (part) => String.raw`${part}(${PERSON}) (?:as |to |to be )?(?:its |the |our |a )?(?:new |next |first )?(${OFFICE})`,
)
const JOINED = guarded(
  String.raw` (?:joins|joined|has joined|was named|was appointed|has been appointed|has been named|is appointed|named|appointed|becomes|will become)`,
  (part) =>
    String.raw`(${PERSON})${part}(?: \p{Lu}[\p{L}\p{N}]{1,20})?(?: as| to)? ?(?:its |the |our |a )?(?:new |next |first )?(${OFFICE})`,
)
const LEAVES = guarded(
  String.raw`(?:step(?:s|ped|ping)? down|resign(?:s|ed|ing)?|leav(?:es|ing)|leave|left|depart(?:s|ed|ing)?|retir(?:es|ed|ing)|retire|exits?|been ousted|been fired)`,
  (part) => String.raw`(${OFFICE}),? (${PERSON}),? (?:is |has |will be |will |to )?${part}`,
)
const LEFT = guarded(
  String.raw`(?:step(?:s|ped|ping)? down|resign(?:s|ed|ing)?|retir(?:es|ed|ing)) (?:as|from) `,
  (part) =>
    String.raw`(${PERSON}),? (?:is |has |will |to )?${part}(?:its |the |his |her )?(?:role as |position as |post as )?(${OFFICE})`,
)
const WITH = guarded(
  String.raw`\b(?:(?<partner>[Pp]artner(?:s|ed|ing)?(?:ship)? with|[Tt]eam(?:s|ed|ing)? up with|[Cc]ollaborat(?:es|ed|ing|ion) with|[Jj]oint venture with|[Aa]lliance with|[Aa]greement with|[Dd]eal with|[Ff]orces with)|(?<bought>[Aa]cquir(?:es|ed|ing)|[Aa]cquisition of|to acquire|[Bb]uys)|(?<buyer>[Aa]cquired by|[Bb]ought by|[Ss]old to)|(?<merger>[Mm]erg(?:es|ed|ing|er) with)|(?<customer>[Ss]elected by)) `,
  (part) => String.raw`${part}(?<name>${NAME})`,
)
const BUYER = guarded(
  String.raw`(?:[Aa]cquir(?:e|es|ed|ing)|[Bb]uys?|[Bb]ought) `,
  (part) => String.raw`(${NAME}) (?:has |will |is |to |(?:agrees|agreed|plans) to )?${part}(?=\p{Lu})`,
)
const NO_NAMES = /^(?:The|A|An|Its|It|This|That|Inc|Series|Seed|Existing|New|All|Other|Our|We|I|In|On|At|For)$/

export function factsOf({ title = '', text = '' }: { title?: string; text?: string }): Facts {
  const sentences = [title.slice(0, 500), ...split(text.slice(0, MAX_CHARACTERS))].map(normalized)
  const priced = sentences.filter((sentence) => HAS_CURRENCY.test(sentence))
  const dealMatches = sentences.flatMap((sentence) => matchesOf(WITH, sentence))
  const deals = dealsIn(dealMatches, sentences)
  const round = first(sentences, roundIn)
  return {
    raised: first(priced, raisedIn),
    valuation: first(priced, (sentence) => amountIn(VALUED.exec(sentence))),
    round: round && roundName(round),
    investors: distinct(sentences.flatMap(investorsIn)),
    moves: movesIn(sentences),
    counterparties: distinct(dealMatches.flatMap(({ groups }) => namesIn(groups?.name ?? ''))),
    ...(deals.length > 0 && { deals }),
  }
}

const normalized = (sentence: string) => (/\s\s|[^\S ]/.test(sentence) ? sentence.replaceAll(/\s+/g, ' ') : sentence)
const split = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end).slice(0, 1000))
const matchesOf = ({ part, whole }: GuardedPattern, sentence: string) =>
  part.test(sentence) ? [...sentence.matchAll(whole)] : []

function first<T>(sentences: string[], find: (sentence: string) => T | null): T | null {
  for (const sentence of sentences) {
    const fact = find(sentence)
    if (fact !== null) return fact
  }
  return null
}

// Checked last, because few sentences get that far.
const mentionsFunding = (sentence: string) => FUNDING_WORDS.test(sentence)

function roundIn(sentence: string): string | null {
  const [round = null] = ROUND.exec(sentence) ?? []
  return round !== null && mentionsFunding(sentence) ? round : null
}

function raisedIn(sentence: string): Amount | null {
  const amount = amountIn(RAISED.exec(sentence)) ?? amountIn(FUNDED.exec(sentence))
  return amount && amount.value >= MIN_RAISED && mentionsFunding(sentence) ? amount : null
}

function investorsIn(sentence: string): string[] {
  const investors = matchesOf(INVESTORS, sentence).flatMap(([, names = '']) => namesIn(names))
  return investors.length > 0 && mentionsFunding(sentence) ? investors : []
}

function amountIn(match: RegExpExecArray | null): Amount | null {
  if (!match) return null
  const [, sign = '', digits = '', unit = ''] = match
  const factor = { t: 1e3, k: 1e3, m: 1e6, b: 1e9 }[unit.charAt(0).toLowerCase()] ?? 1
  const currency = {
    $: 'USD',
    US$: 'USD',
    C$: 'CAD',
    A$: 'AUD',
    '€': 'EUR',
    '£': 'GBP',
    '¥': 'JPY',
    '₹': 'INR',
  }[sign]
  return { currency: currency ?? sign.trim(), value: Math.round(Number(digits.replaceAll(',', '')) * factor) }
}

const roundName = (written: string) =>
  written
    .replace(/^\w/, (letter) => letter.toUpperCase())
    .replace(/ (\w)/, (_, letter: string) => ` ${letter.toUpperCase()}`)

function namesIn(written: string): string[] {
  return written
    .split(/, and |, | and (?!the )/)
    .map((name) => name.replace(/(?<!\b(?:Inc|Corp|Co|Ltd))[.'’]+$|['’]s$/u, ''))
    .filter((name) => name.length > 1 && !NO_NAMES.test(name.split(' ', 1)[0] ?? ''))
}

function movesIn(sentences: string[]): Move[] {
  const moves = new Map<string, Move>()
  const add = (name: string | undefined, role: string | undefined, change: Move['change']) => {
    if (name && role && moves.size < MAX_NAMES && !moves.has(name)) moves.set(name, { name, role, change })
  }
  for (const sentence of sentences) {
    for (const [, role, name] of matchesOf(LEAVES, sentence)) add(name, role, 'leaves')
    for (const [, name, role] of matchesOf(LEFT, sentence)) add(name, role, 'leaves')
    for (const [, name, role] of [...matchesOf(JOINS, sentence), ...matchesOf(JOINED, sentence)])
      add(name, role, 'joins')
  }
  return [...moves.values()]
}

function dealsIn(dealMatches: RegExpExecArray[], sentences: string[]): Deal[] {
  const deals = new Map<string, Deal>()
  const add = (written: string, relation: Deal['relation']) => {
    for (const name of namesIn(written))
      if (deals.size < MAX_NAMES && !deals.has(name)) deals.set(name, { name, relation })
  }
  for (const { groups = {} } of dealMatches)
    add(groups.name ?? '', RELATIONS.find((relation) => groups[relation] !== undefined) ?? 'partner')
  for (const sentence of sentences) for (const [, buyer = ''] of matchesOf(BUYER, sentence)) add(buyer, 'buyer')
  return [...deals.values()]
}

const distinct = (names: string[]) => [...new Set(names)].slice(0, MAX_NAMES)
