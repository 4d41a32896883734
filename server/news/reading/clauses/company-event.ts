import { certaintyOf, type Certainty, type Fact } from '#domain/news/facts.ts'
import { EVENT_TYPES, EVENT_WEIGHTS } from '#domain/taxonomy.ts'
import { languageOf } from '../../formats/language.ts'
import { isNamedAfter, isRefusedEvent } from '../check.ts'
import type { FactJudge } from '../fact-judge.ts'
import { isPaidContent } from '../../text/paid-content.ts'
import { namesOf } from './company-names.ts'
import { deniedIn, isDenial } from './certainty.ts'
import { isHarm, isJobAd, isSatire, isShareSale } from './article-kinds.ts'
import { allFacts, LEAD_SENTENCES, type Certain } from './details.ts'
import { directionOf, weightOf, weightOfDenial } from './event-weight.ts'
import type { CompanyEvent } from './frames.ts'
import { publisherAsInvestor } from './investors.ts'
import { foreignEvent, WORDINGS } from './languages/foreign-event.ts'
import { createMarker, SELF, type Company, type Item, type MarkedSentence } from './marked-text.ts'
import { statementsIn, type Statement } from './statements.ts'

export type EventOfCompany = {
  event: CompanyEvent | null
  certainty: Certainty
  /** 0–1 */
  weight: number
  direction: 'up' | 'down' | null
  facts: Fact[]
  /** Events that were denied, failed or called off; other articles that report them shouldn't be believed. */
  denied: CompanyEvent[]
  /** The sentences that state the event. */
  evidence: string[]
}

const MAX_EVIDENCE = 3

export type DatedItem = Item & { publishedAt?: string | null | undefined; isPrimary?: boolean }

export const NOTHING: EventOfCompany = {
  event: null,
  certainty: 'stated',
  weight: EVENT_WEIGHTS.mention,
  direction: null,
  facts: [],
  denied: [],
  evidence: [],
}

export type Evidence = Statement['role'] | 'foreign'

/** What the clauses of an article say about the company. */
export type ClauseReading = {
  /** Each event that happened or is reported, with the kind of clause that says so. */
  stated: ReadonlyMap<CompanyEvent, Evidence>
  /** The one that the clauses alone would choose. */
  first: CompanyEvent | null
  /** What the judge does not believe, if there is one, isn't stated. */
  describe: (event: CompanyEvent | null, judge?: FactJudge) => EventOfCompany
}

export type EventReader = (item: DatedItem) => EventOfCompany

/** Of articles that state nothing about anyone: advertisements, satire, job ads, passing mentions. */
export const SILENT: ClauseReading = { stated: new Map(), first: null, describe: () => NOTHING }

/** By clauses alone, which is fast enough for every pair of articles. */
export function createEventReader(company: Company): EventReader {
  const read = createClauseReader(company)
  return (item) => {
    const { first, describe } = read(item)
    return describe(first)
  }
}

/** Compiles a company's patterns once for all its articles. */
export function createClauseReader(company: Company): (item: DatedItem) => ClauseReading {
  const mark = createMarker(company)
  const own = namesOf(company)
  // An article that only mentions the company in passing is about other companies' events.
  return (item) => {
    if (item.isPrimary === false) return SILENT
    const read = readIn(languageOf(`${item.title}\n${item.text ?? ''}`), mark, item)
    return read === SILENT
      ? SILENT
      : { ...read, describe: (event, judge) => withoutOwn(read.describe(event, judge), own) }
  }
}

/** "Brindle Luckybox", below a headline about Brindle, is no other company. */
const withoutOwn = (described: EventOfCompany, own: readonly string[]): EventOfCompany => ({
  ...described,
  facts: described.facts.filter((fact) => !isNamedAfter(fact, own)),
})

/** A headline alone doesn't reveal its language reliably, so clauses in any language count. */
function readIn(language: string | null, mark: ReturnType<typeof createMarker>, item: DatedItem): ClauseReading {
  if (isPaidContent(item)) return SILENT
  const hasText = (item.text ?? '') !== ''
  if (hasText && language !== null && language !== 'en') return foreignReading(mark, item, language)
  const sentences = mark(item)
  if (isSatire(item.publisher) || isJobAd(sentences)) return SILENT
  const found = readingOf(sentences, item)
  if (hasText || found.first !== null || found.describe(null).denied.length > 0) return found
  const guesses = language === null ? Object.keys(WORDINGS) : [language]
  const read = guesses.map((guess) => foreignReading(mark, item, guess, language === null))
  return read.find(({ first, describe }) => first !== null || describe(null).denied.length > 0) ?? found
}

