import { either } from './alternatives.ts'
import { factualityOf, isInCause } from './certainty.ts'
import { isHarm, isShareSale, NOT_INVOLVED, OBSERVES } from './article-kinds.ts'
import { isOrdinary, MONEY, NAME, nameAt, ROLE } from './entities.ts'
import { likelyEvent } from './event-words.ts'
import { FRAMES, type CompanyEvent } from './frames.ts'
import { isSaidByAnother, MODIFIER, SELF, type MarkedSentence } from './marked-text.ts'
import { otherSubjectOf, withoutOthersClauses, withoutRelations } from './others-clauses.ts'
import { comesIn, isPerson, leavesIn } from './people.ts'
import type { Statement } from './statements.ts'
import { frequencyOf } from '../text/frequencies.ts'
import { fold } from '../text/words.ts'

export const NO_SUBJECT =
  /(?:\b(?:of|to|by|for|with|against|from|like|than|at|behind|beats|tops|over|versus|vs\.?|including|alongside|in|on|into|between|ex-|former|joins?|joining|unlike|via|through|about|using|and rival|or|raid(?:s|ed)?|owing|owe[sd]?|cost(?:s|ing)?|fin(?:es?|ed|ing)|pay(?:s|ing)?|paid|charg(?:es?|ed|ing)|su(?:es?|ed|ing))\s*)$/i

/** Another company is the subject. */
const FOREIGN_SUBJECT = new RegExp(
  String.raw`^(?:[A-Za-z-]+ ){0,3}?${NAME}(?: \([^)]{1,60}\))?,?(?: [^.;]{0,60}?,)? (?:has |have |will |is |to |also |just |which |who )*(?:[a-z]+(?:s|ed)|[A-Z][a-z]+s|(?<=\bto )[a-z]+)\b`,
)

/** For sentences about the company that fit no frame. */
export function cuedStatements(sentence: MarkedSentence, year: number, isPrimary: boolean): Statement[] {
  if (!isAboutSelf(sentence) || NOT_INVOLVED.test(sentence.marked) || isAboutRelated(sentence)) return []
  const { marked } = sentence
  const happened = withoutAbsentHarm(marked).replaceAll(OF_ANOTHER, blank).replaceAll(UPCOMING, blank)
  const own = withoutOthersClauses({ ...sentence, marked: happened })
  const self = Math.max(0, marked.indexOf(SELF))
  const isForeign = FOREIGN_SUBJECT.test(marked.slice(0, self))
  const isObject = isForeign || NO_SUBJECT.test(marked.slice(Math.max(0, self - 20), self))
  // "Receivers called in at mattress firm Acme"
  const isAt = !isForeign && /\bat (?:[a-z-]+ ){0,3}$/.test(marked.slice(0, self))
  for (const { event, cues, isByOthers } of FRAMES) {
    const match = isOfOthers(event, sentence) ? null : cues?.exec(happened)
    if (match && (isByOthers || isAt || (!isObject && match.index + match[0].length >= self)))
      return [stated('cued', event, PEOPLE.has(event) ? match.index + match[0].length : match.index, sentence, year)]
  }
  if (!isPrimary) return placeStatement(sentence, isObject) ?? []
  return (
    personStatement(sentence, year) ??
    placeStatement(sentence, isObject) ??
    wordedStatement(own, isObject, sentence, year) ??
    []
  )
}

/**
 * For an article about the company in which no sentence states one of its events: what's said near its name is taken
 * to be about it, unless someone else acts or speaks.
 */
export function looseStatements(sentence: MarkedSentence, year: number): Statement[] {
  const { marked, quoted, isTitle, isOwn } = sentence
  const self = marked.indexOf(SELF)
  if (
    self === -1 &&
    (FOREIGN_SUBJECT.test(marked) || otherSubjectOf(sentence) !== null || (isTitle && marked.includes(MODIFIER)))
  )
    return []
  if (NOT_INVOLVED.test(marked) || isAboutRelated(sentence) || (self === -1 && isSaidByAnother(quoted))) return []
  const happened = withoutAbsentHarm(isOwn ? marked : marked.replaceAll(QUOTED, ' ')).replaceAll(OF_ANOTHER, blank)
  const unquoted = withoutOthersClauses({ ...sentence, marked: withoutRelations(happened) })
  const isForeign = !isOwn && FOREIGN_SUBJECT.test(self === -1 ? marked : marked.slice(0, self))
  for (const { event, cues } of FRAMES) {
    const isPossible = (!isForeign || BY_OTHERS.has(event)) && !isOfOthers(event, sentence)
    const match = isPossible ? cues?.exec(unquoted) : null
    if (match) return COMPARED.test(marked) ? [] : [stated('cued', event, match.index, sentence, year)]
  }
  return wordedStatement(unquoted, isForeign, sentence, year) ?? []
}

