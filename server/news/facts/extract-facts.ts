import type { Amount, Fact } from '#domain/news/facts.ts'
import { current, type Certainty } from './certainty.ts'
import { amountsIn, MONEY, NAME, nameOf, NAMES, namesIn, PERSON, ROLE } from './details.ts'
import type { CompanyEvent } from './frames.ts'
import { MODIFIER, SELF } from './marked-text.ts'
import { frequencyOf } from '../text/frequencies.ts'
import { fold } from '../text/words.ts'
import type { Statement } from './statements.ts'

const MAX_PARTIES = 8
const MIN_RAISED = 1000

/** The details of an event that its sentence gives. */
export function factsIn(statement: Statement, certainty: Certainty): Fact[] {
  const extract = EXTRACTORS[statement.event]
  const marked = current(statement.sentence.marked)
  const now = { ...statement, text: current(statement.text), sentence: { ...statement.sentence, marked } }
  return extract ? extract(now).map((fact): Fact => ({ ...fact, certainty })) : []
}

type Detail = Fact extends infer Each ? (Each extends Fact ? Omit<Each, 'certainty'> : never) : never
type Extractor = (statement: Statement) => Detail[]

const EXTRACTORS: Partial<Record<CompanyEvent, Extractor>> = {
  raise: ({ sentence: { marked }, text, role }) => fundingIn(role === 'does' || role === 'has' ? text : marked, marked),
  ipo: ({ sentence: { marked } }) =>
    fundingIn(marked, marked).filter(({ kind }) => kind === 'raised' || kind === 'valuation'),
  acquisition: (statement) => [...buyersIn(statement), ...priceIn(statement.sentence.marked)],
  purchase: (statement) => [...boughtIn(statement), ...priceIn(statement.sentence.marked)],
  layoffs: ({ sentence: { marked } }) => layoffsIn(marked),
  departure: ({ sentence: { marked } }) => peopleIn(marked, 'leaves'),
  arrival: ({ sentence: { marked } }) => peopleIn(marked, 'joins'),
  partnership: (statement) => partnersIn(statement),
  results: ({ sentence: { marked } }) => revenueIn(marked),
  legal: ({ sentence: { marked } }) => penaltyIn(marked),
}

const VALUATION_AFTER = /^(?:\+)? (?:[\p{L}-]+ ){0,2}valuation/u
const VALUATION_BEFORE =
  /(?:valu(?:ation|ing|ed|es|e)\b[^.;$€£]{0,40}|\bworth (?:about |over |around |nearly )?|(?:funding|round|raise|financing|capital|[Mm]illion|[Bb]illion|\d[MmBb]n?) at (?:an? |about |nearly |over |around )*)$/iu
const NOT_RAISED_BEFORE =
  /(?:total(?: funding| raised| capital)?(?: raised)? (?:to|of|raised)|to date|bring\p{L}*[^.;]{0,60}to|revenue of|ARR of|sales of|market (?:of|worth)|fund of|target(?:ing)? of|instead of|not|rather than|against|from|previously|up from)[^.;$€£]{0,12}$/iu
const NOT_RAISED_AFTER =
  /^(?: \p{L}+)? (?:in (?:annual|revenue|sales|assets|damages)|of (?:annual|revenue)|ARR|fund\b|in total|to date|a (?:year|month)|market\b|revenue|as (?:first|previously) reported)/u
const ROUND =
  /\b(?:[Ss]eries [A-K]\d?\b|(?:[Pp]re-)?[Ss]eed(?:[- ](?:extension|funding|financing|investment|round|capital|stage)|(?= ?[,.;]| led| from| to| round|$)))/u

function fundingIn(text: string, whole: string): Detail[] {
  const facts: Detail[] = []
  const amounts = amountsIn(text)
  const valuation = amounts.find(({ at, end }) => isValuation(text, at, end))
  const raised = amounts.find(
    (each) =>
      each !== valuation &&
      each.amount.value >= MIN_RAISED &&
      !isValuation(text, each.at, each.end) &&
      !NOT_RAISED_BEFORE.test(text.slice(Math.max(0, each.at - 60), each.at)) &&
      !NOT_RAISED_AFTER.test(text.slice(each.end, each.end + 40)),
  )
  if (raised) facts.push({ kind: 'raised', amount: raised.amount })
  if (valuation) facts.push({ kind: 'valuation', amount: valuation.amount })
  const [round] = ROUND.exec(text) ?? ROUND.exec(whole) ?? []
  if (round) facts.push({ kind: 'round', name: roundName(round) })
  return [...facts, ...investorsIn(whole)]
}

