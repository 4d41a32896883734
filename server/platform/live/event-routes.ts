import { streamSSE, type SSEStreamingApi } from 'hono/streaming'
import { z } from 'zod'
import { createRoutes, route } from '../http/route.ts'
import type { Auth, Identity } from '../../ports.ts'
import type { Events, PublishedEvent } from './events.ts'
import { createEventBuffer } from './buffer.ts'

/** Proxies hang up on a stream that is silent for half a minute or longer. */
const PACE = { heartbeatMs: 15_000, sessionCheckMs: 4000 }
/** A page that takes nothing for so long is not there any more. */
const STUCK_MS = 20_000

type Needs = {
  events: Events
  auth: Pick<Auth, 'identify'>
  /** Whether the product is still open to whoever listens. */
  hasAccess: (identity: Identity) => Promise<boolean>
  pace?: typeof PACE
}

/** A stream per open browser; it ends when the session or the access does. */
export const eventRoutes = ({ events, auth, hasAccess, pace = PACE }: Needs) => {
  const { heartbeatMs, sessionCheckMs } = pace
  /** Asked again and again while the stream is open. */
  async function standing(bearer: string): Promise<'good' | 'no access' | 'signed out'> {
    const identity = await auth.identify(bearer).catch(() => null)
    if (!identity) return 'signed out'
    return (await hasAccess(identity).catch(() => false)) ? 'good' : 'no access'
  }

  return createRoutes().openapi(
    route('entitled', '/events', {
      method: 'get',
      tags: ['News'],
      summary:
        'What happens, as it happens: server-sent events `news`, `gather` and `entitlement`; `missed` where everything should be loaded again',
      responses: {
        200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } },
      },
    }),
    async (c) => {
      const bearer = c.req.header('authorization')?.slice('Bearer '.length) ?? ''
      const line = createEventBuffer()
      const leave = await events.subscribe(c.var.user.id, c.req.header('last-event-id') ?? null, line)
      c.header('x-accel-buffering', 'no')
      return streamSSE(c, async (stream) => {
        stream.onAbort(line.end)
        const hangUp = () => {
          stream.abort()
          c.env.outgoing?.destroy()
        }
        let checkedAt = Date.now()
        let beatAt = Date.now()
        try {
          if (!(await isWritten(stream.write(': welcome\n\n')))) return hangUp()
          while (!line.isOver()) {
            for (const event of line.take()) if (!(await isWritten(write(stream, event)))) return hangUp()
            await line.next(checkedAt + sessionCheckMs - Date.now())
            if (Date.now() - checkedAt < sessionCheckMs) continue
            const now = await standing(bearer)
            if (now === 'no access') await isWritten(write(stream, { name: 'entitlement', data: {} }))
            if (now !== 'good') return
            checkedAt = Date.now()
            if (checkedAt - beatAt < heartbeatMs) continue
            beatAt = checkedAt
            if (!(await isWritten(stream.write(': still here\n\n')))) return hangUp()
          }
        } finally {
          leave()
        }
      })
    },
  )
}

const write = (stream: SSEStreamingApi, { name, data, id }: PublishedEvent) =>
  stream.writeSSE({ event: name, data: JSON.stringify(data), ...(id !== undefined && { id }) })

/** False when the other end has not taken it in time. */
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
