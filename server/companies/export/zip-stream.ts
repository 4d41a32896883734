import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

const VERSION = 20
// Sizes follow the content, because they are not known before it; names are UTF-8.
const FLAGS = 0x0808
const DEFLATED = 8
// The format counts years from 1980; one fixed moment makes equal contents equal files.
const DATE = (1 << 5) | 1

type ZipPart = { name: string; content: AsyncIterable<string> | Iterable<string> }

type Packed = { name: Buffer; crc: number; packedBytes: number; bytes: number; offset: number }

/** A ZIP file as it comes into being: compressed off the main thread, and nothing of it kept but its table of contents. */
export async function* zipStream(parts: ZipPart[]): AsyncGenerator<Uint8Array> {
  const packed: Packed[] = []
  let offset = 0
  for (const part of parts) {
    const entry = { name: Buffer.from(part.name), crc: 0, packedBytes: 0, bytes: 0, offset }
    const head = localHead(entry)
    yield head
    for await (const chunk of deflated(part.content, entry)) {
      entry.packedBytes += chunk.length
      yield chunk
    }
    const tail = sizes(entry)
    yield tail
    packed.push(entry)
    offset += head.length + entry.packedBytes + tail.length
  }
  const list = packed.map(centralLine)
  yield Buffer.concat([...list, end(packed.length, lengthOf(list), offset)])
}

async function* deflated(content: ZipPart['content'], entry: Packed): AsyncGenerator<Buffer> {
  const measured = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.bytes += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  // A failure of the source reaches the loop below through the stream that it destroys.
  pipeline(Readable.from(measured(), { objectMode: false }), deflate, () => {})
  for await (const chunk of deflate) yield chunk as Buffer
}

function localHead({ name }: Packed): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function sizes({ crc, packedBytes, bytes }: Packed): Buffer {
  const record = Buffer.alloc(16)
  record.writeUInt32LE(0x08074b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeUInt32LE(packedBytes, 8)
  record.writeUInt32LE(bytes, 12)
  return record
}

function centralLine({ name, crc, packedBytes, bytes, offset }: Packed): Buffer {
  const line = Buffer.alloc(46)
  line.writeUInt32LE(0x02014b50, 0)
  line.writeUInt16LE(VERSION, 4)
  line.writeUInt16LE(VERSION, 6)
  line.writeUInt16LE(FLAGS, 8)
  line.writeUInt16LE(DEFLATED, 10)
  line.writeUInt16LE(DATE, 14)
  line.writeUInt32LE(crc, 16)
  line.writeUInt32LE(packedBytes, 20)
  line.writeUInt32LE(bytes, 24)
  line.writeUInt16LE(name.length, 28)
  line.writeUInt32LE(offset, 42)
  return Buffer.concat([line, name])
}

function end(entries: number, listBytes: number, offset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(entries, 8)
  record.writeUInt16LE(entries, 10)
  record.writeUInt32LE(listBytes, 12)
  record.writeUInt32LE(offset, 16)
  return record
}

const lengthOf = (buffers: Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0)
