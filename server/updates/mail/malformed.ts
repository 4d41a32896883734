import { isUtf8 } from 'node:buffer'

const MAX_HEAD = 512 * 1024
const HEADER = /^[!-9;-~]+[ \t]*:/
const FOLDED = /^[ \t]/
const LINE = /[^\n]*\n?/g

/**
 * The email with an empty line where its head should have ended: where a line has only spaces, or where the text begins
 * if there is no empty line at all. Null for a head that ends as it should.
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

/** "text" and "<html>" are no types. */
export const isType = (text: string): boolean => /^[\w.+-]+\/[\w.+-]+$/.test(text)

const decoder = new TextDecoder('windows-1252')
const BYTES = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))

/** UTF-8 that was declared as a one-byte encoding: "ZÃ¼rich" is Zürich. By chance hardly any text is valid UTF-8. */
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
