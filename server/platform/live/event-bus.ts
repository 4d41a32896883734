import type { Database } from '../database/open.ts'
import { describeError, type Log } from '../log.ts'
import type { Topic } from './topics.ts'

export type LiveEvent = {
  name: string
  data: object
  /** Valid in every process; a stream resumes after it. */
  id?: string
  /** Replaces an unsent older event of the same name. */
  isState?: boolean
}

/** Tells the client to reload, because it missed more than can be sent event by event. */
export const MISSED = 'missed'
/** Tells a stream without history that it misses nothing from here on. */
const READY = 'ready'

export type Subscriber = { receive: (event: LiveEvent) => void; end: () => void }

/** `events` is null if the position is unknown, too old or has too many events after it. */
export type Replay = { id: string; events: LiveEvent[] | null }

export type LiveSource = {
  /** Handlers by topic, for notifications from any process. */
  topics: Partial<Record<Topic, (payload: string) => void>>
  /** At most one source may have numbered events. */
  replay?: (userId: string, lastEventId: string | null, limit: number) => Promise<Replay>
  /** A stream that resumes here replays only what is committed from now on. */
  latestId?: () => Promise<string>
  snapshot?: (userId: string) => Promise<LiveEvent[]>
  /** Publishes changes whose notifications were missed, as is likely after an interruption. */
  catchUp?: (wasInterrupted: boolean) => Promise<void>
  /** Called when the user's last stream in this process has closed. */
  forget?: (userId: string) => void
}

const CATCH_UP_MS = 30_000
const MAX_STREAMS_PER_USER = 10
const MAX_REPLAYED = 200

type Needs = { database: Pick<Database, 'listen'>; log: Log; catchUpMs?: number }

export type EventBus = ReturnType<typeof createEventBus>

export function createEventBus({ database, log, catchUpMs = CATCH_UP_MS }: Needs) {
  const sources: LiveSource[] = []
  const streams = new Map<string, Set<Subscriber>>()
  const waiters = new Map<Topic, Set<() => void>>()
  let listening: Promise<() => Promise<void>> | undefined

  const onError = (error: unknown) => log.warn({ err: describeError(error) }, 'failed to publish live events')

  function dispatch(topic: Topic, payload: string): void {
    for (const source of sources) source.topics[topic]?.(payload)
    for (const resume of waiters.get(topic) ?? []) resume()
  }

  async function start(): Promise<() => Promise<void>> {
    const topics = new Set(sources.flatMap((source) => Object.keys(source.topics)))
    const catchUp = (wasInterrupted: boolean) => {
      for (const source of sources) void source.catchUp?.(wasInterrupted).catch(onError)
    }
    const stop = await database.listen([...topics], {
      onPayload: (topic, payload) => dispatch(topic as Topic, payload),
      onResume: () => catchUp(true),
    })
    // Sets the starting point for catching up after an interruption.
    catchUp(false)
    const timer = setInterval(() => catchUp(false), catchUpMs).unref()
    return async () => {
      clearInterval(timer)
      await stop()
    }
  }

  const listen = () =>
    (listening ??= start().catch((error: unknown) => {
      listening = undefined
      throw error
    }))

  async function replay(userId: string, lastEventId: string | null): Promise<LiveEvent[]> {
    const past = await sources.find((source) => source.replay)?.replay?.(userId, lastEventId, MAX_REPLAYED)
    if (lastEventId !== null && past?.events) return past.events
    return [{ name: lastEventId === null ? READY : MISSED, data: {}, ...(past && { id: past.id }) }]
  }

  function join(userId: string, subscriber: Subscriber): () => void {
    const own = streams.get(userId) ?? new Set()
    streams.set(userId, own.add(subscriber))
    const [oldest] = own
    if (own.size > MAX_STREAMS_PER_USER && oldest) {
      own.delete(oldest)
      oldest.end()
    }
    return () => {
      own.delete(subscriber)
      if (own.size > 0 || streams.get(userId) !== own) return
      streams.delete(userId)
      for (const source of sources) source.forget?.(userId)
    }
  }

  return {
    /** Call before the first subscription. */
    register(source: LiveSource): void {
      sources.push(source)
    },

    online: () => [...streams.keys()],

    publish(userIds: string[], event: LiveEvent): void {
      for (const userId of userIds) for (const subscriber of streams.get(userId) ?? []) subscriber.receive(event)
    },

    onError,

    /** The id of the latest event; null if no source numbers its events. */
    latestId: async (): Promise<string | null> =>
      (await sources.find((source) => source.latestId)?.latestId?.()) ?? null,

    /** Starts after the last event the user received. */
    async subscribe(userId: string, lastEventId: string | null, subscriber: Subscriber): Promise<() => void> {
      await listen()
      const leave = join(userId, subscriber)
      try {
        for (const event of await replay(userId, lastEventId)) subscriber.receive(event)
        for (const source of sources)
          for (const event of (await source.snapshot?.(userId)) ?? []) subscriber.receive(event)
        return leave
      } catch (error) {
        leave()
        throw error
      }
    },

    /** Resolves on timeout as well. */
    async waitFor(topic: Topic, ms: number): Promise<void> {
      await listen()
      const waiting = waiters.get(topic) ?? new Set()
      waiters.set(topic, waiting)
      await new Promise<void>((resolve) => {
        const resume = () => {
          clearTimeout(timer)
          waiting.delete(resume)
          resolve()
        }
        const timer = setTimeout(resume, ms)
        waiting.add(resume)
      })
    },

    /** So that shutdown doesn't have to wait for them. */
    endStreams(): void {
      for (const subscriber of [...streams.values()].flatMap((own) => [...own])) subscriber.end()
    },

    close: async () => {
      const stop = await listening?.catch(() => null)
      await stop?.()
    },
  }
}
