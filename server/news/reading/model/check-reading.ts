import { AMOUNT_KINDS, PARTY_KINDS, PERSON_KINDS } from '#domain/news/fact-text.ts'
import { KINDS_OF_EVENT, type Fact } from '#domain/news/facts.ts'
import { namesOf } from '../clauses/company-names.ts'
import { NOTHING, type DatedItem, type EventOfCompany } from '../clauses/company-event.ts'
import { distinctFacts } from '../clauses/details.ts'
import { directionOf, weightOf } from '../clauses/event-weight.ts'
import { ROUND, OF_GRANT, roundName } from '../clauses/fact-amounts.ts'
import { amountOf, amountsIn } from '#domain/money/amounts.ts'
import { createMarker, SELF, type MarkedSentence } from '../clauses/marked-text.ts'
import { languageOf } from '../../formats/language.ts'
import type { Company } from '../../match/company.ts'
import { isNamedAfter, isOwnName, isRefusedEvent, refusalOf, type Claim } from '../check.ts'
import type { Examined, Reading } from '../reader.ts'
import type { ModelFact, ModelReading } from './reading-request.ts'

export type CheckedReading = {
  reading: EventOfCompany
  /** How many events and facts the model stated, and how many of them the article doesn't say. */
  stated: number
  refused: number
}

/** An event that the encoder gives less is not what the quoted words say. */
const LEAST_EVENT = 0.03
/** The same for a fact. */
const LEAST_FACT = 0.1
const MAX_FACTS = 20

/**
 * What is left of a model's answer. Its quotes must be in the article, and pass the check that all facts pass; values
 * are parsed from them, never taken from the model. A denial is not believed, because it would take back what other
 * articles say: it only withholds this article's event.
 */
export function checkReading(
  { role, roleQuote, event, certainty, eventQuote, facts }: ModelReading,
  item: DatedItem,
  company: Company,
  { reading: own, describe, shareOf, judge }: Examined,
): CheckedReading {
  const sentences = createMarker(company)(item, languageOf(`${item.title}\n${item.text ?? ''}`) ?? 'en')
  const quotedIn = (quote: string) => sentences.find((sentence) => holds(sentence, quote))
  const stated = (event === null ? 0 : 1) + facts.length
  const unchanged = { reading: own, stated, refused: stated }

  if (role !== 'subject')
    return quotedIn(roleQuote)?.marked.includes(SELF) ? { ...unchanged, reading: withheld(own) } : unchanged
  if (event === null) return own.isUnsure ? { ...unchanged, reading: withheld(own) } : unchanged

  const sentence = quotedIn(eventQuote ?? '')
  const isSaid =
    sentence !== undefined &&
    isAboutCompany(sentence) &&
    !isRefusedEvent(event, sentence) &&
    (shareOf(event) ?? 1) >= LEAST_EVENT
  if (!isSaid) return unchanged
  if (certainty === 'denied') return { reading: withheld(own), stated, refused: facts.length }

  const known = own.event === event ? own : describe(event)
  const base = known.event === event ? known : NOTHING
  const isReported = certainty === 'reported' || base.certainty === 'reported' || sentence.isSourced
  const names = namesOf(company)
  const accepted = facts.slice(0, MAX_FACTS).flatMap((fact): Fact[] => {
    const place = quotedIn(fact.quote)
    const claim = place && claimOf(fact, place)
    if (!place || !claim) return []
    const isCarried =
      KINDS_OF_EVENT[event]?.includes(claim.kind) === true &&
      (place === sentence || isAboutCompany(place)) &&
      refusalOf(claim, place) === null &&
      !isOwnName(claim, sentences) &&
      !isNamedAfter(claim, names) &&
      (judge(claim, place) ?? 1) >= LEAST_FACT
    return isCarried ? [{ ...claim, certainty: isReported || place.isSourced ? 'reported' : 'stated' }] : []
  })
  const evidence = [...new Set([sentence.quoted, ...base.evidence])].slice(0, MAX_EVIDENCE)
  return {
    reading: {
      event,
      certainty: isReported ? 'reported' : 'stated',
      weight: weightOf(event, evidence),
      direction: directionOf(event, evidence),
      // Where both state one of a kind, the model's was asked for exactly that, and has passed the same check.
      facts: distinctFacts([...accepted, ...base.facts]),
      denied: own.denied.filter((each) => each !== event),
      evidence,
    },
    stated,
    refused: facts.length - accepted.length,
  }
}
const MAX_EVIDENCE = 3

/** Shown as its headline, with no claim. */
const withheld = ({ denied }: Reading): EventOfCompany => ({ ...NOTHING, denied })

const isAboutCompany = ({ marked, topic, isOwn }: MarkedSentence) =>
  isOwn || NAMES.test(marked) || (topic === 'self' && !marked.includes(SELF))
/** "Its rival Birch raised $40 million" names the company only to say who Birch is. */
const NAMES = new RegExp(
  String.raw`${SELF}(?!['’]s (?:[\p{L}-]+ ){0,3}(?:rival|competitor|customer|client|supplier|partner|investor|backer|owner|parent)s?\b)`,
  'u',
)

const SHORTEST_QUOTE = 3

const holds = ({ quoted }: MarkedSentence, quote: string) =>
  plain(quote).length >= SHORTEST_QUOTE && plain(quoted).includes(plain(quote))

/** Models straighten quotation marks. */
const plain = (text: string) =>
  text.normalize('NFC').replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ').trim()

/** Parsed from the quoted words; undefined if they don't hold such a value. */
function claimOf({ kind, value, office, quote }: ModelFact, { quoted }: MarkedSentence): Claim | undefined {
  if (!isWithin(value, quote)) return undefined
  const written = plain(value)
  const amountKind = AMOUNT_KINDS.find((each) => each === kind)
  if (amountKind) {
    const [only, ...more] = amountsIn(written)
    const amount = only === undefined || more.length > 0 ? null : amountOf(only.written)
    return amount ? { kind: amountKind, amount } : undefined
  }
  if (kind === 'round') {
    const rounds = plain(quote).match(ANY_ROUND)?.map(roundName) ?? []
    const name = roundName(written)
    return rounds.includes(name) ? { kind, name } : undefined
  }
  if (kind === 'layoffs') {
    const [, digits = '', share = ''] = LAYOFFS.exec(written) ?? []
    return digits === '' ? undefined : { kind, size: `${digits.replaceAll(',', '')}${share === '' ? '' : '%'}` }
  }
  const personKind = PERSON_KINDS.find((each) => each === kind)
  if (personKind) {
    const role = plain(office ?? '')
    return role !== '' && isWithin(role, quoted) ? { kind: personKind, name: written, role } : undefined
  }
  const partyKind = PARTY_KINDS.find((each) => each === kind)
  return partyKind && { kind: partyKind, name: written }
}

const ANY_ROUND = new RegExp(`${ROUND.source}|${OF_GRANT.source}`, 'g')
const LAYOFFS = /^(?:[a-z]+ ){0,2}(\d[\d,]*(?:\.\d)?) ?(%|per ?cent)?(?: [a-z]+){0,3}$/i

/** Whole words only: "$30" is not in "$300", and 20 people aren't "20%". */
const isWithin = (value: string, text: string) =>
  plain(value) !== '' &&
  new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(plain(value))}(?![\p{L}\p{N}]|[.,]\p{N}|\s?%)`, 'u').test(
    plain(text),
  )
