import { sentencesOf } from '../text/sentences.ts'
import { foldedWords } from '../text/words.ts'

/** A sentence as an article has it; `article` is the number of the article among the tellings of its story. */
export type SourceSentence = { text: string; words: string[]; article: number; place: number }

const LONGEST_TEXT = 6000
const MOST_SENTENCES = 40
const LONGEST_SENTENCE = 500
const MOST_WORDS = 100
const FEWEST_WORDS = 3
/** Would be read as a marker or as markup of the brief's own. */
const UNQUOTABLE = /\[\s*\d|\*\*|__|^[#>|]/

/** The sentences of an article that can be quoted in a brief. */
export function sourceSentences(text: string, article: number): SourceSentence[] {
  const bounded = text.slice(0, LONGEST_TEXT)
  return sentencesOf(bounded)
    .slice(0, MOST_SENTENCES)
    .map(({ start, end }, place) => ({ text: bounded.slice(start, end).trim(), place }))
    .filter(({ text: sentence }) => sentence.length <= LONGEST_SENTENCE && !UNQUOTABLE.test(sentence))
    .map((sentence) => ({ ...sentence, article, words: foldedWords(sentence.text, MOST_WORDS) }))
    .filter(({ words }) => words.length >= FEWEST_WORDS)
}