/** For an article about the company that matches no listed wording: the event its words make most likely. */
export function likelyStatements(sentences: MarkedSentence[], year: number): Statement[] {
  const [title] = sentences
  const isNone = title !== undefined && (RENAMED.test(title.marked) || isShareSale(title.quoted))
  const own = sentences.map((each) => ({ ...each, marked: each.marked.replaceAll(OF_ANOTHER, ' ') }))
  const likely = isNone ? null : likelyEvent(own)
  const isPartClosed = title !== undefined && title.quoted !== title.quoted.replaceAll(PART_CLOSED, blank)
  const event = likely === 'closure' && isPartClosed ? null : likely
  const at = title?.marked.indexOf(SELF) ?? -1
  const isObject = !title?.isOwn && at !== -1 && IN_PASSING.test(title?.marked.slice(Math.max(0, at - 20), at) ?? '')
  if (!title || event === null || isObject || COMPARED.test(title.marked) || NOT_INVOLVED.test(title.marked)) return []
  const isForeign = !title.isOwn && FOREIGN_SUBJECT.test(title.marked.split(SELF)[0] ?? '')
  return isForeign && !BY_OTHERS.has(event) ? [] : [stated('worded', event, 0, title, year)]
}

/** A rename or a spin-off isn't one of the events. */
const RENAMED = new RegExp(
  String.raw`\b(?:renam(?:e|es|ed|ing)|rebrand[a-z]*|new name|(?:is|are) now called|becomes? ${SELF}|spins? (?:off|out)|spun (?:off|out))(?![a-z])`,
  'i',
)

/** "Acme's former partner bank Birch was fined" */
const RELATED = new RegExp(
  String.raw`^(?:[A-Za-z-]+ ){0,3}(?:${SELF}|${MODIFIER})['’]s (?:[a-z-]+ ){0,3}(?:${ROLE} )?(?:[a-z-]+ ){0,2}(${NAME})(?:, [^,;.]{1,80},)? (?:is|was|has|had|will|[a-z]+(?:s|ed))\b`,
)

/** "Birch, spun out of Acme, raises $8 million" */
const IN_ASIDE = new RegExp(
  String.raw`^(?:[A-Za-z-]+ ){0,3}?(${NAME}), (?:spun (?:out|off)|founded|started|created|built|backed|acquired|bought|owned|led|run|incubated|an? [a-z-]+|which|whose|formerly) [^,;.]{0,60}(?:${SELF}|${MODIFIER})[^,;.]{0,40}, (?!${SELF})`,
)

function isAboutRelated({ marked, entities }: MarkedSentence): boolean {
  const [, name] = RELATED.exec(marked) ?? IN_ASIDE.exec(marked) ?? []
  return name !== undefined && !isPerson(nameAt(name, entities))
}

const HARM = String.raw`(?:hospital|hurt|harmed|killed|burn(?:s|ed)|damaged|deaths?|injur[a-z]+|accidents?|falls?|crash[a-z]*|incidents?|outages?|downtime|fires?|spills?|recalls?|breaches|thefts?|fraud|leaks?|failures?|losses)`
/** "walks 100 km without a fall", "cuts returns to hospital by a fifth", "Nobody was hurt" */
const ABSENT_HARM = new RegExp(
  String.raw`\b(?:without|no|nobody|no one|nothing|cut(?:s|ting)?|halv(?:es|ed|ing)|reduc(?:es|ed|ing)|prevent(?:s|ed|ing)?|lower(?:s|ed|ing)?|avoid(?:s|ed|ing)?|surviv(?:es|ed)|fewer|fewest) (?:[a-z'’-]+ ){0,4}?${HARM}\b|\b(?:exit(?:s|ed|ing)?|emerg(?:e|es|ed|ing) from|leav(?:es|ing)|escap(?:es|ed|ing)) (?:chapter (?:7|11)|bankruptcy|administration|insolvency|receivership)\b|\b(?:crash|fire|stress)[- ](?:test|drill)s?\b|\b(?:bankruptcy|insolvency|shutdown) (?:scares?|fears?|rumou?rs?|threats?|risks?)\b|\b(?:nearly|almost|narrowly) (?:[a-z]+ ){0,3}(?:bankrupt(?:cy)?|insolven(?:t|cy)|shut(?: down)?|folded|collapsed|out of (?:money|cash|business))\b`,
  'gi',
)

/** A company that closes one office is still in business. */
const PART_CLOSED =
  /\b(?:shut(?:s|ting|ter(?:s|ed|ing)?)?|clos(?:e|es|ed|ing)) (?:down )?(?:(?!(?:and|as|after|all|both|every|last|final|remaining)\b)[^\s.,;:]+ ){0,4}(?:offices?|plants?|factor(?:y|ies)|stores?|shops?|branch(?:es)?|sites?|warehouses?|units?|programs?)\b/giu

