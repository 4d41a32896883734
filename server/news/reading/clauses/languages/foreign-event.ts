import { certaintyOf, type Amount, type Certainty, type Fact } from '#domain/news/facts.ts'
import { EVENT_TYPES } from '#domain/taxonomy.ts'
import type { Factuality } from '../certainty.ts'
import { amountAt, MONEY } from '../entities.ts'
import { refusalOf, type Claim } from '../../check.ts'
import type { CompanyEvent } from '../frames.ts'
import { SELF, type MarkedSentence } from '../marked-text.ts'
import { DUTCH } from './dutch.ts'
import { FRENCH } from './french.ts'
import { GERMAN } from './german.ts'
import { ITALIAN } from './italian.ts'
import { JAPANESE } from './japanese.ts'
import { PORTUGUESE } from './portuguese.ts'
import { SPANISH } from './spanish.ts'
import { SWEDISH } from './swedish.ts'
import { ARTICLES, ONE_NAME, type EventWording, type Wording } from './wording.ts'

export const WORDINGS: Readonly<Record<string, Wording>> = {
  de: GERMAN,
  fr: FRENCH,
  es: SPANISH,
  ja: JAPANESE,
  it: ITALIAN,
  nl: DUTCH,
  pt: PORTUGUESE,
  sv: SWEDISH,
}

export type ForeignEvent = {
  event: CompanyEvent | null
  certainty: Certainty
  facts: Fact[]
  denied: CompanyEvent[]
  evidence: string[]
}

type Statement = { event: CompanyEvent; factuality: Factuality; isCue: boolean; sentence: MarkedSentence }

/** Later sentences give background more often than news. */
const LEAD_SENTENCES = 4
const MAX_EVIDENCE = 3

/** What an article in another language says about the company; only sentences that name it count. */
export function foreignEvent(
  sentences: MarkedSentence[],
  year: number,
  wording: Wording,
  /** Whether the language is a guess; if so, cue words alone don't count. */
  isGuess = false,
): ForeignEvent {
  const lead = sentences.slice(0, LEAD_SENTENCES)
  const statements = lead
    .flatMap((sentence) => statementsIn(sentence, year, wording))
    .filter(({ isCue }) => !isCue || !isGuess)
  const denied = [...new Set(statements.filter((each) => each.factuality === 'denied').map(({ event }) => event))]
  const certain = statements.filter(
    (each): each is Statement & { factuality: Certainty } =>
      (each.factuality === 'stated' || each.factuality === 'reported') && !denied.includes(each.event),
  )
  const byWeight = (isOne: (statement: Statement) => boolean) =>
    certain.filter(isOne).toSorted((a, b) => EVENT_TYPES.indexOf(a.event) - EVENT_TYPES.indexOf(b.event))[0]
  const isDeniedTitle = statements.some(({ factuality, sentence }) => factuality === 'denied' && sentence.isTitle)
  const chosen = isDeniedTitle
    ? undefined
    : (byWeight(({ sentence, isCue }) => sentence.isTitle && !isCue) ??
      byWeight(({ sentence }) => sentence.isTitle) ??
      byWeight(({ isCue }) => !isCue) ??
      byWeight(() => true))
  if (!chosen) return { event: null, certainty: 'stated', facts: [], denied, evidence: [] }
  const same = certain.filter(({ event }) => event === chosen.event)
  const certainty = same.some(({ factuality }) => factuality === 'reported') ? 'reported' : 'stated'
  const stating = new Set(same.map(({ sentence }) => sentence))
  const details = chosen.event === 'raise' ? lead.filter((each) => isCurrent(each, year, wording)) : [...stating]
  const facts = details.flatMap((sentence) =>
    factsIn(chosen.event, sentence, stating.has(sentence), wording).filter(
      (claim) => refusalOf(claim, sentence) === null,
    ),
  )
  return {
    event: chosen.event,
    certainty: certaintyOf(same.map(({ factuality }) => factuality)),
    facts: distinct(facts).map((fact): Fact => ({ ...fact, certainty })),
    denied,
    evidence: [...stating].map(({ quoted }) => quoted).slice(0, MAX_EVIDENCE),
  }
}

