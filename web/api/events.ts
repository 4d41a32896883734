import { createParser } from 'eventsource-parser'
import type { Access } from './client.ts'

const PATH = '/api/events'
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** The server says something every 15 s; after three silences the line is dead. */
const SILENCE_MS = 45_000
/** A stream that ends sooner than this counts as an attempt that failed. */
const STEADY_MS = 5000
/** An event without end would fill the memory; none of ours comes near this. */
const MAX_EVENT_CHARACTERS = 65_536

export type ServerEvent = { id: string; name: string; data: string }

export type EventAccess = Pick<Access, 'accessToken' | 'renewToken' | 'onSignedOut'>

type Watcher = {
  /** The last event seen, by this stream or by another one before it. */
  lastId: () => string
  onEvent: (event: ServerEvent) => void
  /** The stream is open, after a time without it in which anything may have happened. */
  onOpen: () => void
  /** The server gives no events to this user, because the product is not open to them. */
  onNoAccess: () => void
}

export type EventOutside = {
  fetch: typeof fetch
  random: () => number
  /** Waits, but no longer than until the network is back or nobody listens any more. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const browser: EventOutside = {
  fetch: (...call) => fetch(...call),
  random: Math.random,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const over = new AbortController()
      const end = () => {
        clearTimeout(timer)
        over.abort()
        resolve()
      }
      const timer = setTimeout(end, ms)
      addEventListener('online', end, { signal: over.signal })
      signal.addEventListener('abort', end, { signal: over.signal })
      if (signal.aborted) end()
    }),
}

/** Keeps one stream of events open until it is told to stop, or the server says that there is nothing to listen to. */
export async function followEvents(
  access: EventAccess,
  watcher: Watcher,
  signal: AbortSignal,
  outside: EventOutside = browser,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const opened = Date.now()
    const end = await readOnce(access, watcher, signal, outside)
    if (signal.aborted) return
    if (end.kind === 'signed-out') return access.onSignedOut()
    if (end.kind === 'no-access') return watcher.onNoAccess()
    failures = end.kind === 'ended' && Date.now() - opened >= STEADY_MS ? 0 : failures + 1
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1))
    // Half of the wait is chance: a server that comes back is not met by everybody at once.
    await outside.wait(Math.max(end.waitMs, longest * (0.5 + outside.random() / 2)), signal)
  }
}

type End = { kind: 'ended' | 'failed' | 'signed-out' | 'no-access'; waitMs: number }

const ending = (kind: End['kind'], waitMs = 0): End => ({ kind, waitMs })

async function readOnce(
  access: EventAccess,
  watcher: Watcher,
  signal: AbortSignal,
  { fetch }: EventOutside,
): Promise<End> {
  const connection = new AbortController()
  const disconnect = () => connection.abort()
  signal.addEventListener('abort', disconnect)
  let silence = setTimeout(disconnect, SILENCE_MS)
  try {
    const ask = (token: string) =>
      fetch(PATH, {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          ...(watcher.lastId() && { 'last-event-id': watcher.lastId() }),
        },
        credentials: 'include',
        cache: 'no-store',
        signal: connection.signal,
      })
    const token = await access.accessToken()
    if (!token) return ending('failed')
    let response = await ask(token)
    if (response.status === 401) {
      const renewed = await access.renewToken()
      if (renewed && renewed !== token) response = await ask(renewed)
    }
    if (response.status === 401) return ending('signed-out')
    if (response.status === 402) return ending('no-access')
    if (!response.ok || !response.body) return ending('failed', retryAfter(response))
    watcher.onOpen()
    const parser = createParser({
      onEvent: ({ id = '', event = 'message', data }) => watcher.onEvent({ id, name: event, data }),
      maxBufferSize: MAX_EVENT_CHARACTERS,
    })
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await text.read(); !part.done; part = await text.read()) {
      clearTimeout(silence)
      silence = setTimeout(disconnect, SILENCE_MS)
      parser.feed(part.value)
    }
    return ending('ended')
  } catch {
    return ending('failed')
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', disconnect)
    disconnect()
  }
}

const retryAfter = (response: Response) =>
  Math.min(600, Math.max(0, Number(response.headers.get('retry-after')) || 0)) * 1000

/** What every open page hears, whichever of them holds the stream. */
export type SharedEvent = Pick<ServerEvent, 'name' | 'data'>

/** BroadcastEvent when something may have happened that nobody heard of. */
const MISSED: SharedEvent = { name: 'missed', data: '{}' }
const NO_ACCESS: SharedEvent = { name: 'entitlement', data: '{}' }

type BroadcastEvent = SharedEvent & { id: string }

/**
 * One stream for all pages of a browser: whoever holds the lock listens and passes everything on.
 * A page that is closed gives the lock to the next one. Where there are no locks each page listens for itself.
 */
export function shareEvents(
  userId: string,
  access: EventAccess,
  onEvent: (event: SharedEvent) => void,
  outside?: EventOutside,
): () => void {
  const stop = new AbortController()
  const name = `tidings-events-${userId}`
  let lastId = ''
  const receive = (event: BroadcastEvent) => {
    lastId = event.id || lastId
    onEvent(event)
  }

  // A page that is not served securely has no locks, whatever the type says.
  const locks = navigator.locks as LockManager | null | undefined
  const channel = locks ? new BroadcastChannel(name) : null
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isBroadcast(data) && !stop.signal.aborted) receive(data)
  })
  const broadcast = (event: BroadcastEvent) => {
    if (stop.signal.aborted) return
    receive(event)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is not a window
    channel?.postMessage({ id: event.id, name: event.name, data: event.data } satisfies BroadcastEvent)
  }

  const follow = () => {
    const watcher = {
      lastId: () => lastId,
      onEvent: broadcast,
      // With the number of the last event the server tells by itself what came since.
      onOpen: () => {
        if (lastId === '') broadcast({ ...MISSED, id: '' })
      },
      onNoAccess: () => broadcast({ ...NO_ACCESS, id: '' }),
    }
    return followEvents(access, watcher, stop.signal, outside)
  }

  void (locks ? holdLock(locks, name, stop.signal, follow, () => onEvent(MISSED)) : follow())
  return () => {
    stop.abort()
    channel?.close()
  }
}

async function holdLock(
  locks: LockManager,
  name: string,
  signal: AbortSignal,
  follow: () => Promise<void>,
  onWait: () => void,
) {
  const isFirst = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await follow()
    return lock !== null
  })
  if (isFirst || signal.aborted) return
  onWait()
  // Rejects when the page stops waiting for its turn.
  await locks.request(name, { signal }, follow).catch(() => {})
}

function isBroadcast(data: unknown): data is BroadcastEvent {
  if (typeof data !== 'object' || data === null) return false
  const { id, name, data: text } = data as Partial<Record<keyof BroadcastEvent, unknown>>
  return [id, name, text].every((value) => typeof value === 'string')
}
