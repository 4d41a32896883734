import { wordsOf } from '../../server/news/text/words.ts'
import { COMPANY_RELATIONS, FINANCE_HEADLINES, PRESS_RELEASE_LEADS, PRESS_RELEASES, trainingRows } from './datasets.ts'
import { listedKinds } from './word-lists.ts'

const LONGEST_WORD = 24
const MOST_WORDS_OF_A_TEXT = 5000
/** A word that is always capitalized is kept only if it appears in at least this many texts. */
const FEWEST_CAPITALIZED = 3

/** The number of texts in which a word appears in lower case, and capitalized as part of a name. */
type DocumentCounts = { lower: number; capitalized: number }

/** One line per word: the word, both document counts, and its kinds from the public lists. */
export function buildWordFrequencies(dataDir: string): Buffer {
  const texts = textsOf(dataDir)
  const counts = countWords(texts)
  const kinds = listedKinds()
  const frequent = [...counts]
    .filter(([, { lower, capitalized }]) => lower > 0 || capitalized >= FEWEST_CAPITALIZED)
    .map(([word]) => word)
  const lines = [...new Set([...frequent, ...kinds.keys()])].sort().map((word) => {
    const { lower = 0, capitalized = 0 } = counts.get(word) ?? {}
    return `${word} ${logDigit(lower)}${logDigit(capitalized)}${kinds.get(word) ?? ''}`
  })
  return Buffer.from(`${texts.length}\n${lines.join('\n')}\n`)
}

/** Only running text and sentence-case headlines, because title case doesn't tell names from ordinary words. */
function textsOf(dataDir: string): string[] {
  return [
    ...trainingRows(dataDir, PRESS_RELEASES).map(({ text }) => text),
    ...trainingRows(dataDir, COMPANY_RELATIONS).map(({ text }) => text),
    ...trainingRows(dataDir, FINANCE_HEADLINES).map(({ clean }) => clean),
    ...trainingRows(dataDir, PRESS_RELEASE_LEADS).map(({ kind, lead = '' }) => (kind === 'slug' ? '' : lead)),
  ].filter((text) => text !== '')
}

function countWords(texts: string[]): Map<string, DocumentCounts> {
  const counts = new Map<string, DocumentCounts>()
  for (const text of texts) {
    const { lower, capitalized } = distinctWords(text)
    for (const word of new Set([...lower, ...capitalized])) {
      const entry = counts.get(word) ?? { lower: 0, capitalized: 0 }
      if (lower.has(word)) entry.lower += 1
      if (capitalized.has(word)) entry.capitalized += 1
      counts.set(word, entry)
    }
  }
  return counts
}

/** The first word of a sentence is capitalized anyway, so it says nothing about names. */
function distinctWords(text: string): { lower: Set<string>; capitalized: Set<string> } {
  const [lower, capitalized] = [new Set<string>(), new Set<string>()]
  for (const word of wordsOf(withoutAddresses(text), MOST_WORDS_OF_A_TEXT)) {
    if (word.folded.length > LONGEST_WORD || !/^[a-z]+$/.test(word.folded)) continue
    if (!word.isProper) lower.add(word.folded)
    else if (!word.isOpening) capitalized.add(word.folded)
  }
  return { lower, capitalized }
}

const withoutAddresses = (text: string) =>
  text.replaceAll(/\S{0,200}(?:@|:\/\/|www\.)\S{0,200}|\S{1,200}\.(?:com|org|net|io|ai|co)\b\S{0,200}/g, ' ')

/** Encodes a count as one base-36 digit, in half powers of two. */
function logDigit(value: number): string {
  return value === 0 ? '0' : Math.min(35, 1 + Math.round(Math.log2(value) * 2)).toString(36)
}
