import { ENCODINGS, languageScore, pairScore } from './text-languages.ts'

const SNIFFED_BYTES = 64 * 1024
/** Enough letters to tell languages apart. */
const SAMPLE_BYTES = 16 * 1024

/** Decodes as Unicode if that works, or else in the encoding that yields the most plausible text. */
export function decodeText(bytes: Uint8Array): string {
  return decoded(bytes)
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
}

function decoded(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  return isMostlyBroken(text) ? new TextDecoder(legacyEncoding(bytes)).decode(bytes) : text
}

/** In UTF-16, every other byte is often zero; other encodings have at most an occasional zero byte. */
export function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const length = Math.min(bytes.length, SNIFFED_BYTES) & ~1
  const zeros = [0, 0]
  for (let at = 0; at < length; at += 1) if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const enough = length / 20
  if (odd > enough && even * 10 < odd) return 'utf-16le'
  return even > enough && odd * 10 < even ? 'utf-16be' : null
}

/** Tolerates a few damaged bytes, which don't mean that the encoding is wrong. */
function isMostlyBroken(text: string): boolean {
  if (!text.includes('\uFFFD')) return false
  let broken = 0
  let proper = 0
  for (const [character] of text.matchAll(/[^\0-\x7F]/gu)) {
    if (character === '\uFFFD') broken += 1
    else proper += 1
  }
  return broken * 4 > proper
}

/** In a tie, the first encoding wins: text with few special letters scores the same in many of them. */
export function legacyEncoding(bytes: Uint8Array): string {
  const sample = linesWithSpecialBytes(bytes)
  const isFromMac = bytes.includes(13) && !bytes.includes(10)
  let best = { encoding: 'windows-1252', score: -Infinity }
  for (const { encoding, languages, pairs } of ENCODINGS) {
    const text = new TextDecoder(encoding).decode(sample)
    const score = pairs ? pairScore(text, sample, pairs) : languageScore(text, languages)
    // Only Mac programs end lines with a bare carriage return.
    if (score > best.score || (score === best.score && isFromMac && encoding === 'macintosh'))
      best = { encoding, score }
  }
  return best.encoding
}

function linesWithSpecialBytes(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = []
  let length = 0
  for (let start = 0; start < bytes.length && length < SAMPLE_BYTES;) {
    const found = bytes.subarray(start).findIndex((byte) => byte === 10 || byte === 13)
    const end = found === -1 ? bytes.length : start + found + 1
    const line = bytes.subarray(start, Math.min(end, start + SAMPLE_BYTES))
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line)
      length += line.length
    }
    start = end
  }
  return Buffer.concat(lines)
}
