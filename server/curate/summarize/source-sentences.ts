import { sentencesOf } from '../text/sentences.ts'
import { foldedWords } from '../text/words.ts'
import { speaksToMachine } from '../verify/plain-line.ts'

/** A sentence as an article has it; `article` is the number of the article among the tellings of its story. */
export type SourceSentence = { text: string; words: string[]; article: number; place: number }

const LONGEST_TEXT = 6000
const MOST_SENTENCES = 40
const LONGEST_SENTENCE = 500
const MOST_WORDS = 100
const FEWEST_WORDS = 3
/** Would be read as a marker or as markup of the brief's own, or is an address, which belongs under the brief. */
const UNQUOTABLE = /\[\s*\d|\*\*|__|^[#>|]|\]\(|https?:\/\//i

/** The sentences of an article that can be quoted in a brief. */
export function sourceSentences(text: string, article: number): SourceSentence[] {
  const bounded = text.slice(0, LONGEST_TEXT)
  const sentences = sentencesOf(bounded)
    .slice(0, MOST_SENTENCES)
    .map(({ start, end }, place) => ({ text: bounded.slice(start, end).trim(), place }))
  // Who has begun to speak to a machine has no more to say to people.
  const end = sentences.findIndex((sentence) => speaksToMachine(sentence.text))
  return sentences
    .slice(0, end === -1 ? undefined : end)
    .filter(({ text: sentence }) => sentence.length <= LONGEST_SENTENCE && !UNQUOTABLE.test(sentence))
    .map((sentence) => ({ ...sentence, article, words: foldedWords(sentence.text, MOST_WORDS) }))
    .filter(({ words }) => words.length >= FEWEST_WORDS)
}
