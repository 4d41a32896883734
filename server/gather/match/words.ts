/** A word of a text, as names are looked up by it. */
export type Word = {
  /** As written, without apostrophes and full stops. */
  exact: string
  /** Without accents and capitals too. */
  folded: string
  /** Whether it ends in the mark of a possessive, which is then the last letter of both. */
  isPossessive: boolean
  /** "apple pie" names nobody: a name begins with a capital letter, a digit, or a script that has neither. */
  isProper: boolean
  /** Joined to the word before it by a hyphen or an ampersand. */
  isJoined: boolean
}

const WORD = /[\p{L}\p{N}\p{M}'’.]+/gu
const PLAIN = /^[A-Za-z0-9]+$/
const PROPER = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u
const SMALL_A = 97
const JOINS = new Set('-&‐‑')

/** The words of a text in their order, at most so many. */
export function wordsOf(text: string, most: number): Word[] {
  const words: Word[] = []
  let end = -1
  for (const { 0: written, index } of text.matchAll(WORD)) {
    if (words.length >= most) break
    const isJoined = index - 1 === end && JOINS.has(text.charAt(index - 1))
    const word = PLAIN.test(written) ? plainWord(written, isJoined) : markedWord(written, isJoined)
    if (word.exact === '') continue
    words.push(word)
    end = index + written.length
  }
  return words
}

/** Most words are such, and need no look at what Unicode knows of them. */
function plainWord(written: string, isJoined: boolean): Word {
  const folded = written.toLowerCase()
  const isProper = written.charCodeAt(0) < SMALL_A
  return { exact: written, folded, isPossessive: false, isProper, isJoined }
}

function markedWord(written: string, isJoined: boolean): Word {
  const exact = written.normalize('NFC').replaceAll(/['’.]/g, '')
  const folded = exact
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  const isPossessive = /.['’]s\.*$/.test(written)
  return { exact, folded, isPossessive, isProper: PROPER.test(exact), isJoined }
}
