import { foldedWords, stemOf, STOP_WORDS } from '../text/words.ts'

/** Two lines that share this much of the shorter one's content words state the same fact. */
export const SAME_FACT = 0.4
const MAX_WORDS = 100

/** Stems without stop words and the names of the company, which every line of its brief may have. */
export const contentOf = (text: string, names: readonly string[]): Set<string> =>
  contentWords(foldedWords(text, MAX_WORDS), wordsOfNames(names))

const wordsOfNames = (names: readonly string[]) => new Set(names.flatMap((name) => foldedWords(name, MAX_WORDS)))

function contentWords(words: readonly string[], known: ReadonlySet<string>): Set<string> {
  const content = new Set<string>()
  for (const word of words) if (!STOP_WORDS.has(word) && !known.has(word)) content.add(stemOf(word))
  return content
}

/** Share of the smaller set; 1 where one of them says nothing. */
export function sharedShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size)
  if (smaller === 0) return 1
  let both = 0
  for (const word of a) if (b.has(word)) both += 1
  return both / smaller
}

/** The lines of a brief so far, across all its stories. */
export function briefLines(names: readonly string[]) {
  const known = wordsOfNames(names)
  const lines: Set<string>[] = []
  return {
    /** Adds a line unless it repeats another one; returns whether it did. */
    add(words: readonly string[]): boolean {
      const content = contentWords(words, known)
      const isNew = content.size > 0 && lines.every((line) => sharedShare(content, line) < SAME_FACT)
      if (isNew) lines.push(content)
      return isNew
    },
  }
}
export type BriefLines = ReturnType<typeof briefLines>