function statementsIn(sentence: MarkedSentence, year: number, wording: Wording): Statement[] {
  const { marked } = sentence
  if (!marked.includes(SELF)) return []
  const isCompared = wording.rival.test(marked)
  const rests = subjectsIn(marked, wording)
  const factuality = factualityOf(sentence, year, wording)
  return wording.events.flatMap(({ event, does, undergoes, cues }: EventWording) => {
    const isUndergone = undergoes?.test(marked) === true
    // "Birch buys its rival Acme" is about both.
    if (isCompared && !(isUndergone && event === 'acquisition')) return []
    const isClause = isUndergone || rests.some((rest) => does?.test(rest))
    return isClause || cues?.test(marked) ? [{ event, factuality, isCue: !isClause, sentence }] : []
  })
}

/** The text after each mention of the company as the subject. */
const subjectsIn = (marked: string, { object }: Wording): string[] =>
  marked
    .split(SELF)
    .slice(0, -1)
    .map((before, at, parts) => ({
      before,
      rest: marked.slice(parts.slice(0, at + 1).join(SELF).length + SELF.length),
    }))
    .filter(({ before }) => !object.test(before))
    .map(({ rest }) => rest)

function factualityOf({ marked, isSourced }: MarkedSentence, year: number, wording: Wording): Factuality {
  if (wording.denied.test(marked)) return 'denied'
  if (/\?\s*$/.test(marked) || wording.past.test(marked) || isOfEarlierYear(marked, year)) return 'ruled-out'
  return isSourced || wording.reported.test(marked) ? 'reported' : 'stated'
}

const isCurrent = ({ marked }: MarkedSentence, year: number, { past, rival }: Wording) =>
  !past.test(marked) && !rival.test(marked) && !isOfEarlierYear(marked, year)

const isOfEarlierYear = (marked: string, year: number) =>
  [...marked.matchAll(/(?<![\d.,])(?:19|20)\d\d(?![\d.,]\d)/g)].some(([written]) => Number(written) < year)

const ANY_AMOUNT = new RegExp(MONEY, 'g')
const NEAR = 60

function amountsIn({ marked, entities }: MarkedSentence, { valuation, total }: Wording) {
  const found: { kind: 'valuation' | 'total' | 'other'; amount: Amount }[] = []
  for (const { 0: token, index } of marked.matchAll(ANY_AMOUNT)) {
    const amount = amountAt(token, entities)
    // Only back to the previous amount, because earlier words belong to that one.
    const before =
      marked
        .slice(Math.max(0, index - NEAR), index)
        .split(ANY_AMOUNT)
        .at(-1) ?? ''
    const kind = valuation.test(before) ? 'valuation' : total.test(before) ? 'total' : 'other'
    if (amount) found.push({ kind, amount })
  }
  return found
}

const ROUND =
  /(?<!\p{L})(?:(?:series|serie|série)[- ]([a-k])(?!\p{L})|(pre-?seed|seed|amorçage))|シリーズ([A-K])|(プレシード|シード)/iu

