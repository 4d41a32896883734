import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher } from 'undici'
import { FetchError } from './fetch-error.ts'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

export type Answer = {
  status: number
  headers: Record<string, string>
  /** Still encoded. */
  bytes: Buffer
}

type Question = {
  url: URL
  headers: Record<string, string>
  /** Null for a GET. */
  body: string | Buffer | null
  maxBytes: number
  headersMs: number
  signal: AbortSignal
}

/** Redirect bodies up to this size are read and dropped, so that the connection can be reused. */
const WORTH_READING = 16 * 1024

export function exchange(agent: Agent, question: Question): Promise<Answer> {
  const { url, headers, body, maxBytes, headersMs, signal } = question
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let headersTimer: NodeJS.Timeout | undefined
    let answer: Omit<Answer, 'bytes'> | undefined
    let hasBegun = false
    let isSettled = false
    let wantsBody = true
    let size = 0
    const chunks: Buffer[] = []

    const settle = () => {
      isSettled = true
      clearTimeout(headersTimer)
      signal.removeEventListener('abort', onAbort)
    }
    const finish = () => {
      if (isSettled || !answer) return
      settle()
      resolve({ ...answer, bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size) })
    }
    const fail = (error: Error) => {
      if (isSettled) return
      settle()
      reject(error)
      controller?.abort(error)
    }
    const onAbort = () => fail(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()

    agent.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method: body === null ? 'GET' : 'POST', headers, body },
      {
        onRequestStart(started) {
          if (isSettled) return started.abort(new FetchError('aborted'))
          controller = started
          headersTimer = setTimeout(
            () => fail(new FetchError('timeout', { host: url.hostname, detail: 'waiting for headers' })),
            headersMs,
          )
        },
        onResponseStarted() {
          hasBegun = true
        },
        onResponseStart(_, status, received) {
          if (status < 200 || isSettled) return
          clearTimeout(headersTimer)
          answer = { status, headers: plain(received) }
          const length = Number(answer.headers['content-length'] ?? Number.NaN)
          wantsBody = !isRedirect(answer)
          if (wantsBody && status !== 304 && length > maxBytes) fail(tooLarge(url))
          else if (!wantsBody && !(length <= WORTH_READING)) {
            finish()
            controller?.abort(new FetchError('aborted'))
          }
        },
        onResponseData(_, chunk) {
          if (isSettled || !wantsBody) return
          size += chunk.length
          if (size > maxBytes) fail(tooLarge(url))
          else chunks.push(chunk)
        },
        onResponseEnd() {
          // undici frees the connection on the next tick; a request before then would open another.
          setImmediate(() => setImmediate(finish))
        },
        onResponseError(_, error) {
          fail(translated(error, url, hasBegun))
        },
      },
    )
  })
}

export const isRedirect = ({ status, headers }: Omit<Answer, 'bytes'>): boolean =>
  [301, 302, 303, 307, 308].includes(status) && headers.location !== undefined

/** The connection closed before any byte arrived: perhaps an idle one that the server had just closed. */
export const isStale = (error: unknown): boolean =>
  error instanceof FetchError && error.kind === 'connect' && error.cause instanceof SocketLost

class SocketLost extends Error {}

const CLOSED = ['UND_ERR_DESTROYED', 'UND_ERR_CLOSED']
const LOST = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

function translated(error: Error, { hostname }: URL, hasBegun: boolean): FetchError {
  if (error instanceof FetchError) return error
  const code = (error as NodeJS.ErrnoException).code ?? error.name
  const about = { host: hostname, detail: code }
  if (CLOSED.includes(code)) return new FetchError('aborted', { ...about, cause: error })
  if (hasBegun || !LOST.includes(code)) return new FetchError('bad-response', { ...about, cause: error })
  return new FetchError('connect', { ...about, cause: new SocketLost(code, { cause: error }) })
}

const tooLarge = ({ hostname }: URL) => new FetchError('too-large', { host: hostname })

function plain(received: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined || name === 'set-cookie') continue
    headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}

/** Stops at `maxBytes` without producing more. */
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

/** Each decoder step is a round trip to another thread. Text compresses about eightfold, so most bodies need one. */
const room = (bytes: Buffer, maxOutputLength: number) => ({
  maxOutputLength,
  chunkSize: Math.min(Math.max(8 * bytes.length, 16 * 1024), maxOutputLength + 1024),
})

/** RFC 9659: 8 MB of decoder memory. */
const ZSTD_WINDOW_LOG = 23

type Decoder = (bytes: Buffer, maxOutputLength: number) => Promise<Buffer>

const ungzip: Decoder = (bytes, most) => gunzip(bytes, room(bytes, most))

const DECODERS: Record<string, Decoder> = {
  gzip: ungzip,
  'x-gzip': ungzip,
  // Servers disagree about "deflate"; the first byte decides.
  deflate: (bytes, most) => (((bytes[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(bytes, room(bytes, most)),
  br: (bytes, most) => unbrotli(bytes, room(bytes, most)),
  zstd: (bytes, most) =>
    unzstd(bytes, {
      ...room(bytes, most),
      params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    }),
}

export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'
