/** A word of a text, with what its writing tells. */
export type Word = {
  /** As written. */
  text: string
  /** Without accents and capitals. */
  folded: string
  start: number
  end: number
  /** Begins with a capital letter, a digit, or a letter of a script that has no capitals. */
  isProper: boolean
  /** The first of a sentence, of a title, or after an opening quote or bullet: its capital says nothing. */
  isOpening: boolean
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’](?=\p{L}{3}))?[\p{L}\p{N}\p{M}]*/gu
const PLAIN = /^[A-Za-z0-9]+$/
const PROPER = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u
const CAPITAL_Z = 90
const OPENERS = new Set('.!?:;|•·"“”‘«\n–—[')

/** The words of a text in their order, at most so many; "Acme's" is "Acme", its "s" no word of its own. */
export function wordsOf(text: string, most: number): Word[] {
  const words: Word[] = []
  for (const { 0: written, index } of text.matchAll(WORD)) {
    if (words.length >= most) break
    if (/^[sS]$/.test(written) && "'’".includes(text.charAt(index - 1)) && index > 1) continue
    const isPlain = PLAIN.test(written)
    words.push({
      text: written,
      folded: isPlain ? written.toLowerCase() : fold(written),
      start: index,
      end: index + written.length,
      isProper: isPlain ? written.charCodeAt(0) <= CAPITAL_Z : PROPER.test(written),
      isOpening: opens(text, words.at(-1)?.end ?? 0, index, words.length === 0),
    })
  }
  return words
}

/** Only the folded words: for bags of words. */
export function foldedWords(text: string, most: number): string[] {
  return wordsOf(text, most).map(({ folded }) => folded)
}

/** Without accents and capitals. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]+/gu, '')
    .toLowerCase()
}

/** "Acme Inc. said" and "J. Smith" are no ends of sentences, "Reuters. Acme" is one. */
function opens(text: string, from: number, to: number, isFirst: boolean): boolean {
  if (isFirst) return true
  const gap = text.slice(from, Math.min(to, from + 12))
  for (const mark of gap) {
    if (mark === '.') {
      if (
        !/(?:^|[^\p{L}])(?:\p{L}|Mr|Mrs|Ms|Dr|Inc|Corp|Ltd|Co|St|vs|No)$/u.test(
          text.slice(Math.max(0, from - 5), from),
        )
      )
        return true
    } else if (OPENERS.has(mark)) return true
  }
  return false
}
