export type Word = {
  text: string
  /** Lowercase and without accents. */
  folded: string
  start: number
  end: number
  /** Begins with a capital letter, a digit, or a letter of a script without case. */
  isProper: boolean
  /** First in a sentence or title, or after an opening quote or bullet, so its capital says nothing. */
  isOpening: boolean
}

const PROPER = /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u
const CAPITAL_Z = 90
const FULL_STOP = 46
const OPENERS = new Set(Array.from('.!?:;|•·"“”‘«\n–—[', (mark) => mark.charCodeAt(0)))
const LONGEST_GAP = 12

/** "Acme's" is read as "Acme"; the "s" isn't a word. */
export function wordsOf(text: string, max: number): Word[] {
  const words: Word[] = []
  const scan: Scan = { start: 0, end: 0, isPlain: true }
  let before = 0
  while (words.length < max && nextWord(text, scan)) {
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

export function foldedWords(text: string, max: number): string[] {
  const words: string[] = []
  const scan: Scan = { start: 0, end: 0, isPlain: true }
  while (words.length < max && nextWord(text, scan)) {
    const written = text.slice(scan.start, scan.end)
    words.push(scan.isPlain ? written.toLowerCase() : fold(written))
  }
  return words
}

export function fold(text: string): string {
  if (!/[^ -~\n]/.test(text)) return text.replaceAll("'", '').toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]+/gu, '')
    .toLowerCase()
}

/** "Acme Inc. said" and "J. Smith" don't end sentences; "Reuters. Acme" does. */
function opens(text: string, from: number, to: number): boolean {
  const end = Math.min(to, from + LONGEST_GAP)
  for (let at = from; at < end; at += 1) {
    const mark = text.charCodeAt(at)
    if (OPENERS.has(mark) && (mark !== FULL_STOP || !isAbbreviated(text, from))) return true
  }
  return false
}

const isAbbreviated = (text: string, end: number) =>
  /(?:^|[^\p{L}])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|Col|Gen|Lt|Capt|Sen|Rep|Inc|Corp|Ltd|Co|St|vs|No)$/u.test(
    text.slice(Math.max(0, end - 5), end),
  )

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’](?=\p{L}{3}))?[\p{L}\p{N}\p{M}]*/gu
const PLAIN = /^[A-Za-z0-9]+$/

type Scan = { start: number; end: number; isPlain: boolean }

const OTHER = 0
const DIGIT = 1
const LETTER = 2
/** Only the regular expression can tell whether the character is part of a word. */
const FOREIGN = 3
const [LARGE_S, SMALL_S, STRAIGHT, CURLED] = [83, 115, 39, 0x20_19]

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return /[A-Za-z]/.test(letter) ? LETTER : /\d/.test(letter) ? DIGIT : OTHER
})

function kindAt(text: string, at: number): number {
  if (at >= text.length) return OTHER
  const code = text.charCodeAt(at)
  if (code < 128) return KINDS[code] ?? OTHER
  return (code >= 0x20_00 && code <= 0x20_6f) || code === 0xa0 ? OTHER : FOREIGN
}

/**
 * Most texts are plain English, which is scanned by character code; the Unicode pattern only runs where there are
 * other letters.
 */
function nextWord(text: string, scan: Scan): boolean {
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

/** Returns false if a non-ASCII letter may belong to the word. */
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

/** The "s" in "Acme's". */
function isPossessive(text: string, { start, end }: Scan): boolean {
  if (end - start !== 1 || start < 2) return false
  const [letter, before] = [text.charCodeAt(start), text.charCodeAt(start - 1)]
  return (letter === SMALL_S || letter === LARGE_S) && (before === STRAIGHT || before === CURLED)
}

const VOWEL = /[aeiouy]/
/** The last letters of all suffixes, for an early exit. */
const ENDINGS = new Set(Array.from('sgdye', (letter) => letter.charCodeAt(0)))

export function stemOf(word: string): string {
  if (word.length < 4 || !ENDINGS.has(word.charCodeAt(word.length - 1))) return word
  let stem = word
  if (stem.endsWith('s')) {
    if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`
    else if (isAfterHiss(stem)) stem = stem.slice(0, -2)
    else if (!stem.endsWith('ss') && !stem.endsWith('us')) stem = stem.slice(0, -1)
  }
  if (stem.endsWith('ing')) {
    if (stem.length > 5 && VOWEL.test(stem.slice(0, -3))) stem = undoubled(stem.slice(0, -3))
  } else if (stem.endsWith('ed')) {
    if (stem.length > 4 && VOWEL.test(stem.slice(0, -2))) stem = undoubled(stem.slice(0, -2))
  } else if (stem.endsWith('ly') && stem.length > 5) stem = stem.slice(0, -2)
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** "boxes", "wishes": the suffix is "es". */
const isAfterHiss = (word: string) => word.endsWith('es') && /(?:ss|sh|ch|x|z)es$/.test(word)

/** "planning" becomes "plan", but "selling" becomes "sell". */
const undoubled = (stem: string) => (stem.at(-1) === stem.at(-2) && /[bdgmnprt]$/.test(stem) ? stem.slice(0, -1) : stem)

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both but by
  can could did do does doing down during each few for from further get had has have having he her here hers him his how
  i if in into is it its itself just let like me more most much my no nor not now of off on once one only or other our ours
  out over own per same she should so some such than that the their theirs them then there these they this those through to
  too under until up us use used uses using very via was we were what when where which while who whom why will with within
  without would you your yours new`
    .split(/\s+/)
    .filter(Boolean),
)