const isValuation = (text: string, at: number, end: number) =>
  VALUATION_AFTER.test(text.slice(end, end + 40)) || VALUATION_BEFORE.test(text.slice(Math.max(0, at - 70), at))

function roundName(written: string): string {
  const series = /series ([a-k]\d?)/i.exec(written)
  if (series) return `Series ${(series[1] ?? '').toUpperCase()}`
  return /^pre/i.test(written) ? 'Pre-seed' : 'Seed'
}

const INVESTORS = [
  String.raw`\b(?:(?:co-)?led|backed|funded|anchored|headed) (?:jointly )?by (?:(?:existing|new|returning|current|lead) (?:investors?|backers?),? )?(?<names>${NAMES})`,
  String.raw`\b(?:participation|investment|funding|money|backing|commitments?|cash|capital|support|checks?) (?:also )?(?:came )?from (?:(?:existing|new|returning|current) (?:investors?|backers?),? )?(?:including )?(?<names>${NAMES})`,
  String.raw`\b(?:investors?|backers?) (?:include|includes|including|such as) (?<names>${NAMES})`,
  String.raw`\b(?:joined by|alongside|together with|with) (?<names>${NAMES}) (?:also )?(?:participating|joining|investing|taking part)`,
  String.raw`(?<names>${NAMES}) (?:also )?(?:(?:co-)?(?:led|leads|leading|lead)|joined|participated|invested|invests|backs|backed|took part|(?:had |has )?put|puts|wrote|writes|pours|poured|participating|is expected to lead|came (?:along|in)|followed|chipped in|contributed|is leading|will lead|taking the largest)\b(?! by)(?=[^.;]{0,80}(?:round|funding|financing|[Ss]eries|[Ss]eed|investment|raise|${MONEY}|${SELF}|deal|in the|$))`,
  String.raw`\b(?:from|by) (?<names>${NAMES})(?=[^.;]{0,40}(?:at an?|valu|in (?:an?|its) (?:[Ss]eries|[Ss]eed)|$|\.$|, ))`,
].map((source) => new RegExp(source, 'u'))

/** Who put money in; a sentence about the round need not name the company. */
export function investorsIn(sentence: string): Detail[] {
  const found = INVESTORS.flatMap((pattern) => namesIn(pattern.exec(sentence)?.groups?.names ?? ''))
  return parties(found, 'investor')
}

function parties(names: string[], kind: 'investor' | 'buyer' | 'bought' | 'partner' | 'customer' | 'merger'): Detail[] {
  return [...new Set(names)]
    .filter((name) => name.length > 1 && !name.includes(SELF) && !name.includes(MODIFIER) && !NOT_A_PARTY.test(name))
    .slice(0, MAX_PARTIES)
    .map((name) => ({ kind, name }))
}

const NOT_A_PARTY =
  /^(?:He|She|They|I|You|My|His|Her|One|Two|Three|Both|Many|Some|Most|These|Those|Here|There|Yes|No|AI|US|UK|EU|U\.S|Europe|Asia|America|London|Paris|Berlin|Investors?|Founders?|Angels?|Bloomberg|Reuters|TechCrunch|Today|Yesterday|Correction|Update|Updated|Exclusive|Breaking|Sources|Neither|Nor|Company|Startup|Only|City|VP of [A-Z]\w+|Swiss|British|French|German|Italian|Spanish|Dutch|American|European|Chinese|Japanese|Indian|Belgian|Korean)$/

