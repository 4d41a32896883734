import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import { ZipFile } from 'yazl'

type ZipPart = { name: string; content: AsyncIterable<string> | Iterable<string> }

/** `at` defaults to a fixed time, so that equal contents make equal files. */
export async function* zipStream(parts: ZipPart[], at = new Date('1980-01-01T00:00:00Z')): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const written = zip.outputStream as Readable
  const contents: Readable[] = []
  for (const { name, content } of parts) {
    const stream = Readable.from(content, { objectMode: false })
    stream.on('error', (error) => written.destroy(error))
    contents.push(stream)
    zip.addReadStream(stream, name, { mtime: at, compressionLevel: constants.Z_BEST_SPEED })
  }
  zip.end()
  try {
    for await (const chunk of written) yield chunk as Buffer
  } finally {
    for (const stream of contents) stream.destroy()
  }
}
