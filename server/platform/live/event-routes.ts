import { streamSSE, type SSEStreamingApi } from 'hono/streaming'
import { streamEvents } from '#domain/service-endpoints.ts'
import { createRoutes, route } from '../http/route.ts'
import { createEventBuffer } from './buffer.ts'
import type { EventBus, LiveEvent } from './event-bus.ts'

/** Proxies close streams that are silent for half a minute. */
const PACE = { heartbeatMs: 15_000, sessionCheckMs: 4000 }
/** A client that reads nothing for this long is gone. */
const STUCK_MS = 20_000

type Needs = {
  events: Pick<EventBus, 'subscribe'>
  /** Called repeatedly: null to continue, else the final events. */
  checkSession: (bearer: string) => Promise<LiveEvent[] | null>
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
          const lastEvents = await checkSession(bearer)
          for (const event of lastEvents ?? []) await isWritten(write(stream, event))
          if (lastEvents) return
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