const BUYERS = [
  String.raw`(?:acquired|bought(?: out)?|purchased|taken over|taken private|snapped up|scooped up|absorbed|owned|acqui-?hired) by ${describing()}(?<names>${NAME})`,
  String.raw`(?:sells?|selling|sold|sale)(?: \p{L}+){0,4} to ${describing()}(?<names>${NAME})`,
  String.raw`(?:takeover|acquisition|buyout|bid|offer|deal|interest|approach)(?: \p{L}+){0,2} (?:by|from) ${describing()}(?<names>${NAME})`,
  String.raw`(?:part|subsidiary|division|unit) of ${describing()}(?<names>${NAME})`,
  String.raw`(?<names>${NAME}),?(?: [^.;]{0,60}?,)? (?:has |will |is |have |to |said (?:it )?|says (?:it )?|was |also |today |plans to |agree[sd]? to |announce[sd]? |confirm(?:s|ed) |in |talks |advanced |early |exclusive |close |near(?:s|ing)? |deal |an? |the |offer(?:s|ed)? |bid(?:s|ding)? |set |expected |reportedly |agreement |completes? |completed |definitive |its |that |it |seeking |looking |considering |weighing |eyeing |moves? |on |Monday |Tuesday |Wednesday |Thursday |Friday )*(?:[Aa]cquir\p{L}+|[Bb]uy\p{L}*|[Bb]ought|[Pp]urchas\p{L}+|[Tt]ak(?:e|es|ing)|[Tt]ook|[Ss]nap\p{L}*|[Ss]coop\p{L}*|[Aa]bsorb\p{L}*|acquisition|takeover|[Bb]ids?|[Ss]wallow\p{L}*|[Gg]obbl\p{L}*)(?= )`,
  String.raw`accept(?:s|ed)? (?<names>${NAME})['’]s`,
].map((source) => new RegExp(source, 'u'))
const MERGED = new RegExp(
  String.raw`[Mm]erg(?:e|es|ed|ing|er) (?:[\p{Ll}-]+ ){0,4}?(?:with|into) ${describing()}(?<names>${NAME})|(?<first>${NAME}) (?:and|to merge with|merges with) ${SELF}`,
  'u',
)

function describing(): string {
  return String.raw`(?:(?:the|a|an|its|rival|publicly|larger|private|equity|software|[\p{Ll}-]+) ){0,6}`
}

function buyersIn({ sentence: { marked }, before, role }: Statement): Detail[] {
  if (/\b[Mm]erg(?:e|es|ed|ing|er)\b/.test(marked)) {
    const { names, first } = MERGED.exec(marked)?.groups ?? {}
    return parties([names ?? first ?? ''].filter(Boolean).map(nameOf), 'merger')
  }
  const found = BUYERS.map((pattern) => pattern.exec(marked)?.groups?.names).find((name) => name !== undefined)
  return parties([found === undefined ? (role === 'undergoes' ? lastName(before) : '') : nameOf(found)], 'buyer')
}

/** Who does it: "Crane giant Havnkraft scoops up …". */
function lastName(before: string): string {
  const names = [...before.matchAll(ANY_NAME)]
  const last = names.at(-1)
  return last ? withoutOpening(nameOf(last[0]), last.index === 0) : ''
}

const ANY_NAME = new RegExp(NAME, 'gu')

/** A sentence's first word is capitalized whether or not it belongs to the name. */
function withoutOpening(name: string, isFirst: boolean): string {
  const [first = '', ...rest] = name.split(' ')
  return isFirst && rest.length > 0 && !/^(?:of|&)$/.test(rest[0] ?? '') && frequencyOf(fold(first))?.is.word
    ? rest.join(' ')
    : name
}

const BOUGHT = [
  String.raw`(?:[Aa]cquir(?:e|es|ed|ing)|[Bb]uy(?:s|ing)?|[Bb]ought|[Pp]urchas(?:e|es|ed|ing)|[Tt]ak(?:e|es|ing) over|[Tt]ook over|[Ss]nap(?:s|ped|ping)? up|[Ss]coop(?:s|ed|ing)? up|[Aa]bsorb(?:s|ed)|[Aa]cqui-?hir(?:es|ed)|(?:[Aa]cquisition|[Pp]urchase|[Tt]akeover) of) ${describing()}(?:[\p{Lu}][\p{L}-]*-based (?:[\p{Ll}-]+ ){0,4})?(?<names>${NAMES})`,
  String.raw`(?<names>${NAME}),?(?: [^.;]{0,60}?,)? (?:has |is |was |been |to |be |will )*(?:acquired|bought|purchased|snapped up|sold|taken over)`,
].map((source) => new RegExp(source, 'u'))

