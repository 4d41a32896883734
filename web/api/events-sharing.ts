import { followEvents, type EventAccess, type EventOutside } from './events.ts'
import type { ServerEvent } from './events-parser.ts'

/** What every open page hears, whichever of them holds the stream. */
export type SharedEvent = Pick<ServerEvent, 'name' | 'data'>

/** Told when something may have happened that nobody heard of. */
const MISSED: SharedEvent = { name: 'missed', data: '{}' }
const NO_ACCESS: SharedEvent = { name: 'entitlement', data: '{}' }

type Told = SharedEvent & { id: string }

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
  const hear = (event: Told) => {
    lastId = event.id || lastId
    onEvent(event)
  }

  // A page that is not served securely has no locks, whatever the type says.
  const locks = navigator.locks as LockManager | null | undefined
  const channel = locks ? new BroadcastChannel(name) : null
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isTold(data) && !stop.signal.aborted) hear(data)
  })
  const tell = (event: Told) => {
    if (stop.signal.aborted) return
    hear(event)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is not a window
    channel?.postMessage({ id: event.id, name: event.name, data: event.data } satisfies Told)
  }

  const follow = () => {
    const watcher = {
      lastId: () => lastId,
      onEvent: tell,
      // With the number of the last event the server tells by itself what came since.
      onOpen: () => {
        if (lastId === '') tell({ ...MISSED, id: '' })
      },
      onNoAccess: () => tell({ ...NO_ACCESS, id: '' }),
    }
    return followEvents(access, watcher, stop.signal, outside)
  }

  void (locks ? takeTurn(locks, name, stop.signal, follow, () => onEvent(MISSED)) : follow())
  return () => {
    stop.abort()
    channel?.close()
  }
}

async function takeTurn(
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

function isTold(data: unknown): data is Told {
  if (typeof data !== 'object' || data === null) return false
  const { id, name, data: text } = data as Partial<Record<keyof Told, unknown>>
  return [id, name, text].every((value) => typeof value === 'string')
}