function readingOf(sentences: MarkedSentence[], item: DatedItem): ClauseReading {
  const year = yearOf(item)
  const statements = statementsOf(sentences, year)
  const denied = deniedAmong(statements)
  const isTakenBack = sentences.some(({ quoted }) => isDenial(quoted))
  const certain = statements.filter(
    (each): each is Certain =>
      (each.factuality === 'stated' || (each.factuality === 'reported' && !isTakenBack)) && !denied.has(each.event),
  )
  const describe = (event: CompanyEvent | null, judge?: FactJudge): EventOfCompany => {
    const same = certain.filter((each) => each.event === event)
    const chosen = choose(same, sentences) ?? assumed(event, sentences)
    if (!chosen) return denialIn(sentences, denied)
    const stating =
      same.length === 0 ? [chosen.sentence.quoted] : [...new Set(same.map(({ sentence }) => sentence.quoted))]
    return {
      event: chosen.event,
      certainty: certaintyOf(same.map(({ factuality }) => factuality)),
      weight: weightOf(chosen.event, stating),
      direction: directionOf(chosen.event, stating),
      facts:
        same.length === 0
          ? []
          : withInvestingPublisher(allFacts(chosen, certain, sentences, year, judge), chosen, item),
      denied: [...denied],
      evidence: stating.slice(0, MAX_EVIDENCE),
    }
  }
  return { stated: strongest(certain), first: choose(certain, sentences)?.event ?? null, describe }
}

/** An event that no clause states is taken from the first sentence that names the company. */
function assumed(event: CompanyEvent | null, sentences: MarkedSentence[]): Certain | undefined {
  const sentence = sentences.find(({ marked }) => marked.includes(SELF)) ?? sentences[0]
  if (event === null || !sentence) return undefined
  return { event, role: 'undergoes', factuality: 'stated', before: '', text: sentence.marked, sentence }
}

const STRENGTH = ['undergoes', 'has', 'does']

const strongest = (certain: Certain[]): ReadonlyMap<CompanyEvent, Evidence> =>
  new Map(
    certain
      .toSorted((a, b) => STRENGTH.indexOf(a.role) - STRENGTH.indexOf(b.role))
      .map(({ event, role }) => [event, role]),
  )

function deniedAmong(statements: Statement[]): Set<CompanyEvent> {
  const stated = new Set(statements.filter(({ factuality }) => factuality === 'stated').map(({ event }) => event))
  const isDenied = ({ factuality, event }: Statement) =>
    factuality === 'denied' && (!isHarm(event) || !stated.has(event))
  return new Set(statements.filter(isDenied).map(({ event }) => event))
}

/** Nothing happened, but something may have been denied. */
function denialIn([title]: MarkedSentence[], deniedInClauses: Set<CompanyEvent>): EventOfCompany {
  const event = title?.isTitle && title.marked.includes(SELF) ? deniedIn(title.quoted) : null
  const denied = [...deniedInClauses.union(new Set(event === null ? [] : [event]))]
  return { ...NOTHING, weight: weightOfDenial(denied), denied }
}

function withInvestingPublisher(facts: Fact[], { event, sentence }: Certain, item: DatedItem): Fact[] {
  const isRead = event === 'raise' && !sentence.isOwn
  const name = isRead ? publisherAsInvestor(item.publisher, item.title, item.text ?? '') : null
  const isKnown = facts.some((fact) => fact.kind === 'investor' && fact.name === name)
  return name === null || isKnown ? facts : [...facts, { kind: 'investor', name, certainty: 'stated' }]
}

/** An undated article counts as published this year. */
const yearOf = ({ publishedAt }: DatedItem) => (publishedAt ? new Date(publishedAt) : new Date()).getUTCFullYear()

/** If a language has no patterns of its own, nothing is read: the English ones would only mislead. */
function foreignReading(
  mark: ReturnType<typeof createMarker>,
  item: DatedItem,
  language: string,
  isGuess = false,
): ClauseReading {
  const wording = WORDINGS[language]
  if (!wording) return SILENT
  const { event, ...found } = foreignEvent(mark(item, language), yearOf(item), wording, isGuess)
  const nothing = { ...NOTHING, denied: found.denied, weight: weightOfDenial(found.denied) }
  if (event === null) return { stated: new Map(), first: null, describe: () => nothing }
  const described = { ...found, event, weight: EVENT_WEIGHTS[event], direction: directionOf(event, found.evidence) }
  return {
    stated: new Map([[event, 'foreign']]),
    first: event,
    describe: (asked) => (asked === event ? described : nothing),
  }
}

function statementsOf(sentences: MarkedSentence[], year: number): Statement[] {
  const found = sentences
    .flatMap((sentence) => statementsIn(sentence, year))
    .filter(({ event, sentence }) => !isRefusedEvent(event, sentence))
  // The price paid for a company isn't money it raised.
  const sales = new Set(found.filter(({ event }) => event === 'acquisition').map(({ sentence }) => sentence))
  return found.filter(
    ({ event, role, sentence }) =>
      event !== 'raise' ||
      (!isShareSale(sentence.quoted) && (sales.size === 0 || (role === 'does' && !sales.has(sentence)))),
  )
}

function choose(certain: Certain[], sentences: MarkedSentence[]): Certain | undefined {
  const lead = new Set(sentences.filter((sentence, at) => sentence.isTitle || at <= LEAD_SENTENCES))
  const byWeight = (isOne: (statement: Certain) => boolean) =>
    certain.filter(isOne).toSorted((a, b) => EVENT_TYPES.indexOf(a.event) - EVENT_TYPES.indexOf(b.event))[0]
  return (
    byWeight(({ sentence }) => sentence.isTitle) ??
    byWeight(({ sentence }) => lead.has(sentence)) ??
    byWeight(() => true)
  )
}