/** Replaces with blanks so that positions in the text don't shift. */
const withoutAbsentHarm = (text: string) => text.replaceAll(ABSENT_HARM, blank).replaceAll(PART_CLOSED, blank)
const blank = (written: string) => ' '.repeat(written.length)

/** What follows another company's name: ", which has raised $8 million", "on its round", "’s $8 million round". */
const OF_ANOTHER = new RegExp(
  [
    String.raw`(?<=${NAME}), (?:which|whose) [^,;.${SELF}]{1,120}(?=[,;.]|$)`,
    String.raw`(?<=${NAME}) (?:on|for|after|following) its [^,;.${SELF}]{1,120}`,
    String.raw`(?<=${NAME})['’]s (?:[a-z-]+ ){0,2}(?:${MONEY}[^,;.${SELF}]{0,120}|IPO\b|listing\b|flotation\b|(?:funding )?round\b|layoffs\b|bankruptcy\b|collapse\b|shutdown\b)`,
  ].join('|'),
  'g',
)

/** "Finance chief leaves ahead of planned IPO" */
const UPCOMING =
  /\b(?:ahead of|before) (?:(?:its|an?|the|planned|expected|possible|potential|upcoming) ){0,3}(?:IPO|listing|flotation|float)\b/gi

const APPROVED =
  /\b(?:approv(?:e|es|ed|al)|clear(?:s|ed|ance)?|grant(?:s|ed)?|licen[cs](?:e|es|ed)|permission|permit(?:s|ted)?)\b/i
const COURTS = /\b(?:court|judge|jury|fined?|fines|penalt|lawsuit|su(?:es|ed|ing))\b/i
const FIRST_PERSON = /\b(?:we|us|our|ours)\b/i
const ENDS_AND_MISHAPS = new Map(
  FRAMES.filter(({ event }) => event === 'closure' || event === 'incident').map(({ event, cues }) => [event, cues]),
)

/** Whether the only harm mentioned is harm that didn't happen. */
export const isAbsentHarm = ({ event, sentence: { marked, quoted } }: Statement) =>
  marked !== withoutAbsentHarm(marked) && ENDS_AND_MISHAPS.get(event)?.test(withoutAbsentHarm(quoted)) === false

/** What a company observes, sells against, funds or writes about happened to someone else. */
function isOfOthers(event: CompanyEvent, { marked, isOwn }: MarkedSentence): boolean {
  if (event === 'raise') return GIVEN_BY_SELF.test(marked)
  if (event !== 'legal') return isHarm(event) && OBSERVES.test(marked)
  const isAboutUs = marked.includes(SELF) || FIRST_PERSON.test(marked)
  return (isOwn && !isAboutUs) || (APPROVED.test(marked) && !COURTS.test(marked))
}

/** "Ember, with $8 million of funding from Acme" */
const GIVEN_BY_SELF = new RegExp(
  String.raw`\b(?:funding|investment|backing|capital|money|financing) (?:from|by) ${SELF}`,
)

const IN_PASSING = /\b(?:of|than|like|near|on|in|around|unlike|including)\s*$/i

/** Whether the company is named in the title or first in the text; otherwise, the words may be about anyone. */
export function isLedBy(sentences: MarkedSentence[]): boolean {
  const [title, ...text] = sentences
  if (!title || title.isOwn) return true
  if (title.marked.includes(SELF)) return !COMPARED.test(title.marked)
  // "Acme investor raises a fund"
  if (title.marked.includes(MODIFIER)) return false
  const opening = text.slice(0, 2).find(({ marked }) => marked.includes(SELF))?.marked ?? ''
  const at = opening.indexOf(SELF)
  return at !== -1 && at < LEAD_LENGTH && !new RegExp(NAME).test(opening.slice(0, at))
}
const LEAD_LENGTH = 60

