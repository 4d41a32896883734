import type { Fact } from '#domain/news/facts.ts'
import { EVENT_TYPES, EVENT_WEIGHTS } from '#domain/taxonomy.ts'
import { languageOf } from '../formats/language.ts'
import { isPaidContent } from '../text/paid-content.ts'
import { deniedIn, isDenial, isRetrospect, isTakenBackIn } from './certainty.ts'
import {
  isAward,
  isBlameOfOthers,
  isCommentary,
  isEssay,
  isHarm,
  isJobAd,
  isOfOthersIn,
  isOtherNews,
  isSatire,
  isShareSale,
} from './article-kinds.ts'
import { isAbsentHarm, isLedBy, likelyStatements, looseStatements } from './cued-statements.ts'
import { allFacts, isClause, LEAD_SENTENCES, type Certain } from './details.ts'
import { directionOf, OF_DENIAL, weightOf, weightOfDenial } from './event-weight.ts'
import type { CompanyEvent } from './frames.ts'
import { publisherAsInvestor } from './investors.ts'
import { foreignEvent, WORDINGS } from './languages/foreign-event.ts'
import { createMarker, SELF, type Company, type Item, type MarkedSentence } from './marked-text.ts'
import { statementsIn, type Statement } from './statements.ts'

export type EventOfCompany = {
  event: CompanyEvent | null
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

type DatedItem = Item & { publishedAt?: string | null | undefined; isPrimary?: boolean }

const NOTHING: EventOfCompany = {
  event: null,
  weight: EVENT_WEIGHTS.mention,
  direction: null,
  facts: [],
  denied: [],
  evidence: [],
}

export type EventReader = (item: DatedItem) => EventOfCompany

export const eventOfCompany = (company: Company, item: DatedItem): EventOfCompany => createEventReader(company)(item)

/** Compiles a company's patterns once for all its articles. */
export function createEventReader(company: Company): EventReader {
  const mark = createMarker(company)
  // An article that only mentions the company in passing is about other companies' events.
  return (item) =>
    item.isPrimary === false ? NOTHING : readIn(languageOf(`${item.title}\n${item.text ?? ''}`), mark, item)
}

/** A headline alone doesn't reveal its language reliably, so clauses in any language count. */
function readIn(language: string | null, mark: ReturnType<typeof createMarker>, item: DatedItem): EventOfCompany {
  if (isPaidContent(item)) return NOTHING
  const hasText = (item.text ?? '') !== ''
  if (hasText && language !== null && language !== 'en') return foreignEventOf(mark, item, language)
  const sentences = mark(item)
  if (isSatire(item.publisher) || isJobAd(sentences) || isEssay(sentences) || isAward(sentences)) return NOTHING
  const own = sentences.filter(({ isOfAnother }) => !isOfAnother)
  const found = eventIn(own, item)
  if (hasText || found.event !== null || found.denied.length > 0) return found
  const guesses = language === null ? Object.keys(WORDINGS) : [language]
  const read = guesses.map((guess) => foreignEventOf(mark, item, guess, language === null))
  return read.find(({ event, denied }) => event !== null || denied.length > 0) ?? found
}

function eventIn(sentences: MarkedSentence[], item: DatedItem): EventOfCompany {
  const year = yearOf(item)
  const isOld =
    isCommentary(sentences) ||
    isOtherNews(sentences) ||
    sentences.some(({ isTitle, quoted }) => isTitle && isRetrospect(quoted))
  const found = statementsOf(sentences, year, item.isPrimary === true).filter(
    (each) => !isAbsentHarm(each) && (!isOld || (each.sentence.isTitle && isClause(each))),
  )
  const isOfOthers = isOfOthersIn(sentences)
  const isOthersBlame = isBlameOfOthers(sentences)
  const all = found.filter((each) => !isOfOthers(each) && !isOthersBlame(each))
  // The price paid for a company isn't money it raised.
  const sales = new Set(all.filter(({ event }) => event === 'acquisition').map(({ sentence }) => sentence))
  const isSecondary = sentences.some(({ isTitle, quoted }) => isTitle && isShareSale(quoted))
  const isOfHolders = (each: Statement) =>
    ((isSecondary || isShareSale(each.sentence.quoted)) &&
      (each.event === 'raise' || (each.event === 'acquisition' && !isClause(each)))) ||
    (isSecondary && !isClause(each))
  const statements = all.filter(
    (each) =>
      !isOfHolders(each) &&
      (each.event !== 'raise' || sales.size === 0 || (each.role === 'does' && !sales.has(each.sentence))),
  )
  // A cue word in a negated sentence doesn't outweigh a clause that states the event.
  const stated = new Set(
    statements
      .filter((each) => each.factuality === 'stated' && (isClause(each) || each.sentence.isTitle))
      .map(({ event }) => event),
  )
  const isReportDenied = sentences.some(({ quoted }) => isDenial(quoted) && OF_REPORTS.test(quoted))
  const denied = new Set(
    statements
      .filter(
        (each) =>
          (each.factuality === 'denied' && ((isClause(each) && !isHarm(each.event)) || !stated.has(each.event))) ||
          (each.factuality === 'reported' && isReportDenied && isClause(each) && !stated.has(each.event)),
      )
      .map(({ event }) => event),
  )
  const isDeniedTitle = sentences.some(({ isTitle, marked }) => isTitle && isTakenBackIn(marked))
  const isTakenBack = sentences.some(({ quoted }) => isDenial(quoted))
  const certain = statements.filter(
    (each): each is Certain =>
      (each.factuality === 'stated' || (each.factuality === 'reported' && !isTakenBack)) &&
      !denied.has(each.event) &&
      (isClause(each) || !isDeniedTitle),
  )
  const chosen = choose(certain, sentences)
  if (!chosen) {
    const [title] = sentences
    const event = title?.isTitle && title.marked.includes(SELF) ? deniedIn(title.quoted) : null
    if (event !== null) denied.add(event)
    const weight = isDeniedTitle ? OF_DENIAL : weightOfDenial([...denied])
    return { event: null, weight, direction: null, facts: [], denied: [...denied], evidence: [] }
  }
  const same = certain.filter(({ event }) => event === chosen.event)
  const stating = [...new Set(same.map(({ sentence }) => sentence.quoted))]
  return {
    event: chosen.event,
    weight: weightOf(chosen.event, stating),
    direction: directionOf(chosen.event, stating),
    facts: withInvestingPublisher(allFacts(chosen, certain, sentences, year), chosen, item),
    denied: [...denied],
    evidence: stating.slice(0, MAX_EVIDENCE),
  }
}

function withInvestingPublisher(facts: Fact[], { event, sentence }: Certain, item: DatedItem): Fact[] {
  const isRead = event === 'raise' && !sentence.isOwn
  const name = isRead ? publisherAsInvestor(item.publisher, item.title, item.text ?? '') : null
  const isKnown = facts.some((fact) => fact.kind === 'investor' && fact.name === name)
  return name === null || isKnown ? facts : [...facts, { kind: 'investor', name, certainty: 'stated' }]
}

/** "The report was inaccurate": denies whatever was reported. */
const OF_REPORTS = /\b(?:reports?|rumou?rs?|stor(?:y|ies)|speculation)\b/i

/** An undated article counts as published this year. */
const yearOf = ({ publishedAt }: DatedItem) => (publishedAt ? new Date(publishedAt) : new Date()).getUTCFullYear()

/** If a language has no patterns of its own, nothing is read: the English ones would only mislead. */
function foreignEventOf(
  mark: ReturnType<typeof createMarker>,
  item: DatedItem,
  language: string,
  isGuess = false,
): EventOfCompany {
  const wording = WORDINGS[language]
  if (!wording) return NOTHING
  const { event, ...found } = foreignEvent(mark(item, language), yearOf(item), wording, isGuess)
  if (event === null) return { ...NOTHING, ...found, event, weight: weightOfDenial(found.denied) }
  return { ...found, event, weight: EVENT_WEIGHTS[event], direction: directionOf(event, found.evidence) }
}

/** Clauses first; if none states an event, words next to the name; finally, the wording of the whole article. */
function statementsOf(sentences: MarkedSentence[], year: number, isPrimary: boolean): Statement[] {
  const clear = sentences.flatMap((sentence) => statementsIn(sentence, year, isPrimary))
  const hasEvent = clear.some(({ factuality, sentence }) => factuality !== 'ruled-out' || sentence.isTitle)
  if (hasEvent || !isPrimary || !isLedBy(sentences)) return clear
  const loose = sentences.slice(0, LEAD_SENTENCES).flatMap((sentence) => looseStatements(sentence, year))
  return [...clear, ...(loose.length > 0 || clear.length > 0 ? loose : likelyStatements(sentences, year))]
}

function choose(certain: Certain[], sentences: MarkedSentence[]): Certain | undefined {
  const lead = new Set(sentences.filter((sentence, at) => sentence.isTitle || at <= LEAD_SENTENCES))
  const early = new Set(sentences.slice(0, EARLY_SENTENCES))
  const byWeight = (isOne: (statement: Certain) => boolean) =>
    certain.filter(isOne).toSorted((a, b) => EVENT_TYPES.indexOf(a.event) - EVENT_TYPES.indexOf(b.event))[0]
  // A word in the title is weaker than a clause in the text: "An important update" may announce a shutdown.
  return (
    byWeight((each) => each.sentence.isTitle && isClause(each)) ??
    byWeight((each) => lead.has(each.sentence) && isClause(each)) ??
    byWeight(({ sentence, role }) => sentence.isTitle && role === 'cued') ??
    byWeight(isClause) ??
    byWeight(({ sentence }) => sentence.isTitle) ??
    byWeight((each) => early.has(each.sentence) && isNearName(each))
  )
}

/** Words that fit no clause count in these sentences only. */
const EARLY_SENTENCES = 6
const NEAR = 100

/** In the long sentences of press releases, a word far from the company's name says little about it. */
const isNearName = ({ before, sentence: { marked } }: Statement) => {
  const last = before.lastIndexOf(SELF)
  return Math.abs(before.length - (last === -1 ? Math.max(0, marked.indexOf(SELF)) : last)) <= NEAR
}
