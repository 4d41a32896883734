/** A header exactly as sent, including its line folds. */
export type RawHeader = { name: string; raw: string }

export type RawMessage = { headers: RawHeader[]; body: string }

const MAX_HEADERS = 2000

/** Maps each byte to one character so that signatures can be verified. Line endings become CRLF. */
export function splitMessage(bytes: Uint8Array): RawMessage {
  const text = withCrlf(bytes).toString('latin1')
  const isEmptyHead = text.startsWith('\r\n')
  const end = isEmptyHead ? -2 : text.indexOf('\r\n\r\n')
  const head = end < 0 ? (isEmptyHead ? '' : text) : text.slice(0, end)
  const headers = head.split(/\r\n(?![ \t])/, MAX_HEADERS).flatMap((raw) => {
    const name = /^([!-9;-~]+)[ \t]*:/.exec(raw)?.[1]
    return name === undefined ? [] : [{ name: name.toLowerCase(), raw }]
  })
  return { headers, body: end < 0 && !isEmptyHead ? '' : text.slice(end + 4) }
}

const [CR, LF] = [0x0d, 0x0a]

/** On bytes, because replacing millions of line ends in a string takes seconds. */
function withCrlf(bytes: Uint8Array): Buffer {
  let bare = 0
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === LF && bytes[at - 1] !== CR) bare += 1
  const ended = Buffer.alloc(bytes.length + bare)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === LF && bytes[at - 1] !== CR) ended[length++] = CR
    ended[length++] = byte
  }
  return ended
}

export const valueOf = ({ raw }: RawHeader): string => raw.slice(raw.indexOf(':') + 1)

const MAX_TAGS = 40

/** "v=1; a=rsa-sha256" (RFC 6376, 3.2). Null if a tag appears twice. */
export function tagsOf(list: string): Map<string, string> | null {
  const tags = new Map<string, string>()
  for (const part of list.split(';').slice(0, MAX_TAGS)) {
    const at = part.indexOf('=')
    if (at < 0) continue
    const name = part.slice(0, at).trim()
    if (tags.has(name)) return null
    tags.set(name, part.slice(at + 1).trim())
  }
  return tags
}

export function canonicalBody(body: string, way: string): string {
  const lines = way === 'relaxed' ? body.replaceAll(/[ \t]+/g, ' ').replaceAll(/ (?=\r\n|$)/g, '') : body
  let end = lines.length
  while (lines.startsWith('\r\n', end - 2) && end >= 2) end -= 2
  const kept = lines.slice(0, end)
  return kept === '' ? (way === 'relaxed' ? '' : '\r\n') : `${kept}\r\n`
}

export function canonicalHeader({ name, raw }: RawHeader, way: string): string {
  if (way !== 'relaxed') return raw
  const value = raw.slice(raw.indexOf(':') + 1).replaceAll('\r\n', '')
  return `${name}:${value.replaceAll(/[ \t]+/g, ' ').trim()}`
}

/** Picks repeated headers from the bottom up (RFC 6376, 5.4.2). */
export function signedHeaders(names: string[], headers: RawHeader[]): RawHeader[] {
  const left = Map.groupBy(headers, ({ name }) => name)
  return names.flatMap((name) => left.get(name)?.pop() ?? [])
}

/** A signature header is itself signed with an empty `b=` value. */
export const withoutSignature = (header: RawHeader): RawHeader => ({
  ...header,
  raw: header.raw.replace(/([:;]\s*b\s*=)[^;]*/, '$1'),
})
