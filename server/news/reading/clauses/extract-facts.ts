import { either } from './alternatives.ts'
import type { PartyKind } from '#domain/news/fact-text.ts'
import type { Certainty, Fact } from '#domain/news/facts.ts'
import type { Claim } from '../check.ts'
import { current } from './certainty.ts'
import { MONEY, NAME, nameAt, type Entities } from './entities.ts'
import { fundingIn, penaltyIn, priceIn, revenueIn } from './fact-amounts.ts'
import type { CompanyEvent } from './frames.ts'
import { DESCRIPTION, investorsIn, NAMES } from './investors.ts'
import { layoffsIn } from './layoff-sizes.ts'
import { MODIFIER, SELF } from './marked-text.ts'
import type { Statement } from './statements.ts'
import { isOrganization } from '../text/organizations.ts'

const MAX_PARTIES = 8

/** The details that a sentence gives about its event. */
export function factsIn(statement: Statement, certainty: Certainty): Fact[] {
  const extract = EXTRACTORS[statement.event]
  if (!extract) return []
  const { role, before, sentence } = statement
  const said = (text: string) => current(sentence.isOwn ? text : text.replaceAll(QUOTED, ' '))
  const whole = said(sentence.marked)
  const part = role === 'undergoes' ? whole : said(statement.text)
  return extract({ whole, part, before, entities: sentence.entities }).map((fact): Fact => ({ ...fact, certainty }))
}

