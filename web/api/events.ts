import { createParser } from 'eventsource-parser'
import { urlOf } from '#domain/endpoint.ts'
import { streamEvents } from '#domain/service-endpoints.ts'
import type { Access } from './client.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
/** The server sends a heartbeat every 15 s; after three missed ones, the connection is considered dead. */
const HEARTBEAT_TIMEOUT_MS = 45_000
/** A stream that ends sooner than this counts as a failed attempt. */
const STEADY_MS = 5000
/** Bounds memory; real events are far smaller. */
const MAX_EVENT_CHARACTERS = 65_536

export type ServerEvent = { id: string; name: string; data: string }

export type EventAccess = Pick<Access, 'accessToken' | 'renewToken' | 'onSignedOut'>

type StreamHandlers = {
  lastId: () => string
  onEvent: (event: ServerEvent) => void
  onOpen: () => void
  onNoAccess: () => void
}

export type EventOutside = {
  fetch: typeof fetch
  random: () => number
  /** Resolves after the delay, when the network is back, or on abort. */
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

export async function followEvents(
  access: EventAccess,
  handlers: StreamHandlers,
  signal: AbortSignal,
  outside: EventOutside = browser,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const opened = Date.now()
    const end = await readOnce(access, handlers, signal, outside)
    if (signal.aborted) return
    if (end.kind === 'signed-out') return access.onSignedOut()
    if (end.kind === 'no-access') return handlers.onNoAccess()
    failures = end.kind === 'ended' && Date.now() - opened >= STEADY_MS ? 0 : failures + 1
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1))
    // Half of the wait is random, so that browsers don't all reconnect to a restarted server at once.
    await outside.wait(Math.max(end.waitMs, longest * (0.5 + outside.random() / 2)), signal)
  }
}

type StreamEnd = { kind: 'ended' | 'failed' | 'signed-out' | 'no-access'; waitMs: number }

const ending = (kind: StreamEnd['kind'], waitMs = 0): StreamEnd => ({ kind, waitMs })

async function readOnce(
  access: EventAccess,
  handlers: StreamHandlers,
  signal: AbortSignal,
  { fetch }: EventOutside,
): Promise<StreamEnd> {
  const connection = new AbortController()
  const disconnect = () => connection.abort()
  signal.addEventListener('abort', disconnect)
  let heartbeat = setTimeout(disconnect, HEARTBEAT_TIMEOUT_MS)
  try {
    const connect = (token: string) =>
      fetch(urlOf(streamEvents), {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${token}`,
          ...(handlers.lastId() && { 'last-event-id': handlers.lastId() }),
        },
        credentials: 'include',
        cache: 'no-store',
        signal: connection.signal,
      })
    const token = await access.accessToken()
    if (!token) return ending('failed')
    let response = await connect(token)
    if (response.status === 401) {
      const renewed = await access.renewToken()
      if (renewed && renewed !== token) response = await connect(renewed)
    }
    if (response.status === 401) return ending('signed-out')
    if (response.status === 402) return ending('no-access')
    if (!response.ok || !response.body) return ending('failed', retryAfter(response))
    handlers.onOpen()
    const parser = createParser({
      onEvent: ({ id = '', event = 'message', data }) => handlers.onEvent({ id, name: event, data }),
      maxBufferSize: MAX_EVENT_CHARACTERS,
    })
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await text.read(); !part.done; part = await text.read()) {
      clearTimeout(heartbeat)
      heartbeat = setTimeout(disconnect, HEARTBEAT_TIMEOUT_MS)
      parser.feed(part.value)
    }
    return ending('ended')
  } catch {
    return ending('failed')
  } finally {
    clearTimeout(heartbeat)
    signal.removeEventListener('abort', disconnect)
    disconnect()
  }
}

const retryAfter = (response: Response) =>
  Math.min(600, Math.max(0, Number(response.headers.get('retry-after')) || 0)) * 1000

export type SharedEvent = Pick<ServerEvent, 'name' | 'data'>

const MISSED: SharedEvent = { name: 'missed', data: '{}' }
const NO_ACCESS: SharedEvent = { name: 'entitlement', data: '{}' }

type BroadcastEvent = SharedEvent & { id: string }

/**
 * One stream for all tabs of a browser: the tab that holds the lock reads it and broadcasts every event. Without the
 * Web Locks API, each tab has its own stream. Without an event to resume `after`, the page has to reload everything.
 */
export function shareEvents(
  userId: string,
  access: EventAccess,
  onEvent: (event: SharedEvent) => void,
  { after = '', outside }: { after?: string; outside?: EventOutside } = {},
): () => void {
  const stop = new AbortController()
  const name = `tidings-events-${userId}`
  let lastId = after
  const receive = (event: BroadcastEvent) => {
    lastId = event.id || lastId
    onEvent(event)
  }

  // Undefined on insecure origins, despite its type.
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
    const handlers = {
      lastId: () => lastId,
      onEvent: broadcast,
      // If an event ID is known, the server replays the missed events itself.
      onOpen: () => {
        if (lastId === '') broadcast({ ...MISSED, id: '' })
      },
      onNoAccess: () => broadcast({ ...NO_ACCESS, id: '' }),
    }
    return followEvents(access, handlers, stop.signal, outside)
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
  // Rejects if the page stops waiting for the lock.
  await locks.request(name, { signal }, follow).catch(() => {})
}

function isBroadcast(data: unknown): data is BroadcastEvent {
  if (typeof data !== 'object' || data === null) return false
  const { id, name, data: text } = data as Partial<Record<keyof BroadcastEvent, unknown>>
  return [id, name, text].every((value) => typeof value === 'string')
}
