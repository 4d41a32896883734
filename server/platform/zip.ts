import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

type ZipPart = { name: string; content: AsyncIterable<string> | Iterable<string> }
type Entry = { name: Buffer; at: Field[]; crc: number; packedBytes: number; bytes: number }
type Field = [width: 2 | 4, value: number]

/** Compresses off the main thread and keeps only the directory in memory. */
export async function* zipStream(parts: ZipPart[], at?: Date): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const entry: Entry = { name, at: dosTime(at), crc: 0, packedBytes: 0, bytes: 0 }
    const header = Buffer.concat([record([4, 0x04034b50], ...fields(entry)), name])
    yield header
    for await (const chunk of deflated(part.content, entry)) {
      entry.packedBytes += chunk.length
      yield chunk
    }
    const descriptor = record([4, 0x08074b50], ...sums(entry))
    yield descriptor
    directory.push(
      record([4, 0x02014b50], [2, VERSION], ...fields(entry), [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name,
    )
    offset += header.length + entry.packedBytes + descriptor.length
  }
  const listed = Buffer.concat(directory)
  const count: Field = [2, parts.length]
  yield listed
  yield record([4, 0x06054b50], [2, 0], [2, 0], count, count, [4, listed.length], [4, offset], [2, 0])
}

async function* deflated(content: ZipPart['content'], entry: Entry): AsyncGenerator<Buffer> {
  const measured = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.bytes += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  // A failing source destroys the stream, so the error surfaces in the loop below.
  pipeline(Readable.from(measured(), { objectMode: false }), deflate, () => {})
  for await (const chunk of deflate) yield chunk as Buffer
}

const VERSION = 20
// Flag bits: sizes follow the content, and names are UTF-8.
const FLAGS = 0x0808
const DEFLATED = 8

/** Defaults to a fixed time, so that equal contents make equal files. In UTC, because the format has no time zone. */
const dosTime = (at = new Date('1980-01-01T00:00:00Z')): Field[] => [
  [2, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)],
  [2, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()],
]

/** Shared by an entry's header and its directory record. */
const fields = (entry: Entry): Field[] => [
  [2, VERSION],
  [2, FLAGS],
  [2, DEFLATED],
  ...entry.at,
  ...sums(entry),
  [2, entry.name.length],
  [2, 0],
]

const sums = ({ crc, packedBytes, bytes }: Entry): Field[] => [
  [4, crc],
  [4, packedBytes],
  [4, bytes],
]

function record(...all: Field[]): Buffer {
  const bytes = Buffer.alloc(all.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of all) at = bytes.writeUIntLE(value, at, width)
  return bytes
}