/** Longer than the few words that a writer quotes to mark them as someone else's. */
const QUOTED = /[“"][^”"\s]+(?: [^”"\s]+){6,100}[”"]/g

/** `part` begins at the verb if the company is the subject; otherwise, it's the `whole` sentence. */
type Source = { whole: string; part: string; before: string; entities: Entities }

const EXTRACTORS: Partial<Record<CompanyEvent, (source: Source) => Claim[]>> = {
  raise: (source) => [
    ...fundingIn(partOf(source), source.whole),
    ...parties(investorsIn(source.whole, source.entities), 'investor'),
  ],
  ipo: (source) => [
    ...fundingIn(wholeOf(source), '').filter(({ kind }) => kind !== 'round'),
    ...revenueIn(wholeOf(source)),
  ],
  acquisition: (source) => [...buyersIn(source), ...priceIn(wholeOf(source), false)],
  purchase: (source) => [...boughtIn(source), ...priceIn(wholeOf(source), true)],
  layoffs: ({ whole }) => layoffsIn(whole),
  partnership: (source) => partnersIn(source),
  results: (source) => revenueIn(wholeOf(source)),
  legal: (source) => penaltyIn(wholeOf(source)),
}

const partOf = ({ part, entities }: Source) => ({ text: part, entities })
const wholeOf = ({ whole, entities }: Source) => ({ text: whole, entities })

const ANY_NAME = new RegExp(NAME, 'g')

const namesIn = (written: string, entities: Entities) =>
  [...written.matchAll(ANY_NAME)].map(([token]) => nameAt(token, entities)).filter(isOrganization)

/** The names captured by the first pattern that matches. */
function firstNames(patterns: RegExp[], texts: string[], entities: Entities): string[] {
  for (const pattern of patterns)
    for (const text of texts) {
      const { names = '' } = pattern.exec(text)?.groups ?? {}
      const found = namesIn(names, entities)
      if (found.length > 0) return found
    }
  return []
}

/** Whoever acts: "Crane giant Havnkraft scoops up …". */
const lastName = (before: string, entities: Entities) => namesIn(before.replace(APPOSITION, ' '), entities).slice(-1)

/** "Cognition, maker of the agent Devin, acquires …" */
const APPOSITION = new RegExp(String.raw`(?<=^(?:[A-Za-z-]+ ){0,4}${NAME}), [^,]{2,120},\s*$`)

const parties = (names: string[], kind: PartyKind): Claim[] =>
  [...new Set(names)].slice(0, MAX_PARTIES).map((name) => ({ kind, name }))

const patterns = (...sources: string[]) => sources.map((source) => new RegExp(source))

const IS_BOUGHT = [
  'acquired',
  'bought(?: out)?',
  'purchased',
  'taken over',
  'taken private',
  'snapped up',
  'scooped up',
  'absorbed',
  'owned',
  'acqui-?hired',
  'rescued',
  'saved',
  'gobbled up',
  'swallowed(?: up)?',
  'picked up',
  'hoovered up',
  'bought up',
  'plucked',
]

const BUYERS = patterns(
  String.raw`under (?:its |the )?new (?:owner|parent)s? (?<names>${NAME})`,
  String.raw`(?:(?:home|new owner|new parent|buyer|saviou?r) (?:at|in|with|under)|(?:arms|hands|lap) of) ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`${SELF} (?:[a-z]+ )?(?:falls?|fell|goes|went|pass(?:es|ed)) (?:in)?to ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`[Ss]ale of [^.;,]{0,60}?${SELF}[^.;,]{0,40}? to ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`${either(IS_BOUGHT)}(?: (?:out of|from) [a-z]+)? by ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`(?:[Ss]ells?|[Ss]elling|[Ss]old|[Ss]ale|[Oo]ffload(?:s|ed|ing)?|[Dd]ivest(?:s|ed|ing)?)(?: (?:[A-Za-z]+|${SELF}|${MONEY})){0,4}(?:, [^,;.]{1,80},)? to ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`(?:takeover|acquisition|buyout|bid|offer|deal|interest|approach)(?: [A-Za-z]+){0,2} (?:by|from) ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`(?:part|subsidiary|division|unit) of ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`accept(?:s|ed)? (?<names>${NAME})['’]s`,
)
const MERGED = patterns(
  String.raw`[Mm]erg(?:e|es|ed|ing|er) (?:[a-z-]+ ){0,4}?(?:with|into) ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`${SELF} and (?:the )?(?<names>${NAME})`,
  String.raw`(?<names>${NAME}) and ${SELF}`,
)

function buyersIn({ whole, before, part, entities }: Source): Claim[] {
  if (/\b(?:[Mm]erg(?:e|es|ed|ing|er)|[Cc]ombine|one company)\b/.test(whole))
    return parties(firstNames(MERGED, [whole], entities).slice(0, 1), 'merger')
  const named = firstNames(BUYERS, [whole], entities)
  const isObject = part === whole
  return parties((named.length > 0 || !isObject ? named : lastName(before, entities)).slice(0, 1), 'buyer')
}

const BUYS = [
  '[Aa]cquir[A-Za-z]+',
  '[Bb]uy[A-Za-z]*',
  '[Bb]ought',
  '[Pp]urchas[A-Za-z]+',
  '[Tt]ak(?:e|es|ing) over',
  '[Tt]ook over',
  '[Ss]nap[A-Za-z]* up',
  '[Ss]coop[A-Za-z]* up',
  '[Pp]ick[A-Za-z]* up',
  '[Hh]oover[A-Za-z]* up',
  '[Mm]op[A-Za-z]* up',
  '[Aa]bsorb[A-Za-z]*',
  '[Ss]wallow[A-Za-z]*',
  '[Gg]obbl[A-Za-z]+ up',
  '[Aa]cqui-?hir[A-Za-z]+',
  'hands on',
  'stake in',
  '(?:first|second|third|fourth|fifth|latest|biggest|largest|next) (?:acquisition|purchase):',
  '(?:[Aa]cquisition|[Pp]urchase|[Tt]akeover|[Bb]uyout) of',
]

const BOUGHT = patterns(
  String.raw`(?:with|through|via) (?:the )?(?<names>${NAME}) (?:buy|purchase|acquisition|takeover|buyout)\b`,
  String.raw`${either(BUYS)} (?:what['’]s left of |what remains of |(?:(?:the|most|some) (?:of )?)?(?:assets|remains|brand|stock|parts|operations|business|team) of )?(?:[a-z]+ed )?${DESCRIPTION}(?<names>${NAMES})`,
  String.raw`(?:[Ss]ells?|[Ss]old|[Ss]elling|[Oo]ffload(?:s|ed)|[Dd]ivest(?:s|ed)|[Ss]ale of) (?<names>${NAME})(?:['’]s [^.;,]{0,60})?(?:, [^.;]{0,90}?,)? to ${DESCRIPTION}${SELF}`,
  String.raw`(?<names>${NAME}),?(?: [^.;]{0,60}?,)? (?:has |is |was |been |to |be |will )*(?:acquired|bought|purchased|snapped up|sold|taken over)`,
)

const boughtIn = ({ part, entities }: Source): Claim[] => parties(firstNames(BOUGHT, [part], entities), 'bought')

const PARTNERS = patterns(
  String.raw`(?:nod|listing|shelf space|slot|berth|spot|thumbs-up|shelves) (?:from|with|at|in|of) ${DESCRIPTION}(?<names>${NAMES})`,
  String.raw`${SELF}[^.;,]{0,30} (?:be |been )(?:sold|stocked|carried) (?:by|at) (?:[\d,]+ )?${DESCRIPTION}(?<names>${NAME})`,
  String.raw`(?:plug|hook|slot|tie|connect|sync)[a-z]* (?:[a-z]+ )?(?:in)?(?:to|with) ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`^(?:[A-Za-z-]+ ){0,3}(?<names>${NAME})(?: [a-z]+){0,2} (?:to |will |now )?(?:carr|stock|trial|stud|pilot|distribut)[a-z]* (?:[a-z-]+ ){0,3}(?:${SELF}|${MODIFIER})`,
  String.raw`${SELF} [x×] (?<names>${NAME})`,
  String.raw`(?<names>${NAME}) [x×] ${SELF}`,
  String.raw`${SELF}(?:, [^,;]{1,80},)? and ${DESCRIPTION}(?<names>${NAME})`,
  String.raw`(?<names>${NAME})(?:, [^,;]{1,80},)? and ${SELF}`,
  String.raw`(?:with|official [A-Za-z]+(?: [A-Za-z]+)? of) ${DESCRIPTION}(?<names>${NAMES})`,
)
const CUSTOMERS = patterns(
  String.raw`${DESCRIPTION}(?<names>${NAMES}) (?:as (?:[a-z-]+ ){0,3}|(?:becomes?|became) (?:${SELF}|${MODIFIER})['’]s (?:[a-z-]+ ){0,3})(?:customer|client)s?\b`,
  String.raw`[Ss]ign(?:s|ed|ing)? up ${DESCRIPTION}(?<names>${NAMES})`,
  String.raw`(?:selected|chosen|picked|tapped|adopted|hired|awarded [^.;]{0,40}) by ${DESCRIPTION}(?<names>${NAMES})`,
  String.raw`(?<names>${NAME}) (?:has |have |will |to )*(?:select|choos|chose|pick|tap|award|adopt|deploy|roll|sign|purchas|us(?:e|ing))[A-Za-z]*`,
  String.raw`(?:contract|order|agreement|deal)(?: worth [^.;]{0,20})? (?:is )?(?:with|from|for|by) ${DESCRIPTION}(?<names>${NAMES})`,
  String.raw`(?:supply|deploy|provide|sell|deliver)(?:s|ed|ing)? (?:[^.;]{0,50}) (?:to|for|at|with) ${DESCRIPTION}(?<names>${NAMES})`,
)
const SALE =
  /\b(?:contract(?!or)|order|select|chos|choos|pick|award|deploy|supply|suppli|customer|adopt|purchase|lease|signs? up|taps?\b|tender|roll[a-z]* out)/i

/** "Acme selects Birch as its bank": what Birch sells isn't Acme's. */
const CHOOSES = new RegExp(
  String.raw`${SELF} (?:has |have )?(?:select|cho[os]|pick|engag|enlist|nam|appoint)[a-z]{0,4} ${DESCRIPTION}(?<names>${NAME}) (?:as|to)\b`,
)
/** "Birch signs Acme as customer" */
const IS_CUSTOMER = new RegExp(String.raw`${SELF} as (?:an? |its |their )?(?:[a-z]+ )?(?:customer|client)\b`)

function partnersIn({ whole, part, before, entities }: Source): Claim[] {
  const chosen = firstNames([CHOOSES], [whole], entities)
  const isSale = chosen.length === 0 && SALE.test(whole) && !IS_CUSTOMER.test(whole)
  const named = chosen.length > 0 ? chosen : firstNames(isSale ? CUSTOMERS : PARTNERS, [part, whole], entities)
  const others = named.length > 0 ? named : lastName(before, entities)
  return parties(others, isSale ? 'customer' : 'partner')
}
