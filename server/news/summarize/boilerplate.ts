import { MONTH_OR_SHORT } from '#domain/dates/months.ts'
import { AGENCY_DATELINE } from '../text/agency-dateline.ts'
import { sentencesOf } from '../text/sentences.ts'

const WIRE =
  '(?:business ?wire|globe ?newswire|pr ?newswire|newmediawire|newsfile|access ?(?:news)?wire|ein ?presswire|cision|marketwired|ots|newsworthy\\.ai|24-7 ?pressrelease|prweb|send2press|reuters|ap|afp|bloomberg|dpa)'
const DASH = '(?:--+|[—–]|\\s-)\\s*'
const PLACE = "\\p{Lu}[\\p{L}\\d.,'’ -]"

/** "NEW YORK--(BUSINESS WIRE)--", "LEEDS, March 3, 2026 –" and whatever else comes before the news. */
const DATELINES = [
  new RegExp(String.raw`^${PLACE}{1,80}?[\s-]*[(/]\s*${WIRE}[^)/]{0,20}[)/][^—–!?;"“]{0,60}?${DASH}`, 'iu'),
  new RegExp(
    String.raw`^(?:${PLACE}{1,60}?[,\s(—–-]+)?${MONTH_OR_SHORT} \d{1,2},? \d{4}\)?\s*(?:[(/][^)/]{2,30}[)/])?\s*${DASH}`,
    'u',
  ),
  /^\p{Lu}[\p{Lu} .'’/-]{2,30}(?:, [\p{L}. ]{2,25})?\s*(?:--+|[—–]|\.-)\s*(?=[\p{Lu}“"])/u,
  /^\((?:CNN|CNBC|AP|AFP|Reuters|Bloomberg)[^)]{0,20}\)\s*/u,
  AGENCY_DATELINE,
  /^[\s•*·—–-]+/u,
]

const LONGEST_DATELINE = 180

/** Whether a dateline or bullet is possible; faster than running the patterns. */
function mayBeDated(line: string): boolean {
  const begin = line.slice(0, LONGEST_DATELINE)
  return ['--', '—', '–', ' -', '.-'].some((dash) => begin.includes(dash)) || '•*·(-'.includes(begin.charAt(0))
}

/** No news comes after a line like this. */
const CLOSING = new RegExp(
  [
    '(?:cautionary|legal|important) (?:note|notice|statement|disclosure)',
    String.raw`(?:(?:media|press|investors?|company|public) )?(?:relations )?(?:contacts?|inquiries|enquiries)(?: information| details)?\s*(?:[:\n]|$)`,
    String.raw`(?:media|press|investors?) (?:relations )?(?:contacts?|inquiries|enquiries)\b`,
    'notes? (?:to|for) editors|view (?:source|original)',
    String.raw`#\s?#\s?#|-?\s?ends\s?-?$|about us\b`,
    String.raw`©|copyright (?:©|\(c\)|\d{4})`,
  ]
    .join('|')
    .replace(/^/, '^(?:')
    .replace(/$/, ')'),
  'i',
)
const LEGAL_NOTICE =
  /forward[- ]looking (?:statement|information)|safe harbor (?:statement|provision)|private securities litigation reform act/i