function boughtIn({ sentence: { marked }, text, role }: Statement): Detail[] {
  const found = BOUGHT.map(
    (pattern) => pattern.exec(role === 'does' || role === 'has' ? text : marked)?.groups?.names,
  ).find(Boolean)
  return parties(found ? namesIn(found) : [], 'bought')
}

function priceIn(marked: string): Detail[] {
  const price = amountsIn(marked).find(
    ({ at, end }) =>
      /(?:for|worth|at|of|valued at|values? \S+ at|about|approximately|roughly|a|up to|nearly|around|over|in (?:an?|the))\s(?:\p{L}+ ){0,3}$/u.test(
        marked.slice(Math.max(0, at - 40), at),
      ) ||
      /^ (?:[\p{L}-]+ ){0,3}(?:deal|acquisition|takeover|buyout|purchase|sale|offer|bid|price|cash|transaction)/u.test(
        marked.slice(end, end + 50),
      ),
  )
  return price && !isRaisedEarlier(marked, price.at) ? [{ kind: 'price', amount: price.amount }] : []
}

const isRaisedEarlier = (marked: string, at: number) =>
  /(?:raised|valuation|valued|revenue|ARR|sales)[^.;]{0,30}$/.test(marked.slice(Math.max(0, at - 60), at))

const SHARE =
  /(?:(\d{1,2}(?:\.\d)?) ?(?:%|percent|per cent)|\b(half|a third|one third|a quarter|one in (?:four|five|three|ten)|a fifth|a tenth|two thirds)\b)/iu
const SHARES: Record<string, string> = {
  half: '50%',
  'a third': '33%',
  'one third': '33%',
  'a quarter': '25%',
  'a fifth': '20%',
  'a tenth': '10%',
}
const PEOPLE =
  /(?:(?:la(?:y|ys|ying|id) off|cut(?:s|ting)?|axe[sd]?|let(?:ting|s)? go(?: of)?|eliminat\p{L}+|shed(?:s|ding)?|slash\p{L}*|dismiss\p{L}*|affect\p{L}*|to|fire[sd]?) (?:about |around |some |roughly |nearly |more than |approximately |over |up to |another )?(\d[\d,]*)(?! ?(?:%|percent|per cent|\.\d|months?|years?|days?|weeks?))|(\d[\d,]*) (?:of (?:its|our|\p{L}+) )?(?:\p{Ll}+ )?(?:employees|people|jobs|staff|workers|roles|positions|colleagues|teammates|of (?:our|its) ))/u

function layoffsIn(marked: string): Detail[] {
  const [, digits, fraction = ''] = SHARE.exec(marked) ?? []
  const share = digits ? `${digits}%` : SHARES[fraction.toLowerCase()]
  const [, after, before] = PEOPLE.exec(marked) ?? []
  const people = (after ?? before)?.replaceAll(',', '')
  return [share, people].flatMap((size): Detail[] => (size === undefined ? [] : [{ kind: 'layoffs', size }]))
}

const MOVES = [
  String.raw`(?<role>${ROLE}),?(?: and (?:co-?)?founder)?,? (?<name>${PERSON})`,
  String.raw`(?<name>${PERSON}),? (?:[^.;]{0,70}?)(?:as |, |to be |become[s]? |is |named |appointed |was |the |promoted to |to )(?:its |the |our |${SELF}['’]s |a |an |${SELF} |${MODIFIER} )?(?:[\p{Ll}-]+ ){0,2}?(?<role>${ROLE})`,
].map((source) => new RegExp(source, 'gu'))

const FORMER_ROLE = new RegExp(
  String.raw`(?:[Ff]ormer|ex-|[Pp]revious|said)[\s-]?(?:[\p{L}${SELF}${MODIFIER}'’]+ ){0,2}$`,
  'u',
)
const SPEAKS = /^,? (?:said|says|told|called|wrote|added|posted|explained|blamed|promised)\b/u
const REPLACED = /(?:succeed\p{L}*|replac\p{L}*|said)\s$/u

