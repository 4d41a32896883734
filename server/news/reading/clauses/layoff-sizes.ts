import type { Claim } from '../check.ts'
import { NUMBER_WORD, NUMBER_WORDS } from '../../text/number-words.ts'
import { verbs } from './inflections.ts'

const SHARES: Record<string, string> = {
  half: '50%',
  'a third': '33%',
  'one third': '33%',
  'a quarter': '25%',
  'one quarter': '25%',
  'a fifth': '20%',
  'one fifth': '20%',
  'a tenth': '10%',
}
const IN_WORDS = new RegExp(String.raw`\b(?:${NUMBER_WORD})\b`, 'gi')

const STAFF = String.raw`(?:staff(?:ers)?|workforce|headcount|payroll|team(?:mates)?|employees|workers|people|jobs|roles|positions|posts|colleagues|engineers|developers|heads|company|[a-z]{3,}(?:ers|ors|ists|ians))`
const ABOUT = String.raw`(?:(?:about|around|some|roughly|nearly|almost|more than|approximately|over|up to|as many as|at least|another|a further|an additional|the|all|its|their|our|last|remaining|\uE000['’]s|of) )*`
const NUMBER = String.raw`(\d[\d,]*)(?![\d,.]|\.\d| ?(?:%|percent|per cent|pct)|-| (?:months?|years?|days?|weeks?|hours?|million|billion)\b)`
const OF_STAFF = String.raw`(?: [a-z\uE100-\uE1FF'’-]+){0,3}? ${STAFF}\b`

/** These verbs mean a dismissal whatever their object is. */
const DISMISSES = String.raw`(?:la(?:y|ys|ying|id) off|let(?:s|ting)? go(?: of)?|${verbs('dismiss, furlough, sack, make redundant')}|redundanc(?:y|ies) (?:for|of)|pink slips? (?:to|for)|layoffs? (?:of|for|affect(?:s|ing|ed)?|hit(?:s|ting)?|impact(?:s|ing|ed)?))`
/** These need staff as their object: a drug cuts pain, and crews let people down. */
const REDUCES = String.raw`(?:${verbs(
  'cut, axe, let, eliminate, shed, slash, fire, trim, lose, drop, show, send, release, remove, scrap, affect, impact, hit, part with, part ways with, say goodbye to, bid farewell to, cost, hand, give, notify',
)}|notices? to|axe (?:at|to|on))`
const GOES = String.raw`(?:\bgo\b|\bgone\b|going\b|notice|lost? |los(?:e|ing) |redundan\w+|laid off|let go|leav\w+|\bout\b|axed|\bcut\b|\bcuts\b|layoffs?|eliminat\w+|door|at risk|affected|impacted|dismissed|dropped|severance|home\b)`
const KEPT = String.raw`(?<!\b(?:has|have|had|employs?|employed|employing|leav(?:es|ing)|hir(?:es|ed|ing)|of (?:its|our|the|their|\uE000['’]s)|has about|remaining|now|with a staff of|staff of|team of) (?:about |around |some |roughly |nearly |just )?)`

const PEOPLE = [
  String.raw`\b${DISMISSES} ${ABOUT}${NUMBER}`,
  String.raw`\b${REDUCES} ${ABOUT}${NUMBER}(?:${OF_STAFF}|(?: of (?:its|our|their|the|\uE000['’]s)\b)| (?:the door|their notice|home|packing)\b)`,
  String.raw`\b(?:let|made|make|making|lets|laid) ${ABOUT}${NUMBER}(?: [a-z'’-]+){0,3} (?:go|redundant|off)\b`,
  String.raw`${KEPT}(?<![\d,.\p{Sc}-])${NUMBER}(?: of (?:them|us)|(?: of (?:its|our|the|their|\uE000['’]s))?(?: \d[\d,]*)?${OF_STAFF})(?! (?:who|familiar|with|briefed|close) )[^.;]{0,120}?${GOES}`,
  String.raw`${GOES}[^.;]{0,40}?${KEPT}(?<![\d,.\p{Sc}-])${NUMBER}(?: of (?:its|our|the|their|\uE000['’]s))?${OF_STAFF}(?! (?:who|familiar|with|briefed|close|said) )`,
].map((source) => new RegExp(source, 'iu'))

const SHARE = String.raw`(?:(\d{1,2}(?:\.\d)?) ?(?:%|percent|per cent|pct)|\b(half|a third|one third|a quarter|one quarter|a fifth|one fifth|a tenth)\b)`
const STAFF_SHARES = [
  String.raw`${SHARE} of (?:(?:its|our|the|their|all|\uE000(?:['’]s)?|\uE001|\d[\d,]*) ){0,2}(?:[a-z\uE100-\uE1FF'’-]+ ){0,3}?(?:${STAFF}\b|us\b)`,
  String.raw`${SHARE} (?:(?:staff|workforce|headcount|job|team) (?:cut|reduction)|reduction in (?:staff|workforce|headcount|force)|layoffs?)`,
  String.raw`\b(?:staff|workforce|headcount|payroll|team|jobs|employees|workers|ranks|number of employees|company)\b[^.;,]{0,30}? by (?:about |around |some |nearly |roughly |almost |more than )?${SHARE}`,
  String.raw`\b(?:la(?:y|ys|ying|id) off|let(?:ting|s)? go(?: of)?|dismiss\w*) ${ABOUT}${SHARE}`,
  String.raw`\blet(?:s|ting)? ${ABOUT}${SHARE}(?: [a-z\uE000’]+){0,4} go\b`,
].map((source) => new RegExp(source, 'i'))

/** "From about 5,000 to almost 3,000 employees": neither figure is the number laid off. */
const LEFT = /\bfrom (?:[a-z]+ )?\d[\d,]* (?:[a-z]+ )?to (?:[a-z]+ )?\d[\d,]*/

const KEPT_ON = /\ball but (?:[a-z]+ )?\d[\d,]*/i

export function layoffsIn(written: string): Claim[] {
  const text = written
    .replaceAll(IN_WORDS, (words) => String(NUMBER_WORDS.get(words.toLowerCase())))
    .replace(LEFT, '')
    .replace(KEPT_ON, '')
  const [, digits, fraction = ''] = firstOf(STAFF_SHARES, text) ?? []
  const share = digits ? `${digits}%` : SHARES[fraction.toLowerCase()]
  const people = firstOf(PEOPLE, text)?.[1]?.replaceAll(',', '')
  return [share, people].flatMap((size): Claim[] => (size === undefined ? [] : [{ kind: 'layoffs', size }]))
}

function firstOf(patterns: RegExp[], text: string): RegExpExecArray | null {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match) return match
  }
  return null
}
