import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

const HEAD_BYTES = 1024

/**
 * Declared encodings are often wrong, so this tries the byte order mark, the HTTP header, the document's declaration,
 * and then the bytes themselves. Drops U+0000, which PostgreSQL rejects.
 */
export function decodeBytes(bytes: Uint8Array, contentType: string | null): string {
  const text = decoded(bytes, contentType)
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}

function decoded(bytes: Uint8Array, contentType: string | null): string {
  const marked = byteOrder(bytes)
  if (marked) return new TextDecoder(marked).decode(bytes)
  const labels = [charsetOf(contentType), declaredIn(bytes)].filter((label) => label !== null)
  const utf8 = isUtf8(bytes) || isMostlyUtf8(bytes)
  for (const label of labels) {
    const decoder = decoderFor(label)
    if (!decoder) continue
    // Single-byte encodings are often declared by default; bytes that are valid UTF-8 are UTF-8.
    if (decoder.encoding === 'utf-8' || /^(?:windows-125|iso-8859-)/.test(decoder.encoding)) {
      if (utf8) break
      if (decoder.encoding === 'utf-8') continue
    }
    return decoder.decode(bytes)
  }
  if (!utf8) return new TextDecoder('windows-1252').decode(bytes)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** A truncated title or a pasted byte breaks only a few characters. In another encoding, hardly any would be valid. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const [ascii, replacement] = [0x7f, 0xfffd]
  let [valid, broken] = [0, 0]
  const text = new TextDecoder('utf-8').decode(bytes)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === replacement) broken += 1
    else if (code > ascii) valid += 1
  }
  return valid > broken
}

function byteOrder(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a byte order mark, a leading `<` reveals the encoding.
  if (first === 0x3c && second === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c) return 'utf-16be'
  return null
}

const charsetOf = (contentType: string | null): string | null =>
  contentType?.match(/charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i)?.[1] ?? null

function declaredIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES)).toString('latin1')
  const instruction = head.indexOf('<?xml')
  if (instruction >= 0) {
    const end = head.indexOf('?>', instruction)
    const label = head
      .slice(instruction, end < 0 ? undefined : end)
      .match(/encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i)?.[1]
    if (label) return label
  }
  const meta = head.search(/<meta\s/i)
  return meta < 0 ? null : charsetOf(head.slice(meta))
}

function decoderFor(label: string): TextDecoder | null {
  try {
    const decoder = new TextDecoder(label)
    // `byteOrder` has already ruled out UTF-16, whatever the label says.
    return decoder.encoding.startsWith('utf-16') ? null : decoder
  } catch {
    return null
  }
}
