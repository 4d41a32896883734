import { frequencyOf, isInflected } from '../text/frequencies.ts'
import { foldedWords, STOP_WORDS, wordsOf } from '../text/words.ts'
import { otherCompanyIn, type CompanyNames } from '../verify/other-company.ts'
import { materialOf } from './material.ts'

export type Relevance = {
  /** Names the company. */
  isNaming: boolean
  /** Names it or refers to it, as in "the company". */
  isTied: boolean
  /** How much of it an investor would write down, from 0; more if it's tied to the company. */
  detail: number
}

const THE_COMPANY =
  /\b(?:the|this) (?:(?!year|week|month)[\p{L}-]+ ){0,2}(?:company|startup|start-up|firm|business|lender|operator|group|platform|round|deal|financing|investment|loan|contract|agreement|order|plant|factory)\b|\b(?:la (?:société|compañía|empresa|compagnia)|das Unternehmen|die Firma)(?!\p{L})|\bl['’](?:entreprise|azienda)(?!\p{L})/iu
/** "Its", unless that may be the other name's before it; the company's own people say "we". */
const ITS = /^Its?\b|^(?:She|He|They) .*\bits\b|^\P{L}*\p{L}+[^\p{Lu}]*\bits\b|\b[Ww]e\b|\b[Oo]ur\b/u
const OF_MARKET =
  /\bthe (?:(?:global|wider|overall|whole) )?(?:market|sector|industry) (?:is|was|will|for|grew|fell|could|stood|has)\b|\b(?:analysts|experts|economists|researchers) (?:expect|estimate|put|say|forecast|predict|reckon)|\b(?:sector|market|industry|benchmark|stock) index\b/iu
/** Goes on about the company that the sentence before it names. */
const GOES_ON = /^(?:Its? |The (?:[\p{L}-]+ ){0,2}(?:company|startup|start-up|firm)\b)/u
/** Turns to somebody else's news, at the end of an article or in a newsletter. */
const TURNS_AWAY =
  /^(?:separately|elsewhere|meanwhile|also (?:noted|at|in|on|from)\b|in (?:other|related)\b[^,:]{0,30}\bnews\b|industry:|by contrast|rival\b)|\b(?:another|other|a separate) (?:compan(?:y|ies)|firms?|start-?ups?|case)\b/iu
const OTHERS_POSSESSIVE = /^\p{Lu}[\p{L}.-]+(?: \p{Lu}[\p{L}.-]+)?['’]s? (?:[\p{L}-]+ ){1,6}/u
/** What a name begins to do; people also speak, for the company. */
const ACTS = /^(?:ha[sd]|have|is|are|was|were|will|would|can|could|may|also|itself|already|of|and)$|(?:ed|[^s]s|ó)$/
const SPEAKS = /^(?:said|says|told|added|adds|wrote|writes|noted|rejected|did|would|declined|credits?|credited)$/

/** Addressed to the page's readers, unless somebody says it. */
const SECOND_PERSON = /\b[Yy]ou(?:rs?|rself|['’](?:ll|re|ve|d))?\b/
const QUOTED = /["“«][^"”»]*["”»]/g

type Article = { title: string; text: string; isTopic: boolean; isList: boolean; isPassing: boolean }

/** Reads an article's sentences in order; null for those that aren't about the company. */
export function ownSentences(names: CompanyNames, { title, text, isTopic, isList, isPassing }: Article) {
  let [ownUntil, isAway, lastOwn] = [-1, false, '']
  const known = new Set(names.all.flatMap((name) => foldedWords(name, MAX_WORDS)))
  const mustBeSubject = isPassing && !names.isNamedIn(title)
  return (sentence: string, place: number): Relevance | null => {
    if (names.all.length === 0) return { isNaming: false, isTied: true, detail: 0 }
    if (SECOND_PERSON.test(sentence.replaceAll(QUOTED, ''))) return null
    const isNaming = names.isNamedIn(mustBeSubject ? subjectOf(sentence) : sentence)
    const goesOn = ownUntil === place && (GOES_ON.test(sentence) || (isList && isSameLine(lastOwn, sentence, text)))
    if (isNaming || goesOn) [ownUntil, lastOwn] = [place + 1, sentence]
    const isOwn = isNaming || goesOn
    const isOther = !isNaming && !GOES_ON.test(sentence) && isOfOther(sentence, text, known)
    isAway = !isOwn && (isAway || isOther || TURNS_AWAY.test(sentence)) && !THE_COMPANY.test(sentence)
    if (
      isOther ||
      isAway ||
      (!isOwn && OF_MARKET.test(sentence)) ||
      (!isOwn && !isTopic) ||
      otherCompanyIn(sentence, names) !== null
    )
      return null
    const isTied = isOwn || THE_COMPANY.test(sentence) || ITS.test(sentence)
    const material = materialOf(sentence)
    if (isPassing && material === 0) return null
    if (material === 0 || (!isTied && opensWithName(sentence))) return { isNaming, isTied, detail: 0 }
    return { isNaming, isTied, detail: isTied ? material + TIED : material }
  }
}

const MAX_WORDS = 12
/** One item of a list. */
const isSameLine = (before: string, after: string, text: string) =>
  !text.slice(text.indexOf(before), text.indexOf(after)).includes('\n')

const TIED = 2

const SUBJECT_LENGTH = 40
const COMPARED = /\b(?:such as|like|including|unlike|rivals?|competitors?|between|with)\b.*/is
/** Where a company is named that does or gets something, rather than being one of many or compared with others. */
const subjectOf = (sentence: string) => sentence.slice(0, SUBJECT_LENGTH).replace(COMPARED, '')

/** "Previsana earned 83 million euros", "Finland's exports fell" */
function isOfOther(sentence: string, text: string, known: ReadonlySet<string>): boolean {
  const [first, second] = wordsOf(sentence, 2)
  if (!first || !second || known.has(first.folded) || THE_COMPANY.test(sentence)) return false
  if (OTHERS_POSSESSIVE.test(sentence)) return true
  if (second.isProper || !isName(first.text, first.folded)) return false
  return ACTS.test(second.text) && !SPEAKS.test(second.text) && !isSurname(first.text, text)
}

function isName(written: string, folded: string): boolean {
  if (!/^\p{Lu}/u.test(written) || STOP_WORDS.has(folded)) return false
  const usual = frequencyOf(folded)
  return usual ? usual.proper > usual.small && !usual.is.time : !isInflected(folded)
}

function opensWithName(sentence: string): boolean {
  const [first, second] = wordsOf(sentence, 2)
  return second?.isProper === true && first !== undefined && isName(first.text, first.folded)
}

const isSurname = (name: string, text: string) =>
  new RegExp(String.raw`\p{Lu}[\p{L}'’-]+ (?:\p{Lu}[\p{L}.'’-]+ )?${name}(?!\p{L})`, 'u').test(text)
