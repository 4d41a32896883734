const AMPERSAND = 0x26
const EQUALS = 0x3d
const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/** Splits a URL-encoded form as it arrives, without decoding it. Keeps as much of each field as `most` says. */
export async function splitForm<Name extends string>(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: Record<Name, number>,
): Promise<Map<Name, Buffer[]>> {
  const fields = new Map<Name, Buffer[]>()
  const longestName = Math.max(...Object.keys(most).map(({ length }) => length))
  let name = ''
  let room = 0
  let value: Buffer[] | null = null
  for await (const part of body) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    for (let at = 0; at < bytes.length; at += 1) {
      const end = value ? endOf(bytes, at, AMPERSAND) : endOf(bytes, at, EQUALS, AMPERSAND)
      const run = bytes.subarray(at, end)
      if (value) keep(value, run)
      else if (name.length <= longestName) name += run.subarray(0, longestName + 1).toString('latin1')
      at = end
      if (bytes[at] === AMPERSAND) [name, value] = ['', null]
      else if (bytes[at] === EQUALS && !value) value = begin(name)
    }
  }
  return fields

  function begin(given: string): Buffer[] {
    const chunks: Buffer[] = []
    room = 0
    if (!isNamed(given, most)) return chunks
    room = most[given]
    fields.set(given, chunks)
    return chunks
  }

  function keep(chunks: Buffer[], run: Buffer): void {
    if (room > 0 && run.length > 0) chunks.push(run.subarray(0, room))
    room -= run.length
  }
}

const isNamed = <Name extends string>(given: string, most: Record<Name, number>): given is Name =>
  Object.hasOwn(most, given)

function endOf(bytes: Buffer, from: number, ...separators: number[]): number {
  const found = separators.map((separator) => bytes.indexOf(separator, from)).filter((at) => at >= 0)
  return Math.min(bytes.length, ...found)
}

/** Bytes to bytes, because a string of an email may take several times its size. */
export function decoded(chunks: Buffer[], most: number): Buffer {
  const encoded = Buffer.concat(chunks)
  const bytes = Buffer.alloc(Math.min(encoded.length, most))
  let length = 0
  for (let at = 0; at < encoded.length && length < most; at += 1) {
    const byte = encoded[at] ?? 0
    const value = byte === PERCENT ? hexAt(encoded, at + 1) : -1
    if (value >= 0) at += 2
    bytes[length] = value >= 0 ? value : byte === PLUS ? SPACE : byte
    length += 1
  }
  return bytes.subarray(0, length)
}

const hexAt = (bytes: Buffer, at: number): number => {
  const [high, low] = [digitOf(bytes[at]), digitOf(bytes[at + 1])]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const folded = byte | 0x20
  return folded >= 0x61 && folded <= 0x66 ? folded - 0x57 : -1
}