function peopleIn(marked: string, kind: 'joins' | 'leaves'): Detail[] {
  const found = new Map<string, Detail>()
  for (const [at, pattern] of MOVES.entries())
    for (const { 0: written, groups, index } of marked.matchAll(pattern)) {
      const name = groups?.name?.replace(/['’]s$/u, '')
      const role = groups?.role
      if (!name || !role || found.has(name) || found.size >= MAX_PARTIES) continue
      if ((at === 0 ? FORMER_ROLE : REPLACED).test(marked.slice(Math.max(0, index - 40), index))) continue
      if (SPEAKS.test(marked.slice(index + written.length)) || /officer$/i.test(name)) continue
      found.set(name, { kind, name, role })
    }
  return [...found.values()]
}

const PARTNERS = [
  String.raw`${SELF} and ${describing()}(?<names>${NAME})`,
  String.raw`(?<names>${NAME})(?:, [^,;]{1,80},)? and ${SELF}`,
  String.raw`(?:with|and) (?<names>${NAMES})`,
  String.raw`(?<names>${NAME}) (?:\p{Ll}+ ){0,4}(?:with )?${SELF}`,
].map((source) => new RegExp(source, 'u'))
const CUSTOMERS = [
  String.raw`(?:selected|chosen|picked|tapped|adopted|hired) by ${describing()}(?<names>${NAMES})`,
  String.raw`(?<names>${NAME}) (?:has |have |will |to )*(?:select(?:s|ed)|choos(?:es|ing)|chose|pick(?:s|ed)|tap(?:s|ped)|award(?:s|ed)|adopt(?:s|ed)|deploy(?:s|ed)|roll(?:s|ed) out|signs? up for)`,
  String.raw`(?:contract|order|agreement|deal)(?: worth [^.;]{0,20})? (?:with|from|for|by) ${describing()}(?<names>${NAMES})`,
  String.raw`(?:supply|deploy|provide|sell|deliver)(?:s|ed|ing)? (?:[^.;]{0,50}) (?:to|for|at|with) ${describing()}(?<names>${NAMES})`,
].map((source) => new RegExp(source, 'u'))

function partnersIn({ sentence: { marked }, before, text, role }: Statement): Detail[] {
  const within = role === 'does' || role === 'has' ? text : marked
  const isSale =
    /\b(?:contract|order|select|chos|choos|pick|award|deploy|supply|suppli|customer|adopt|purchase|lease|signs? up|taps?\b|tender|roll\p{L}* out)/iu.test(
      marked,
    )
  const patterns = isSale ? CUSTOMERS : PARTNERS
  const found = patterns.map((pattern) => (pattern.exec(within) ?? pattern.exec(marked))?.groups?.names).find(Boolean)
  const names = found ? namesIn(found).map((name) => withoutOpening(name, marked.startsWith(name))) : [lastName(before)]
  return parties(names, isSale ? 'customer' : 'partner')
}

const REVENUE = /\b(?:revenues?|sales|ARR|annual recurring revenue|run[- ]rate|turnover|bookings)\b/iu

function revenueIn(marked: string): Detail[] {
  const found = amountsIn(marked).find(({ at, end }) => {
    const near = `${marked.slice(Math.max(0, at - 60), at)} ${marked.slice(end, end + 40)}`
    return (
      REVENUE.test(near) &&
      !/(?:from|up from|compared with|versus|target|forecast|guidance|expects?|aims?)\s(?:\p{L}+ ){0,2}$/u.test(
        marked.slice(Math.max(0, at - 30), at),
      )
    )
  })
  return found ? [{ kind: 'revenue', amount: found.amount }] : []
}

function penaltyIn(marked: string): Detail[] {
  const found: { amount: Amount } | undefined = amountsIn(marked).find(({ at, end }) =>
    /\b(?:fine[sd]?|penalty|pay(?:s|ing)?|paid|settle\p{L}*|damages|award\p{L}*)\b/iu.test(
      marked.slice(Math.max(0, at - 60), end + 40),
    ),
  )
  return found ? [{ kind: 'penalty', amount: found.amount }] : []
}
