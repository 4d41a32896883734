import { fold, foldedWords } from '../text/words.ts'
import { isRoundup, otherCompanyIn, type CompanyNames } from '../verify/other-company.ts'
import { isPromptInjection } from '../verify/plain-line.ts'
import { isBoilerplate, newsSentences } from './boilerplate.ts'
import { isNews } from './page-kinds.ts'
import { ownSentences, type Relevance } from './own-sentences.ts'

/** `article` is the index of its article in the story; `place` is its own index in the article. */
export type SourceSentence = Relevance & {
  text: string
  words: string[]
  article: number
  place: number
}

type Source = {
  title: string
  text?: string | undefined
  isPrimary?: boolean | undefined
  isPassing?: boolean | undefined
}

export const LONGEST_TEXT = 6000
const LONGEST_SENTENCE = 500
const MAX_WORDS = 100
const MIN_WORDS = 3
/** Refers to what isn't told, would look like a citation or markup in the plain-text brief, or is a URL. */
const UNQUOTABLE =
  /\bin question\b|^Earlier (?:media )?(?:reports|estimates)\b|\[\s*\d|\*\*|__|^[#>|]|\]\(|https?:\/\//i
/** About listed companies, which this one isn't. */
const STOCK_REPORT =
  /^The stock (?:had previously closed|opened|last traded|has a (?:50|200)-day|has a market cap)|^Shares (?:in|of) \p{Lu}|\bshares (?:ended|closed|fell|rose|dropped|gained|slid|slipped|jumped|climbed|traded|were (?:up|down|unchanged|flat|mixed))\b|\b(?:buy|sell|hold)['’”"]? rating\b/u
/** "Total amount sold: $22,500,000." is a field of a form or a database. */
const FIELD =
  /^\p{Lu}[\p{L}' ]{2,60}: (?![^:]*\b(?:is|are|was|were|has|have|had|will|would|can|said|says)\b)[\p{Lu}\p{N}\p{Sc}]/u
const NO_COMMENT =
  /\b(?:did not|didn['’]t|had not|has not|would not|declined to) (?:immediately )?(?:respond|return|reply|comment(?:ed)?)\b|\bcould not be reached\b/

/** A feed's excerpt ends in the middle: "confirmed on Wednesday it […]". */
const CUT_OFF = /[[(](?:…|\.{3})[\])]\W*$/

/** What a brief may quote from an article; if it only mentions the company, just the sentences that name it. */
export function sourceSentences(
  { title, text = '', isPrimary = true, isPassing = false }: Source,
  article: number,
  names: CompanyNames,
) {
  if (!isNews({ title, text })) return []
  const sentences = quotableSentences(text)
  const headline = fold(title.trim())
  const texts = sentences.map((each) => each.text)
  const isList = names.all.length > 0 && (ROUNDUP.test(title) || (!names.isNamedIn(title) && isRoundup(texts, names)))
  const relevanceOf = ownSentences(names, { title, text, isTopic: isPrimary && !isList, isList, isPassing })
  return sentences.flatMap(({ text: sentence, place }): SourceSentence[] => {
    // Pages repeat their headline, which has rules of its own.
    if (fold(sentence) === headline) return []
    const relevance = relevanceOf(sentence, place)
    const words = foldedWords(sentence, MAX_WORDS)
    return relevance === null || words.length < MIN_WORDS
      ? []
      : [{ text: sentence, words, article, place, ...relevance }]
  })
}

/** Sentences that can stand on their own, word for word. */
export function quotableSentences(text: string): { text: string; place: number }[] {
  const sentences = newsSentences(text.slice(0, LONGEST_TEXT))
  // Nothing after a prompt injection is quoted.
  const end = sentences.findIndex((sentence) => isPromptInjection(sentence.text))
  return sentences
    .slice(0, end === -1 ? undefined : end)
    .filter(
      ({ text: sentence }) =>
        sentence.length <= LONGEST_SENTENCE &&
        !UNQUOTABLE.test(sentence) &&
        !STOCK_REPORT.test(sentence) &&
        !FIELD.test(sentence) &&
        !NO_COMMENT.test(sentence) &&
        !sentence.endsWith('?') &&
        !CUT_OFF.test(sentence) &&
        !isUnattributed(sentence),
    )
}

export const isQuotableTitle = (
  { title, text, isPrimary = true, isPassing = false }: Source,
  names: CompanyNames,
): boolean =>
  !isPassing &&
  title.trim() !== '' &&
  !isBoilerplate(title) &&
  isNews({ title, text }) &&
  !ROUNDUP.test(title) &&
  // The headline of an article that only mentions the company is about someone else.
  (names.isNamedIn(title) || (isPrimary && (names.all.length === 0 || otherCompanyIn(title, names) === null)))

/** Lists several events or companies, at most one of which concerns this company. */
const ROUNDUP =
  /^(?:the |our |top |best )*\d{1,3} (?:[\w-]+ ){0,5}(?:startups?|companies|firms|unicorns|tools|apps|platforms|vendors|brands|founders)\b|\bto watch\b|\b(?:round-?up|news in brief|this week in|week in review|weekly (?:recap|wrap)|daily brief(?:ing)?|morning notes|digest|newsletter)\b|\b(?:deals|rounds|funding|news|moves|hires|layoffs|job|role) of the (?:day|week|month)\b/i

const FIRST_PERSON = /\b(?:[Ww]e|[Oo]urs?|[Mm]y|[Mm]e|us|[Ll]et['’]s)\b|\bI(?:['’](?:m|ve|d|ll))?(?= \p{Ll})/u
/** Said to the reporter. */
const SAID_TO_US = /\b(?:tells?|told|to) (?:us|me)\b/
const SAYS = '(?:said|says|told|added|adds|noted|notes|explained|explains|wrote|writes|commented|stated|tweeted)'
const SPEAKER = new RegExp(
  String.raw`\b${SAYS}\b[,:]? (?:[\p{L}’'-]+ ){0,5}?\p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+(?:,[^“”"]{2,80},)?(?: \p{Ll}+)? ${SAYS}\b|\baccording to (?:\p{Ll}+ ){0,3}\p{Lu}`,
  'u',
)

/** Half a quotation, or first person without a named speaker: the reader couldn't tell who is speaking. */
export const isUnattributed = (sentence: string): boolean =>
  (FIRST_PERSON.test(sentence.replace(SAID_TO_US, '')) && !SPEAKER.test(sentence)) ||
  count(sentence, '“') !== count(sentence, '”') ||
  count(sentence, '"') % 2 === 1

const count = (text: string, mark: string) => text.split(mark).length - 1