/** Their wording may contain the negation: "CEO is not leaving". */
const PEOPLE: ReadonlySet<CompanyEvent> = new Set(['arrival', 'departure'])
/** Events in which others act on the company. */
const BY_OTHERS: ReadonlySet<CompanyEvent> = new Set(['acquisition', 'partnership', 'legal', 'incident'])
const QUOTED = /[“"][^”"]{0,400}[”"]/g
/** The company is only what someone else is compared with. */
const COMPARED = new RegExp(
  either([
    String.raw`\b(?:ahead of|behind|take on|takes on|taking on|chas(?:e|es|ing)|challeng(?:e|es|ing)|rival(?:s|ing)?|compet(?:e|es|ing) with|than|like|unlike|versus|vs\.?|beats?|overtak\w+|catch up with|alternative to|answer to|competitors?(?: to| of)?|peers?) (?:(?:[a-z-]+|${NAME},?) ){0,4}${SELF}`,
    `(?:${MODIFIER}|${SELF}['’]s) (?:[a-z]+ )?(?:rival|competitor|challenger)`,
    String.raw`\b(?:spells?|means?|poses?|opens?|brings?|creates?|is|are) (?:[a-z]+ ){0,3}(?:trouble|headaches?|threat|door|doors|opening|opportunity|competition|bad news|good news|lesson|warning) (?:for|to) ${SELF}`,
  ]),
  'i',
)

function isAboutSelf(sentence: MarkedSentence): boolean {
  const { marked, isTitle, topic, isOwn } = sentence
  if (isOwn) return true
  const at = marked.indexOf(SELF)
  if (at === -1) return !isTitle && topic === 'self' && !FOREIGN_SUBJECT.test(marked) && !COMPARED.test(marked)
  return !NO_SUBJECT.test(marked.slice(Math.max(0, at - 20), at)) || isTitle
}

function stated(
  role: 'cued' | 'worded',
  event: CompanyEvent,
  at: number,
  sentence: MarkedSentence,
  year: number,
): Statement {
  const { marked, isSourced } = sentence
  const self = Math.max(0, marked.indexOf(SELF))
  const factuality = factualityOf(
    {
      before: marked,
      inside: marked.slice(Math.max(self, at - 50), at),
      // "Collapse" undoes a deal, but for a company it is the closure itself.
      after: event === 'closure' ? marked.replaceAll(/\bcollaps[a-z]+/gi, '') : marked,
      isQuestion: /\?\s*$/.test(marked),
      isOfLastYear: event === 'results',
      isMishap: event === 'incident' || event === 'legal',
      isCause: event !== 'closure' && event !== 'layoffs' && isInCause(marked, at),
      isSourced,
    },
    year,
  )
  return { event, role, factuality, before: marked.slice(0, at), text: marked, sentence }
}

const ANY_NAME = new RegExp(NAME, 'g')
const AS_ROLE = new RegExp(String.raw`\b(?:as|new|next|first|its|to be|board)\s(?:[a-z-]+ ){0,3}(?:${ROLE})|\bboard\b`)

/** A headline about the company and a person is about that person joining or leaving. */
function personStatement(sentence: MarkedSentence, year: number): Statement[] | null {
  const { marked, entities, isTitle } = sentence
  const hasRole = new RegExp(ROLE).test(marked)
  const person = [...marked.matchAll(ANY_NAME)].find(([token]) => {
    const name = nameAt(token, entities)
    // "Shake Shack" looks like a person's name but consists of ordinary words.
    return isPerson(name) && (hasRole || !name.split(' ').every(isOrdinary))
  })
  if (!person || !isTitle || !marked.includes(SELF)) return null
  const leaves = leavesIn(marked)
  if (leaves !== -1) return [stated('cued', 'departure', leaves, sentence, year)]
  const comes = comesIn(marked)
  const at = comes === -1 ? marked.search(AS_ROLE) : comes
  return at === -1 ? null : [stated('cued', 'arrival', at, sentence, year)]
}

/** "Acme drops anchor in Singapore", whatever the verb. */
const ENTERED = new RegExp(
  String.raw`${SELF} [a-z-]+(?: [a-z-]+){0,5} (?:in|into|to|for|across|on) (?:the )?(${NAME})(?:(?:, ${NAME})* and ${NAME})?(?=$|[,;:]| (?:as|with|after|by|next|this)\b)`,
)
const isPlace = (name: string) => name.split(' ').some((word) => frequencyOf(fold(word))?.is.place === true)

function placeStatement(sentence: MarkedSentence, isObject: boolean): Statement[] | null {
  const { marked, isTitle, entities } = sentence
  const place = nameAt(ENTERED.exec(marked)?.[1] ?? '', entities)
  return isTitle && !isObject && place !== '' && isPlace(place)
    ? [{ event: 'expansion', role: 'cued', factuality: 'stated', before: '', text: marked, sentence }]
    : null
}

function wordedStatement(
  unquoted: string,
  isObject: boolean,
  sentence: MarkedSentence,
  year: number,
): Statement[] | null {
  if (COMPARED.test(sentence.marked)) return null
  for (const { event, loose } of FRAMES) {
    const isPossible = (!isObject || BY_OTHERS.has(event)) && !isOfOthers(event, sentence)
    const match = isPossible ? loose?.exec(unquoted) : null
    if (match && !(event === 'raise' && AFTERWARDS.test(unquoted.slice(0, match.index))))
      return [stated('worded', event, match.index, sentence, year)]
  }
  return null
}

/** "Acme pauses hiring after Series B": the round is not the news. */
const AFTERWARDS = /\bafter (?:(?:its|an?|the|last|recent|new|closing) )*$/i
