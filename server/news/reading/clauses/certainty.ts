import { MONTH } from '#domain/dates/months.ts'
import type { Certainty } from '#domain/news/facts.ts'
import { words } from './alternatives.ts'
import type { CompanyEvent } from './frames.ts'
/** `denied` includes failed and called off; `ruled-out` is hypothetical or in the past. */
export type Factuality = Certainty | 'denied' | 'ruled-out'

const DENIED = new RegExp(
  words([
    'den(?:y|ies|ied|ying)',
    'knock(?:s|ed) (?:down|back)',
    'pour(?:s|ed) cold water',
    'shoot(?:s|ing)? down',
    'shot down',
    'rubbish(?:es|ed)',
    'scotch(?:es|ed)',
    'play(?:s|ed) down',
    'brush(?:es|ed) (?:off|aside)',
    'quash(?:es|ed)',
    'laugh(?:s|ed) off',
    'vot(?:e|es|ed) down',
    'block(?:s|ed)?',
    'staying put',
    'going nowhere',
    'remains? independent',
    'refut(?:es|ed|ing)',
    String.raw`dismiss(?:es|ed)(?! (?:(?:its|the|\uE000’s|about|some|another|[a-z]+) ){0,2}(?:[\uE100-\uE1FF\uE300-\uE3FF]|\d|staff|workers|employees|people))`,
    'debunk(?:s|ed)',
    'rejects?',
    'rejected',
    'rebuff(?:s|ed)',
    'turn(?:s|ed) down',
    String.raw`not (?:true|for sale|in talks|planning|looking|seeking|raising|shutting|closing|being|been|going|to be|considering|acquir\w+|buying|sold)`,
    String.raw`no (?:plans?|talks|truth|intention|longer|deal|layoffs|such|job cuts|sale|takeover|buyer)\b`,
    'no [a-z -]{2,30} (?:planned|in the works|under discussion|agreed|is coming)',
    'false',
    'untrue',
    'inaccurate',
    'unfounded',
    'baseless',
    'wrong',
    'retract(?:s|ed|ion)',
    'in error',
    'erroneous(?:ly)?',
    'incorrect(?:ly)?',
    'mistaken(?:ly)?',
  ]),
  'i',
)
/** In a statement, only counts between the subject and its verb. */
const NEGATED =
  /\b(?:not|never|hasn['’]t|haven['’]t|isn['’]t|wasn['’]t|won['’]t|didn['’]t|doesn['’]t|don['’]t|can(?:no|['’])t|aren['’]t|nor)\b/i
/** "Birch will not invest in Acme": right before a verb whose subject is another company. */
const NEGATED_VERB = /\b(?:not|never|n['’]t|no longer)\s*$/i
const FAILURES = [
  'fail(?:s|ed|ing|ure)? to',
  'failed',
  'unable to',
  'struggl(?:es|ed|ing) to',
  'call(?:s|ed|ing)? off',
  'scrap(?:s|ped|ping)?',
  String.raw`(?<!\b(?:on|onto|off|from|the|store|supermarket|hits?|stocks?|fills?) )shelv(?:es|ed|ing)`,
  'abandon(?:s|ed|ing)?',
  'ditch(?:es|ed)',
  'cancel(?:s|l?ed|l?ing)?',
  'drop(?:s|ped) (?:(?:its|a|the) )?(?:plans?|bid|talks|proposal)',
  'walk(?:s|ed|ing)? away',
  'back(?:s|ed)? (?:out|away)',
  'drop(?:s|ped|ping)? out of',
  'pull(?:s|ed)? (?:out|back(?! the)|(?:its |the |an )?(?:planned )?(?:IPO|listing|offering|flotation|float)|the plug on (?:its )?(?:deal|IPO|sale|round))',
  'postpon(?:es|ed)',
  'withdr(?:aws?|ew|awn)',
  'gets? cold feet',
  't(?:ears?|ore|orn) up',
  'averts?',
  'averted',
  'avoids?',
  'avoided',
  'pass(?:es|ed) (?:on|up)',
  'decid(?:es|ed) against',
  String.raw`end(?:s|ed|ing)? (?:\w+ ){0,2}talks`,
  'thr(?:ows?|ew|own) out',
  'strik(?:es|ing) down',
  'struck down',
  'veto(?:es|ed)',
  'blows? up',
  String.raw`los(?:e|es|ing|t) (?:\S+ ){0,3}(?:contract|deal|order)`,
]
const FAILED = new RegExp(`(?<!-)${words(FAILURES)}`, 'i')
/** Only counts after the statement; before it, these words refer to something else. */
const UNDONE =
  /\b(?:f(?:ell|alls?|alling|allen) (?:through|apart)|collaps(?:es|ed|ing)|collapse$|called off|(?:is|are) (?:now )?off\b(?! to)|scrapped|terminated|abandoned|walked away|went nowhere|broke down|break down|never (?:closed|materialized|happened)|pulled out|did(?: not|n['’]t) (?:go ahead|happen|close)|was (?:blocked|retracted)|(?:is|are|was|were) (?:false|wrong|inaccurate|untrue|unfounded|baseless|incorrect|not true)|has been withdrawn|was (?:a |an )?(?:joke|hoax|fake|satire|April Fools?)|are over|have ended|ended without|stall(?:s|ed)|hits? (?:a (?:wall|snag|roadblock)|the buffers)|founders on|laps(?:es|ed)\b|falls? flat|fell flat|runs? out on|voted down|rejected by|(?:has|have|did|is) in fact|blocked by|a (?:claim|report) (?:\S+ ){0,3}(?:denies|denied|disputes))\b/i
const HYPOTHETICAL =
  /\b(?:could|might|may|should|would|if|what if|unless|whether|imagine|hypothetical(?:ly)?|speculat(?:e|ion|ive)|suppose|wonder(?:s|ing)?|bet(?:s|ting)? that|ripe for|candidate|prediction|predicts?|dreams? of|wish(?:es)?|rule out|rules out|ruled out)\b/i
const REPORTED =
  /\b(?:reportedly|report(?:s|edly)?:|in (?:\w+ ){0,2}(?:talks|discussions|negotiations)|said to|is said|are said|rumou?r(?:s|ed)?|according to (?:\w+ ){0,4}(?:people|sources?|person|report|filing|document)|people familiar|sources?(?: say| said|:| close| familiar)|person familiar|people briefed|allegedly|consider(?:s|ing)|explor(?:es?|ing)|weigh(?:s|ing)|near(?:s|ing)?(?= (?:a |an |deal|agreement|sale|\$|\S+ (?:deal|round)))|close to|clos(?:es|ing) in on|seek(?:s|ing)|look(?:s|ing) to|aim(?:s|ing)? to|hop(?:es|ing) to|wants to|eye(?:s|ing)|mull(?:s|ing)?|target(?:s|ing)?|may be|report says|understood to|has learned|is expected to|expected to|plots?|plotting|preparing (?:to|for)|court(?:s|ing)|in the works|shop(?:s|ping) itself|talks)\b/i
const PAST =
  /\b(?:last (?:year|month|spring|summer|fall|autumn|winter|quarter|decade)|(?:\d+|a|two|three|four|five|six|several|few) (?:years?|months?|decades?) (?:ago|earlier|before)|previously|earlier this (?:year|decade)|years? earlier|since (?:its|it was) found(?:ing|ed)|to date|in total|a total of|was founded|founded in|back in|once|had (?:hoped|planned|been due|wanted) to|was (?:due|supposed|meant) to|would have|had (?:raised|bought|acquired|laid|cut|launched|hired|appointed)|before (?:it|the company|\u{E000}) |which (?:raised|was acquired|bought|acquired)|having raised|after raising)(?:\b|(?<= ))/iu
const CORRECTED =
  /\b(?:originally|misstated|misidentified|earlier version|first identified|we (?:told you|stated|wrote|said)|gave [^.;]{3,40} as|in our (?:report|story|article)|incorrectly|erroneously|previously (?:said|reported)|we had said|in error|an item in)\b/i
const YEAR = new RegExp(
  String.raw`\b(?:in|of|since|from|during) (?:(?:early|late|mid|${MONTH}) ?-?)?((?:19|20)\d\d)\b`,
  'i',
)

type Wording = {
  before: string
  inside: string
  after: string
  isQuestion: boolean
  /** Results always cover a past period. */
  isOfLastYear: boolean
  /** The article relies on unnamed sources. */
  isSourced: boolean
  /** The event is itself a failure, such as a recall, so words for failure don't negate it. */
  isMishap: boolean
}

/** "No data breach at Acme", "no evidence of a breach at Acme" */
const ABSENT =
  /\b(?:no|without(?: an?)?|not an?)(?: (?:evidence|signs?|proof) of(?: an?)?)?(?: (?:data|security|cyber|new|major))?\s*$/i

/** "Birch considered buying Acme": it didn't. */
const CONSIDERED = /\b(?:considered|contemplated|mulled|weighed|explored|discussed|flirted with)(?: the idea of)?\s*$/i

/** What led to an event may have failed, but not the event: "Acme raises $5 million after sale talks collapse". */
const CAUSE = /\b(?:after|as|because|following|when|amid|once|since)\b.*$/
const OPENING_CAUSE = /^(?:\S+ ){0,3}?(?:[Aa]fter|As|Because|Following|When|Once|Having) [^,;]*,/

const RELATIVE_CLAUSE = /, (?:which|who|whose) [^,;]{1,120},/g
const LAST_RELATIVE_CLAUSE = /, (?:which|who|whose) (?:has|have|is|was|were) [^,;]{1,120}$/

/**
 * `before` leads up to the statement, `inside` is between its subject and its verb, and `after` is the rest of the
 * sentence.
 */
export function factualityOf(
  { before, inside, after, isQuestion, isOfLastYear, isSourced, isMishap }: Wording,
  year: number,
): Factuality {
  const lead = `${before} ${inside}`.replaceAll(RELATIVE_CLAUSE, ',').replaceAll(/ {2,}/g, ' ')
  if (DENIED.test(stripped(lead)) || NEGATED.test(stripped(inside)) || NEGATED_VERB.test(before)) return 'denied'
  if (isMishap && ABSENT.test(before)) return 'denied'
  if (isMishap) return isQuestion || HYPOTHETICAL.test(inside) ? 'ruled-out' : isSourced ? 'reported' : 'stated'
  const uncaused = (text: string) => text.replace(OPENING_CAUSE, '').replace(CAUSE, '')
  if (
    FAILED.test(`${uncaused(before)} ${uncaused(inside)}`.replaceAll(RELATIVE_CLAUSE, ',')) ||
    UNDONE.test(uncaused(after))
  )
    return 'denied'
  if (CONSIDERED.test(before)) return isSourced ? 'reported' : 'ruled-out'
  if (isQuestion || HYPOTHETICAL.test(lead))
    return !isQuestion && (isSourced || REPORTED.test(`${lead} ${after}`)) ? 'reported' : 'ruled-out'
  if (!isOfLastYear && isPast(lead, after, year)) return 'ruled-out'
  return isSourced || REPORTED.test(`${lead} ${after}`) ? 'reported' : 'stated'
}

/** "After denying it, Acme has agreed to be bought", "a price that was not disclosed": nothing is denied now. */
const stripped = (text: string) =>
  text.replaceAll(
    /\b(?:(?:after|despite|having) (?:[\p{L}\d’'-]+ ){0,4}?(?:den(?:ying|ied)|dismiss(?:ing|ed)|reject(?:ing|ed)|rebuff(?:ing|ed)|refus(?:ing|ed)|turn(?:ing|ed) down) [^,.;]{1,80},|not (?:yet |to be |being )?(?:disclosed?|named|identified|public)\b)/giu,
    ' ',
  )

function isPast(lead: string, after: string, year: number): boolean {
  const near = `${lead} ${after.slice(0, 120).split(';')[0]}`
    .replace(LAST_RELATIVE_CLAUSE, '')
    .replaceAll(COMPARISON, ' ')
    .replaceAll(BEGUN_EARLIER, ' ')
    .replaceAll(SUM_SO_FAR, ' ')
  if (PAST.test(near)) return true
  const [, written] = YEAR.exec(near) ?? []
  return written !== undefined && Number(written) < year
}

/** "At half of what it was worth in 2022" is a statement about today. */
const COMPARISON =
  /(?<=[\u{E200}-\u{E2FF}][^.;,]*), (?:down |up )?from [\u{E200}-\u{E2FF}][^.;,]*|\b(?:half|double|twice|triple|below|above|less than|more than) (?:of )?what [^.;,]*|\b(?:up|down) from [^.;,]*|\bcompared (?:with|to) [^.;,]*|, the same as [^.;,]*/giu

/** "The round brings its total funding to date to $20 million": the round is of today. */
const SUM_SO_FAR =
  /\b(?:bring(?:s|ing)?|brought|tak(?:es|ing)|took|lift(?:s|ed|ing)?|push(?:es|ed|ing)?|rais(?:es|ing)) [^.;]{0,80}? (?:to|raised|of) (?:[a-z]+ ){0,3}[\u{E200}-\u{E2FF}][^.;,]*/gu

/** "An extension of the round that it first announced in 2024, when it raised $14 million" */
const BEGUN_EARLIER =
  /(?<!^|\. )\b(?:it|they|which|that|\u{E000}) (?:had |has |was |first |originally )*(?:announced|unveiled|closed|raised|launched|begun|started|bought|acquired|built|founded) (?:in|on) [^.;,]*(?:, when [^.;]*)?/gu

/** Whether a sentence denies or retracts an earlier report, whatever it said. */
export const isDenial = (sentence: string) =>
  /\b(?:den(?:y|ies|ied)|refut(?:es|ed)|retract(?:s|ed|ion)|not true|is false|was false|was wrong|was incorrect|inaccurate|untrue|unfounded|no truth|baseless)\b/i.test(
    sentence,
  )

const DENIABLE: [CompanyEvent, RegExp][] = [
  [
    'acquisition',
    /\b(?:(?:sale|takeover|merger|buyout|acquisition) (?:talks|plans?|process|reports?|rumou?rs?)|for sale|(?:being|to be) (?:bought|acquired|sold)|(?:plans?|talks) to (?:merge|sell (?:itself|up|out)))\b/i,
  ],
  ['layoffs', /\b(?:layoffs?|job cuts|to cut (?:jobs|staff)|to lay off)\b/i],
  [
    'closure',
    /\b(?:to (?:close|shut down|wind down)|(?:closure|shutdown|bankruptcy|insolvency) (?:plans?|reports?|rumou?rs?))\b/i,
  ],
  ['ipo', /\b(?:(?:IPO|listing|flotation) (?:plans?|reports?|rumou?rs?|talks)|to (?:list|float|go public))\b/i],
]

/** "Acme denies sale talks": what a headline denies without a clause that states it. */
export const deniedIn = (title: string): CompanyEvent | null =>
  /\b(?:den(?:y|ies|ied)|refut(?:es|ed)|dismiss(?:es|ed)|rejects?|rejected)\b/i.test(title)
    ? (DENIABLE.find(([, wording]) => wording.test(title))?.[0] ?? null)
    : null

const FUNDING = String.raw`(?:[Ss]eries [A-K]\S?|(?:[Pp]re-)?[Ss]eed|round|raise|financing|funding|facility|investment|IPO)`
/** "The facility follows a $60 million Series C led by Birch", "on top of its $3 million seed" */
const EARLIER_ROUND = new RegExp(
  String.raw`\b(?:follow(?:s|ed|ing)|comes? (?:[a-z\d]+ ){0,5}after|builds? on|adds? to|on top of|in addition to|having (?:closed|raised)|on the heels of) (?:(?:its|an?|the|their|\uE000’s|earlier|previous|prior|last|year['’]s|initial) ){0,3}(?:[\uE200-\uE2FF] )?(?:[A-Za-z-]+ ){0,2}?${FUNDING}\b[^.;,]*(?:,? (?:which|that|when|led) [^.;,]*)?`,
  'g',
)

/** What a sentence says now, without earlier rounds. */
export function current(sentence: string): string {
  const now = sentence.replaceAll(EARLIER_ROUND, ' ')
  return CORRECTED.test(now) ? '' : now
}

export const isCurrent = (sentence: string, year: number) =>
  !CORRECTED.test(sentence) && !FAILED.test(sentence) && !isPast(sentence, '', year)
/** Ignores "since 2019": someone who has held a post that long still holds it. */
export const isRecent = (sentence: string, year: number) =>
  !CORRECTED.test(sentence) && !isPast(sentence.replaceAll(/\bsince (?:\p{L}+ )?\d{4}/gu, ''), '', year)

const SOURCED =
  /\b(?:sources?(?: say| said| close| familiar| told|:)|(?:people|person|someone|insiders?|executives?) (?:familiar|briefed|close|with (?:direct )?knowledge)|according to (?:\w+ ){0,3}(?:people|sources?|insiders?|person)|who (?:asked|declined) (?:not )?to be (?:named|identified)|on condition of anonymity|rumou?r(?:s|ed)?|is said to|are said to|reportedly|insiders? (?:say|said))\b/i

export const isSourced = (text: string) => SOURCED.test(text)
