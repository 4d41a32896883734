import { nextWord, type Scan } from './scan.ts'

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

const PROPER = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u
const CAPITAL_Z = 90
const FULL_STOP = 46
const OPENERS = new Set(Array.from('.!?:;|•·"“”‘«\n–—[', (mark) => mark.charCodeAt(0)))
const LONGEST_GAP = 12

/** The words of a text in their order, at most so many; "Acme's" is "Acme", its "s" no word of its own. */
export function wordsOf(text: string, most: number): Word[] {
  const words: Word[] = []
  const scan: Scan = { start: 0, end: 0, isPlain: true }
  let before = 0
  while (words.length < most && nextWord(text, scan)) {
    const { start, end, isPlain } = scan
    const written = text.slice(start, end)
    words.push({
      text: written,
      folded: isPlain ? written.toLowerCase() : fold(written),
      start,
      end,
      isProper: isPlain ? written.charCodeAt(0) <= CAPITAL_Z : PROPER.test(written),
      isOpening: words.length === 0 || opens(text, before, start),
    })
    before = end
  }
  return words
}

/** Only the folded words: for bags of words. */
export function foldedWords(text: string, most: number): string[] {
  const words: string[] = []
  const scan: Scan = { start: 0, end: 0, isPlain: true }
  while (words.length < most && nextWord(text, scan)) {
    const written = text.slice(scan.start, scan.end)
    words.push(scan.isPlain ? written.toLowerCase() : fold(written))
  }
  return words
}

/** Without accents and capitals. */
export function fold(text: string): string {
  if (!/[^ -~\n]/.test(text)) return text.replaceAll("'", '').toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]+/gu, '')
    .toLowerCase()
}

/** "Acme Inc. said" and "J. Smith" are no ends of sentences, "Reuters. Acme" is one. */
function opens(text: string, from: number, to: number): boolean {
  const end = Math.min(to, from + LONGEST_GAP)
  for (let at = from; at < end; at += 1) {
    const mark = text.charCodeAt(at)
    if (OPENERS.has(mark) && (mark !== FULL_STOP || !isAbbreviated(text, from))) return true
  }
  return false
}

const isAbbreviated = (text: string, end: number) =>
  /(?:^|[^\p{L}])(?:\p{L}|Mr|Mrs|Ms|Dr|Inc|Corp|Ltd|Co|St|vs|No)$/u.test(
    text.slice(Math.max(0, end - 5), end),
  )