function factsIn(event: CompanyEvent, sentence: MarkedSentence, isStating: boolean, wording: Wording): Claim[] {
  const amounts = amountsIn(sentence, wording)
  const amount = amounts.find(({ kind }) => kind === 'other')?.amount
  if (event === 'raise') {
    const valuation = amounts.find(({ kind }) => kind === 'valuation')?.amount
    const [, letter, seed, series, start] = ROUND.exec(sentence.quoted) ?? []
    const round = (letter ?? series)?.toUpperCase()
    const name = round
      ? `Series ${round}`
      : (seed ?? start)
        ? /^p/i.test(seed ?? '') || start === 'プレシード'
          ? 'Pre-seed'
          : 'Seed'
        : null
    return [
      ...(isStating && amount ? [{ kind: 'raised' as const, amount }] : []),
      ...(valuation ? [{ kind: 'valuation' as const, amount: valuation }] : []),
      ...(isStating && name ? [{ kind: 'round' as const, name }] : []),
      ...investorsIn(sentence.quoted, wording).map((investor) => ({ kind: 'investor' as const, name: investor })),
    ]
  }
  if (event === 'layoffs') return staffIn(sentence.quoted, wording)
  const bought = event === 'purchase' ? boughtIn(sentence.marked, wording) : null
  if (bought !== null)
    return [{ kind: 'bought', name: bought }, ...(amount ? [{ kind: 'price' as const, amount }] : [])]
  const buyer = event === 'acquisition' ? buyerIn(sentence.marked, wording) : null
  if (buyer !== null) return [{ kind: 'buyer', name: buyer }, ...(amount ? [{ kind: 'price' as const, amount }] : [])]
  if (amount === undefined) return []
  if (event === 'acquisition' || event === 'purchase') return [{ kind: 'price', amount }]
  return event === 'legal' ? [{ kind: 'penalty', amount }] : event === 'results' ? [{ kind: 'revenue', amount }] : []
}

function investorsIn(quoted: string, { investors }: Wording): string[] {
  const { names = '' } = investors.exec(quoted)?.groups ?? {}
  return names
    .split(LISTED)
    .map((name) => name.replace(/[.,]$/, ''))
    .filter((name) => name !== '')
}

/** Doesn't split at "&", which is part of a name. */
const LISTED = new RegExp(String.raw`,? (?:und|et|y|e|en|och) (?:${ARTICLES})?|, |、`)

function buyerIn(marked: string, { buyer }: Wording): string | null {
  if (!buyer) return null
  const active = String.raw`${ONE_NAME}(?:, [^,;.]{1,80},)? (?:${buyer.buys})(?!\p{L})[^.;:]{0,60}?${SELF}`
  const passive = String.raw`${SELF}[^.;:]{0,80}?(?<!\p{L})(?:${buyer.by}) (?:\p{Ll}[\p{L}-]* ){0,3}${ONE_NAME}`
  const { name } = (new RegExp(active, 'u').exec(marked) ?? new RegExp(passive, 'u').exec(marked))?.groups ?? {}
  return name?.replace(/[.,]$/, '') ?? null
}

/** "Acme rachète le lyonnais Birch" */
function boughtIn(marked: string, { buyer }: Wording): string | null {
  if (!buyer) return null
  const active = String.raw`${SELF}(?:, [^,;.]{1,80},)? (?:\p{Ll}+ )?(?:${buyer.buys})(?!\p{L}) (?:\p{Ll}[\p{L}-]* |[ld]['’]){0,4}${ONE_NAME}`
  const { name } = new RegExp(active, 'u').exec(marked)?.groups ?? {}
  return name?.replace(/[.,]$/, '') ?? null
}

function staffIn(quoted: string, { staff }: Wording): Claim[] {
  const found = [...quoted.matchAll(new RegExp(staff, `${staff.flags}g`))].map(({ groups }) => groups ?? {})
  const share = found.find((each) => each.share !== undefined)?.share?.replace(',', '.')
  const count = found.find((each) => each.count !== undefined)?.count?.replaceAll(/\D/g, '')
  return [...(share ? [`${share}%`] : []), ...(count ? [count] : [])].map((size) => ({ kind: 'layoffs', size }))
}

const SINGLE: ReadonlySet<Fact['kind']> = new Set([
  'raised',
  'valuation',
  'round',
  'price',
  'buyer',
  'penalty',
  'revenue',
])

function distinct(facts: Claim[]): Claim[] {
  const seen = new Set<string>()
  return facts.filter((fact) => {
    const key = SINGLE.has(fact.kind) ? fact.kind : JSON.stringify(fact)
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
