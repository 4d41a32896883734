import { streamSSE, type SSEStreamingApi } from 'hono/streaming'
import { streamEvents } from '#domain/service-endpoints.ts'
import { createRoutes, route } from '../http/route.ts'
import { describeError } from '../log.ts'
import { type EventBus, type LiveEvent, MISSED, type Subscriber } from './event-bus.ts'

/** Some proxies close streams that are silent for half a minute. */
const PACE = { heartbeatMs: 15_000, sessionCheckMs: 4000 }
/** A client that reads nothing for this long is gone. */
const STUCK_MS = 20_000

export type SessionCheck = { isValid: true } | { isValid: false; lastEvent?: LiveEvent }

type Needs = {
  events: Pick<EventBus, 'subscribe'>
  /** Called repeatedly. The stream ends with `lastEvent` when the session is no longer valid. */
  checkSession: (bearer: string) => Promise<SessionCheck>
  pace?: typeof PACE
}

export const eventRoutes = ({ events, checkSession, pace = PACE }: Needs) => {
  const { heartbeatMs, sessionCheckMs } = pace

  return createRoutes().openapi(route(streamEvents), async (c) => {
    const bearer = c.req.header('authorization')?.slice('Bearer '.length) ?? ''
    const buffer = createEventBuffer()
    const leave = await events.subscribe(c.var.user.id, c.req.header('last-event-id') ?? null, buffer)
    c.header('x-accel-buffering', 'no')
    return streamSSE(c, async (stream) => {
      stream.onAbort(buffer.end)
      const disconnect = () => {
        stream.abort()
        c.env.outgoing?.destroy()
      }
      let checkedAt = Date.now()
      let beatAt = Date.now()
      try {
        if (!(await isWritten(stream.write(': welcome\n\n')))) return disconnect()
        while (!buffer.isOver()) {
          for (const event of buffer.take()) if (!(await isWritten(write(stream, event)))) return disconnect()
          await buffer.next(checkedAt + sessionCheckMs - Date.now())
          if (Date.now() - checkedAt < sessionCheckMs) continue
          // A check that fails says nothing about the session, and closing all streams would add to an outage.
          const session = await checkSession(bearer).catch((error: unknown) => {
            c.var.log.debug({ err: describeError(error) }, 'failed to check session')
            return { isValid: true } as const
          })
          if (!session.isValid) {
            if (session.lastEvent) await isWritten(write(stream, session.lastEvent))
            return
          }
          checkedAt = Date.now()
          if (checkedAt - beatAt < heartbeatMs) continue
          beatAt = checkedAt
          if (!(await isWritten(stream.write(': still here\n\n')))) return disconnect()
        }
      } finally {
        leave()
      }
    })
  })
}

const write = (stream: SSEStreamingApi, { name, data, id }: LiveEvent) =>
  stream.writeSSE({ event: name, data: JSON.stringify(data), ...(id !== undefined && { id }) })

/** False if the client did not read it in time. */
async function isWritten(writing: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stuck = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), STUCK_MS)
  })
  try {
    return await Promise.race([writing.then(() => true), stuck])
  } finally {
    clearTimeout(timer)
  }
}

const MAX_WAITING = 200

/** A client that is too slow loses individual events and is told to reload instead. */
export function createEventBuffer(maxWaiting = MAX_WAITING) {
  let waiting: LiveEvent[] = []
  let isOver = false
  let resume = () => {}

  const subscriber: Subscriber = {
    receive(event) {
      if (event.isState) waiting = waiting.filter(({ name }) => name !== event.name)
      waiting.push(event)
      const lastId = waiting.findLast(({ id }) => id !== undefined)?.id
      if (waiting.length > maxWaiting) waiting = [{ name: MISSED, data: {}, ...(lastId && { id: lastId }) }]
      resume()
    },
    end() {
      isOver = true
      resume()
    },
  }

  return {
    ...subscriber,
    isOver: () => isOver,
    take(): LiveEvent[] {
      const taken = waiting
      waiting = []
      return taken
    },
    async next(ms: number): Promise<void> {
      if (isOver || waiting.length > 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        resume = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      resume = () => {}
    },
  }
}
