import { isUtf8 } from 'node:buffer'

const MAX_HEAD = 512 * 1024
const HEADER = /^[!-9;-~]+[ \t]*:/
const FOLDED = /^[ \t]/
const LINE = /[^\n]*\n?/g

/**
 * Inserts the blank line that should have ended the head: at a line that has only spaces, or where the text begins if
 * there's no blank line at all. Null if the head ends properly.
 */
export function withEndedHead(bytes: Uint8Array): Buffer | null {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const ends = [given.indexOf('\n\n'), given.indexOf('\n\r\n')].filter((at) => at >= 0)
  const isEnded = ends.length > 0 || /^\r?\n/.test(given.toString('latin1', 0, 2))
  const head = given.toString('latin1', 0, Math.min(MAX_HEAD, ...ends.map((at) => at + 1)))
  let before = { text: '', at: 0 }
  for (const { 0: text, index: at } of head.matchAll(LINE)) {
    const isText = text.trim() !== '' && !HEADER.test(text) && !FOLDED.test(text)
    const followsSpaces = at > 0 && before.text.trim() === ''
    if (isText && (followsSpaces || !isEnded))
      return Buffer.concat([given.subarray(0, followsSpaces ? before.at : at), Buffer.from('\r\n'), given.subarray(at)])
    before = { text, at }
  }
  return null
}

/** "text" and "<html>" aren't MIME types. */
export const isType = (text: string): boolean => /^[\w.+-]+\/[\w.+-]+$/.test(text)

const decoder = new TextDecoder('windows-1252')
const BYTES = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))

/**
 * Repairs UTF-8 declared as a single-byte encoding: "ZÃ¼rich" is Zürich. Other text is hardly ever valid UTF-8 by
 * chance.
 */
export function asUtf8(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const byte = BYTES.get(text.charAt(at))
    if (byte === undefined) return text
    bytes[at] = byte
  }
  return isUtf8(bytes) ? Buffer.from(bytes).toString() : text
}

const CLAIM = /^content-transfer-encoding:[ \t]*base64[ \t]*\r?$/gim
const TEXT_TYPE = /^content-type:\s*text\//im
const ANY_TYPE = /^content-type:/im
const BASE64_LINE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const MAX_PART_HEAD = 8000
/** No email that is read has more parts. */
const MAX_CLAIMS = 1000

/**
 * Relabels parts that claim to be base64 but are plain text. Only the first line of a part is checked, because a
 * mailing list may add a footer below base64.
 */
export function withTrueEncodings(bytes: Uint8Array): Uint8Array {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = given.toString('latin1')
  const claims = [...text.matchAll(CLAIM).take(MAX_CLAIMS)].filter(({ index }) => isTextPart(text, index))
  if (claims.length === 0) return bytes
  const changed = Buffer.from(given)
  // The replacement has the same length, so offsets don't change.
  for (const { 0: claim, index } of claims) changed.write(claim.replace(/base64/i, '8bit  '), index, 'latin1')
  return changed
}

function isTextPart(text: string, claimAt: number): boolean {
  const from = Math.max(0, claimAt - MAX_PART_HEAD)
  const above =
    text
      .slice(from, claimAt)
      .split(/\n\r?\n|^--[^\n]*\n/m)
      .at(-1) ?? ''
  const rest = text.slice(claimAt, claimAt + MAX_PART_HEAD)
  const end = /\r?\n\r?\n/.exec(rest)
  const head = above + rest.slice(0, end?.index)
  const isHead = head.split('\n').every((line) => line.trim() === '' || HEADER.test(line) || FOLDED.test(line))
  if (!end || !isHead || (ANY_TYPE.test(head) && !TEXT_TYPE.test(head))) return false
  const first = rest.slice(end.index).trimStart().split('\n', 1)[0]?.trim() ?? ''
  return !BASE64_LINE.test(first)
}

/** Whether the email or one of its parts declares UTF-7, an obsolete encoding that decoders don't support. */
export const declaresUtf7 = (bytes: Uint8Array): boolean =>
  /^content-type:[^\n]*(?:\n[ \t][^\n]*)*charset="?(?:unicode-1-1-)?utf-7\b/im.test(
    Buffer.from(bytes).toString('latin1'),
  )

/** RFC 2152: "+APw-" is ü, "+-" is a plus. */
export const fromUtf7 = (text: string): string =>
  text.replaceAll(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) =>
    encoded === '' ? '+' : new TextDecoder('utf-16be').decode(evenBytes(Buffer.from(encoded, 'base64'))),
  )

const evenBytes = (bytes: Buffer) => bytes.subarray(0, bytes.length - (bytes.length % 2))
