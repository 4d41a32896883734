/** MinHash of the beginning of a text. The share of equal bins estimates the share of common phrases. */
export type TextPrint = Uint16Array

const BINS = 64
const WORDS_PER_PHRASE = 3
const MIN_WORDS = 12
/** Only the beginning counts: copies may be truncated, and releases by one sender end in the same boilerplate. */
const MAX_WORDS = 150
const BAND = 4

/** At this similarity, at most 15 of 64 bins differ, so at least one of the 16 bands is equal. */
const SAME = 0.76

/** Null for a text too short to recognize a copy. */
export function printOf(text: string): TextPrint | null {
  const words = hashesOf(text)
  if (words.length < MIN_WORDS) return null
  const least = new Float64Array(BINS).fill(-1)
  for (let i = 0; i + WORDS_PER_PHRASE <= words.length; i += 1) {
    let hash = 0
    for (let j = 0; j < WORDS_PER_PHRASE; j += 1) hash = mixed(hash ^ (words[i + j] ?? 0))
    const bin = hash >>> 26
    const rest = mixed(hash ^ 0x5bd1e995) >>> 0
    if ((least[bin] ?? -1) < 0 || rest < (least[bin] ?? 0)) least[bin] = rest
  }
  return filled(least)
}

/** Accurate to about 0.06. */
export function fingerprintSimilarity(a: TextPrint, b: TextPrint): number {
  let equal = 0
  for (let i = 0; i < BINS; i += 1) if (a[i] === b[i]) equal += 1
  return equal / BINS
}

export const isSameText = (a: TextPrint, b: TextPrint): boolean => fingerprintSimilarity(a, b) >= SAME

export function bandsOf(print: TextPrint): number[] {
  const bands: number[] = []
  for (let start = 0; start < BINS; start += BAND) {
    let hash = start + 1
    for (let i = start; i < start + BAND; i += 1) hash = mixed(hash ^ (print[i] ?? 0)) + i
    bands.push(hash | 0)
  }
  return bands
}

const MAX_PER_BAND = 50

/** The cost of adding a text doesn't grow with the number of known texts. */
export function createSameTexts<Id>(max = 50_000) {
  const known = new Map<Id, { print: TextPrint; bands: number[]; publisher: string | null }>()
  const byBand = new Map<number, Id[]>()

  const find = (print: TextPrint, bands: number[], publisher: string | null): Id | null => {
    const seen = new Set<Id>()
    let best: Id | null = null
    let bestSimilarity = 0
    for (const band of bands) {
      for (const id of byBand.get(band) ?? []) {
        if (seen.has(id)) continue
        seen.add(id)
        const other = known.get(id)
        if (!other || (publisher !== null && other.publisher === publisher)) continue
        const similarity = fingerprintSimilarity(print, other.print)
        if (similarity >= SAME && similarity > bestSimilarity) [best, bestSimilarity] = [id, similarity]
      }
    }
    return best
  }

  const forgetOldest = () => {
    for (const [id, { bands }] of known) {
      known.delete(id)
      for (const band of bands) {
        const left = (byBand.get(band) ?? []).filter((each) => each !== id)
        if (left.length > 0) byBand.set(band, left)
        else byBand.delete(band)
      }
      return
    }
  }

  return {
    /**
     * The id of the text that this one repeats, or null. A near-copy by the same publisher is an update or a
     * correction, never a repetition.
     */
    add(id: Id, text: string, publisher: string | null = null): Id | null {
      const print = printOf(text)
      if (!print || known.has(id)) return null
      const bands = bandsOf(print)
      const earlier = find(print, bands, publisher)
      if (earlier !== null) return earlier
      if (known.size >= max) forgetOldest()
      known.set(id, { print, bands, publisher })
      for (const band of bands) {
        const ids = byBand.get(band) ?? []
        // A band shared by too many texts is useless, but the other 15 still work.
        if (ids.length < MAX_PER_BAND) byBand.set(band, [...ids, id])
      }
      return null
    },
  }
}

function hashesOf(text: string): number[] {
  const hashes: number[] = []
  let hash = 0
  const lower = text.slice(0, MAX_WORDS * 20).toLowerCase()
  for (let i = 0; i <= lower.length && hashes.length < MAX_WORDS; i += 1) {
    const code = i < lower.length ? lower.charCodeAt(i) : 32
    if (isWordPart(code)) hash = Math.imul(hash ^ code, 0x01000193) + 0x9e37
    else if (hash !== 0) {
      hashes.push(mixed(hash))
      hash = 0
    }
    // In scripts without spaces, each character counts as a word.
    if (code >= 0x3040 && code <= 0xd7a3 && hash !== 0) {
      hashes.push(mixed(hash))
      hash = 0
    }
  }
  return hashes
}

const isWordPart = (code: number) =>
  (code >= 97 && code <= 122) ||
  (code >= 48 && code <= 57) ||
  (code >= 0xc0 && !(code >= 0x2000 && code <= 0x303f) && !(code >= 0xff00 && code <= 0xff0f))

/** An empty bin borrows from the next full one, mixed with the distance, so that prints stay comparable. */
function filled(least: Float64Array): TextPrint {
  const print = new Uint16Array(BINS)
  for (let i = 0; i < BINS; i += 1) {
    let away = 0
    while (away < BINS - 1 && (least[(i + away) % BINS] ?? -1) < 0) away += 1
    print[i] = mixed((least[(i + away) % BINS] ?? 0) ^ Math.imul(away, 0x27d4eb2f)) >>> 16
  }
  return print
}

/** The MurmurHash3 finalizer. */
function mixed(value: number): number {
  let hash = value | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
