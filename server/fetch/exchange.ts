import type { IncomingHttpHeaders } from 'node:http'
import type { Agent, Dispatcher } from 'undici'
import { FetchError } from './fetch-error.ts'

export type Answer = {
  status: number
  headers: Record<string, string>
  /** As they came over the wire. */
  bytes: Buffer
}

type Question = {
  url: URL
  headers: Record<string, string>
  maxBytes: number
  headersMs: number
  /** Aborted with the reason why. */
  signal: AbortSignal
}

/** A body of a redirect up to here is read and dropped, so that the connection can be used again. */
const WORTH_READING = 16 * 1024

/** One request and its answer, without any redirect, on a connection of the agent. */
export function exchange(
  agent: Agent,
  { url, headers, maxBytes, headersMs, signal }: Question,
): Promise<Answer> {
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
      { origin: url.origin, path: url.pathname + url.search, method: 'GET', headers },
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
          // undici frees the connection in the next turn of the loop; whoever asks before then would open another.
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

/** Whether the connection died before a single byte of an answer: it may have been an old one that the server just closed. */
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

/** Cookies are nobody's business here. */
function plain(received: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined || name === 'set-cookie') continue
    headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
