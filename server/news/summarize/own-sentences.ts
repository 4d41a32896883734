import { frequencyOf, isInflected } from '../text/frequencies.ts'
import { STOP_WORDS, wordsOf } from '../text/words.ts'
import { otherCompanyIn, type CompanyNames } from '../verify/other-company.ts'

const OF_COMPANY =
  /\b(?:its?|(?:the|this) (?:[\p{L}-]+ ){0,2}(?:company|startup|start-up|firm|business|lender|operator|group|platform|team|round|deal|financing|investment|loan|contract|agreement|order|plant|factory))\b/iu
/** Goes on about the company that the sentence before it names. */
const GOES_ON = /^(?:Its? |The (?:[\p{L}-]+ ){0,2}(?:company|startup|start-up|firm)\b)/u
/** Turns to somebody else's news, at the end of an article or in a newsletter. */
const TURNS_AWAY =
  /^(?:separately|elsewhere|meanwhile|also (?:noted|at|in|on|from)\b|in (?:other|related)\b[^,:]{0,30}\bnews\b|industry:|by contrast|rival\b)|\b(?:another|other|a separate) (?:compan(?:y|ies)|firms?|start-?ups?|case)\b/iu
const OTHERS_POSSESSIVE = /^\p{Lu}[\p{L}.-]+(?: \p{Lu}[\p{L}.-]+)?['’]s? (?:[\p{L}-]+ ){1,6}/u
const SPEAKS =
  /^(?:also |later |previously )?(?:said|says|told|added|adds|wrote|writes|expects?|noted|called|calls|rejected|did not|would not|declined|credits?|credited)$/

/** Addressed to the page's readers, unless somebody says it. */
const SECOND_PERSON = /\b[Yy]ou(?:rs?|rself|['’](?:ll|re|ve|d))?\b/
const QUOTED = /["“«][^"”»]*["”»]/g

/** Which of an article's sentences are about the company; the others count only in articles whose topic it is. */
export function ownSentences(
  names: CompanyNames,
  text: string,
  { isTopic, isList, isPassing }: { isTopic: boolean; isList: boolean; isPassing: boolean },
) {
  let [toldUntil, isAway, told] = [-1, false, '']
  return (sentence: string, place: number): boolean => {
    if (names.all.length === 0) return true
    if (SECOND_PERSON.test(sentence.replaceAll(QUOTED, ''))) return false
    const isNaming = isPassing ? isSubject(sentence, names) : names.isNamedIn(sentence)
    if (isPassing && detailOf(sentence, names) === 0) return false
    const goesOn = toldUntil === place && (GOES_ON.test(sentence) || (isList && isSameLine(told, sentence, text)))
    if (isNaming || goesOn) [toldUntil, told] = [place + 1, sentence]
    isAway = !isNaming && (isAway || (TURNS_AWAY.test(sentence) && !/\bthe company\b/i.test(sentence)))
    if (toldUntil <= place && (!isTopic || isAway)) return false
    return otherCompanyIn(sentence, names) === null && (isNaming || !isOfOther(sentence, text))
  }
}

/** One item of a list. */
const isSameLine = (before: string, after: string, text: string) =>
  !text.slice(text.indexOf(before), text.indexOf(after)).includes('\n')

const SUBJECT_LENGTH = 40
const COMPARED = /\b(?:such as|like|including|unlike|rivals?|competitors?|between|with)\b/i
/** The company does or gets something, rather than being one of many or compared with others. */
const isSubject = (sentence: string, names: CompanyNames) => {
  const begin = sentence.slice(0, SUBJECT_LENGTH)
  return names.isNamedIn(begin) && !COMPARED.test(begin)
}

/** "Previsana earned 83 million euros", "Finland's exports fell" */
function isOfOther(sentence: string, text: string): boolean {
  if (OF_COMPANY.test(sentence)) return false
  if (OTHERS_POSSESSIVE.test(sentence)) return true
  const [first, second] = wordsOf(sentence, 2)
  if (!first || !second || second.isProper || !isName(first.text, first.folded)) return false
  return !SPEAKS.test(second.text) && !isSurname(first.text, text)
}

function isName(written: string, folded: string): boolean {
  if (!/^\p{Lu}/u.test(written) || STOP_WORDS.has(folded)) return false
  const known = frequencyOf(folded)
  return known ? known.proper > known.small && !known.is.time : !isInflected(folded)
}

const isSurname = (name: string, text: string) =>
  new RegExp(String.raw`\p{Lu}[\p{L}.'’-]+ (?:\p{Lu}[\p{L}.'’-]+ )?${name}(?!\p{L})`, 'u').test(text)

const MONEY =
  /[$€£¥₹]\s?\d|\b(?:USD|EUR|GBP|CHF|DKK|SEK|NOK|Rs)\.? ?\d|\d (?:million|billion|crore|lakh|mln|bn|m|millones|millions d)\b|\b(?:profit(?:able|ability)?|break even|revenue|sales|cash[- ]flow|investors?|customers?|jobs|chiffre d['’]affaires)\b/u
const FIGURE =
  /\d ?(?:%|percent\b|per cent\b)|(?<![\d.,/])\d[\d.,]*(?: \p{L}{1,12})? (?!(?:a\.m|p\.m)\b)\p{Ll}{3,}|\b(?:led by|led the|led;|chief executive|CEO|CFO|COO|CTO|founder|board|joins|quarter|approval)\b/u

/** Figures about the company, its deals or its people; a sentence that begins with another name is about that name. */
export function detailOf(sentence: string, names: CompanyNames): number {
  const detail = MONEY.test(sentence) ? 2 : FIGURE.test(sentence) ? 1 : 0
  if (names.all.length === 0 || detail === 0) return 0
  if (names.isNamedIn(sentence) || OF_COMPANY.test(sentence)) return detail
  const [first, second] = wordsOf(sentence, 2)
  return !first || STOP_WORDS.has(first.folded) || !second?.isProper ? detail : 0
}
