import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { FetchError } from './fetch-error.ts'

/** Decodes one layer and stops at `maxBytes`: what lies beyond is never made. */
export async function decode(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity' || bytes.length === 0) return bytes
  const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined
  if (!decoder) throw new FetchError('bad-encoding', { detail: `content-encoding ${name.slice(0, 60)}` })
  try {
    return await decoder(bytes, maxBytes)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? ''
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new FetchError('too-large', { detail: 'decoded', cause })
    throw new FetchError('bad-encoding', { detail: `${name}: ${code}`, cause })
  }
}

const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)
const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw)
const unbrotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)
const unzstd = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)

/** Each step of a decoder is a trip to another thread: text shrinks to an eighth or so, so that most need one. */
const room = (bytes: Buffer, maxOutputLength: number) => ({
  maxOutputLength,
  chunkSize: Math.min(Math.max(8 * bytes.length, 16 * 1024), maxOutputLength + 1024),
})

/** What a frame may demand of the decoder's memory: 8 MB, as RFC 9659 has it for the web. */
const ZSTD_WINDOW_LOG = 23

type Decoder = (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>

const ungzip: Decoder = (bytes, most) => gunzip(bytes, room(bytes, most))

const DECODERS: Record<string, Decoder> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  // Servers differ about what "deflate" is; the first byte tells which.
  deflate: (bytes, most) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, room(bytes, most)),
  br: (bytes, most) => unbrotli(bytes, room(bytes, most)),
  zstd: (bytes, most) =>
    unzstd(bytes, {
      ...room(bytes, most),
      params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    }),
}

/** What we can read, as the request says it. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'