/** The heading alone, or run together with a description that repeats the name: "About Acme Acme is a maker of…". */
const ABOUT =
  /^about (?:the )?[\p{Lu}\d“"][^.!?]{0,60}:?$|^about (?:the )?([\p{L}\d]{2,}).{0,80}?\1|^about [^.:]{2,50}:\s/iu
const SIGNATURE = /^SOURCE:? \p{Lu}/u
const NAMED_ABOUT = /^About (?:the )?[\p{Lu}\d“"]/u

/** How lines addressed to a page's readers begin: "Subscribe to…", "Photo by…", "Related:". */
const OPENING = new RegExp(
  [
    'tap |click |swipe ',
    'about the (?:authors?|writer|reporter)',
    '(?:read|see|view|learn|find out|watch|listen|discover|explore|show|load) (?:more|the full|also|now|next|this|our)',
    '(?:continue reading|keep reading|skip to|back to|go to)',
    '(?:subscribe|sign (?:up|in)|log in|register|join (?:us|our|now)|become a member|get (?:our|the latest|notified))',
    String.raw`\(?(?:photo|image|picture|illustration|photograph|video|logo|featured image|file photo|caption)s?\s?(?:credits?|by|courtesy|via|source|:|[-–—]|/)`,
    String.raw`credits?\s?:`,
    String.raw`follow\b.*\b(?:us|twitter|linkedin|facebook|instagram|youtube|x|threads|bluesky|social)`,
    'to (?:learn|find out|know|read) more|(?:visit|contact) (?:us|our|the)',
    '(?:for )?(?:media|press|investor) (?:inquiries|enquiries|contacts?|relations)',
    'advertisement|(?:sponsored|promoted) (?:content|post|by)|logo',
    String.raw`\d{1,2}[- ]min(?:ute)?s?(?: read)?|(?:share|tweet|print|e-?mail|copy|save) (?:this|on|link|article)`,
    String.raw`(?:related|tags?|filed under|topics?|see also|also read|read also|more from|recommended|trending|up next|most (?:read|popular)|keywords?|categor(?:y|ies)|disclaimer|disclosure|source|e-?mail|tel|phone|fax|web(?:site)?|contact)\s?:`,
    String.raw`this (?:press )?(?:release|article|post|story) (?:was|is|has been|may|contains|features)\b.*\b(?:distributed|issued|provided|published|sponsored|translated|affiliate)`,
    String.raw`(?:the|this) (?:article|post|report|story) (?:has been|was) (?:corrected|updated)[^,;]{0,40}$`,
    String.raw`don['’]t (?:be|miss|forget)\b|rate us\b|use code\b|stay tuned|forward this|send (?:us|in|your)\b|unlock |claim your|support (?:the show|us|this (?:page|site|podcast))|our sponsor|next (?:guest|issue|week)\s?:|in this (?:episode|conversation),? (?:she|he|they|we)\b|episode \d|(?:premium |paying )?(?:members|subscribers) can\b`,
    String.raw`(?:your )?capital (?:is )?at risk|subs(?:criptions?)?\b\W{0,3}[\p{Sc}\d]|invest(?:ing|ments?) (?:in [\w-]+ )?(?:involves?|carr(?:y|ies)) risks?|approved as a financial promotion|the case is [^.]{2,80} v\.? `,
    String.raw`(?:comments?\W*$|leave a (?:comment|reply)|no comments|posted (?:in|by|on)|by signing up|by clicking|written by|edited by|reporting by)`,
  ]
    .map((opening) => `(?:${opening})`)
    .join('|')
    .replace(/^/, String.raw`^[(*]{0,2}(?:`)
    .replace(/$/, String.raw`)(?!\p{Ll})`),
  'iu',
)
const FULL_NAME = String.raw`\p{Lu}[\p{L}’'.-]+(?: \p{Lu}[\p{L}’'.-]+){1,2}`
/** About who wrote the article: "Ana Reyes has covered business since 2004." */
const BIOGRAPHY = new RegExp(
  String.raw`^(?:${FULL_NAME} (?:has (?:covered|written about|reported on) |(?:covers|writes about|reports on) |is an? (?!former)(?:[\p{Ll}-]+ ){0,3}(?:reporter|journalist|correspondent|columnist|staff writer)\b)|(?:[Tt]he|[Aa]ll) (?:views|opinions)(?: expressed)?(?: here| in this [\p{Ll}-]+)? (?:are|belong)\b)`,
  'u',
)
/** The same, but anywhere in a line. */
const INSIDE = new RegExp(
  [
    String.raw`(?:appeared|published) first on\b|originally (?:published|appeared)\b|click here\b`,
    String.raw`(?:read|learn|find out|discover) more\b[^.]{0,60}[.!…]*$`,
    String.raw`newsletters?\b.*\b(?:inbox|subscri|sign|regist|daily|weekly|deliver)`,
    String.raw`(?:sign(?:ing)? up|subscribe|register)\b.*\b(?:newsletter|alerts?|updates?|e-?mail|inbox|digest|channel|podcast)`,
    String.raw`cookies?\b.*\b(?:we|site|website|policy|settings|consent|accept|browser|experience)\b|(?:we|site|website|accept)\b.*\bcookies\b`,
    String.raw`(?:getty images|shutterstock|istock|unsplash|all rights reserved|is powered by)\b`,
    String.raw`terms of (?:use|service)\b|privacy (?:policy|notice)\b`,
    String.raw`for (?:more|further|additional|full) (?:information|details)\b|please (?:visit|contact|see|call|e-?mail|click|refer)\b`,
    String.raw`(?:enable|requires?) javascript\b|your browser (?:does|is|has)\b|(?:update|upgrade) your browser\b`,
    String.raw`\d{3}\)?[-. ]\d{3}[-.]\d{4}\b|[\w.+-]{1,64}@[a-z\d-]{1,60}\.[a-z]{2}`,
  ]
    .join('|')
    .replace(/^/, String.raw`\b(?:`)
    .replace(/$/, ')'),
  'i',
)
/** Most texts contain none of these, and checking for them is much faster than running the pattern. */
const HINTS =
  'first on|originally|click here|read more|learn more|find out more|discover more|newsletter|sign up|signing up|subscribe|register|cookie|getty|shutterstock|istock|unsplash|all rights|powered by|terms of|privacy|for more|for further|for additional|for full|please|javascript|browser|@|looking|safe harbor|litigation reform'.split(
    '|',
  )
const PHONE = /\d{3}\)?[-. ]\d{3}[-.]\d{4}/
const mayHave = (text: string) => {
  const small = text.toLowerCase()
  return HINTS.some((hint) => small.includes(hint)) || PHONE.test(small)
}
const HAS_WORD = /(?<![\p{L}\d])\p{Ll}{2}/u
const CASED = /\p{Lu}/u
const LONGEST_LINE = 1000

/** The part of a line that is news, without a dateline; null if all of it is boilerplate. */
export const newsPart = (line: string): string | null => (endsNews(line) ? null : newsOf(line))

export const isBoilerplate = (line: string): boolean => endsNews(line) || isForReaders(line)

function newsOf(line: string, isHinted = true): string | null {
  const whole = line.trim()
  let rest = whole
  if (mayBeDated(whole)) for (const dateline of DATELINES) rest = rest.replace(dateline, '')
  const isHeading = CASED.test(rest) && !HAS_WORD.test(rest)
  const isFor = (part: string) => isForReaders(part, isHinted)
  return isHeading || isFor(whole) || (rest !== whole && isFor(rest)) ? null : rest || null
}

const isForReaders = (line: string, isHinted = true) => {
  const begin = line.slice(0, LONGEST_LINE)
  return OPENING.test(begin) || BIOGRAPHY.test(begin) || (isHinted && INSIDE.test(begin))
}

const endsNews = (line: string, isHinted = true) =>
  CLOSING.test(line) ||
  (isHinted && LEGAL_NOTICE.test(line)) ||
  SIGNATURE.test(line) ||
  (NAMED_ABOUT.test(line) && ABOUT.test(line))

/** Sentences that are news, each verbatim from the text; `place` also counts the sentences left out. */
export function newsSentences(text: string, max = 40): { text: string; place: number }[] {
  const sentences = sentencesOf(text)
    .slice(0, max)
    .map(({ start, end }, place) => ({ text: text.slice(start, end).trim(), place }))
  const isHinted = mayHave(text)
  const end = sentences.findIndex((sentence) => endsNews(sentence.text, isHinted))
  return sentences.slice(0, end === -1 ? undefined : end).flatMap(({ text: sentence, place }) => {
    const part = newsOf(sentence, isHinted)
    return part === null ? [] : [{ text: part, place }]
  })
}

/** Keeps the paragraphs, for readers of the whole article. */
export function withoutBoilerplate(text: string): string {
  const kept: string[] = []
  for (const paragraph of text.split('\n')) {
    const sentences = sentencesOf(paragraph).map(({ start, end }) => paragraph.slice(start, end).trim())
    const end = sentences.findIndex((sentence) => endsNews(sentence))
    const news = sentences.slice(0, end === -1 ? undefined : end).flatMap((sentence) => newsOf(sentence) ?? [])
    if (news.length > 0) kept.push(news.join(' '))
    if (end !== -1) break
  }
  return kept.join('\n')
}
