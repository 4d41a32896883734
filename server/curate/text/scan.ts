const WORD = /[\p{L}\p{N}\p{M}]+(?:['’](?=\p{L}{3}))?[\p{L}\p{N}\p{M}]*/gu
const PLAIN = /^[A-Za-z0-9]+$/

/** Where the word just read stands, and whether it has nothing but letters and digits of ASCII. */
export type Scan = { start: number; end: number; isPlain: boolean }

const OTHER = 0
const DIGIT = 1
const LETTER = 2
/** Whether it is a part of a word, only the pattern can tell. */
const FOREIGN = 3
const [LARGE_S, SMALL_S, STRAIGHT, CURLED] = [83, 115, 39, 0x20_19]

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return /[A-Za-z]/.test(letter) ? LETTER : /\d/.test(letter) ? DIGIT : OTHER
})

/** Of what stands at a place; dashes, quotes, bullets and such spaces as are usual in English are no part of a word. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return OTHER
  const code = text.charCodeAt(at)
  if (code < 128) return KINDS[code] ?? OTHER
  return (code >= 0x20_00 && code <= 0x20_6f) || code === 0xa0 ? OTHER : FOREIGN
}

/**
 * Reads on from the end of the word read before; false when there is none. Most texts are plain English, which is read letter by
 * letter; the pattern, which knows all scripts, is asked only where another letter stands.
 */
export function nextWord(text: string, scan: Scan): boolean {
  let at = scan.end
  while (at < text.length) {
    const kind = kindAt(text, at)
    if (kind === OTHER) at += 1
    else {
      if ((kind === FOREIGN || !readPlain(text, at, scan)) && !readAny(text, at, scan)) return false
      at = scan.end
      if (!isPossessive(text, scan)) return true
    }
  }
  return false
}

/** False where a letter of another kind may belong to the word. */
function readPlain(text: string, start: number, scan: Scan): boolean {
  let end = plainEnd(text, start)
  const mark = end < text.length ? text.charCodeAt(end) : 0
  scan.isPlain = true
  if (mark === STRAIGHT || mark === CURLED) {
    let letters = end + 1
    while (letters <= end + 3 && kindAt(text, letters) === LETTER) letters += 1
    if (kindAt(text, letters) === FOREIGN) return false
    if (letters > end + 3) {
      end = plainEnd(text, letters)
      scan.isPlain = false
    }
  }
  scan.start = start
  scan.end = end
  return kindAt(text, end) !== FOREIGN
}

function plainEnd(text: string, from: number): number {
  let at = from
  for (let kind = kindAt(text, at); kind === LETTER || kind === DIGIT; kind = kindAt(text, at)) at += 1
  return at
}

function readAny(text: string, from: number, scan: Scan): boolean {
  WORD.lastIndex = from
  const found = WORD.exec(text)
  if (!found) return false
  const [written] = found
  scan.start = found.index
  scan.end = found.index + written.length
  scan.isPlain = PLAIN.test(written)
  return true
}

/** The "s" of "Acme's". */
function isPossessive(text: string, { start, end }: Scan): boolean {
  if (end - start !== 1 || start < 2) return false
  const [letter, before] = [text.charCodeAt(start), text.charCodeAt(start - 1)]
  return (letter === SMALL_S || letter === LARGE_S) && (before === STRAIGHT || before === CURLED)
}
