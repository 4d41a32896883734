import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import { createRoutes, route } from '../http/route.ts'
import type { Auth } from '../ports.ts'
import type { Events, Numbered } from './events.ts'

const HEARTBEAT_MS = 15_000
const SESSION_CHECK_MS = 4000

/** A stream per open browser; it ends when the session does. */
export const eventRoutes = ({ events, auth }: { events: Events; auth: Pick<Auth, 'identify'> }) =>
  createRoutes().openapi(
    route('entitled', '/events', {
      method: 'get',
      tags: ['News'],
      summary: 'What happens, as it happens: server-sent events `news`, `gather` and `entitlement`',
      responses: {
        200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } },
      },
    }),
    async (c) => {
      const userId = c.var.user.id
      const bearer = c.req.header('authorization')?.slice('Bearer '.length) ?? ''
      const lastSeen = c.req.header('last-event-id') ?? null
      c.header('x-accel-buffering', 'no')
      return streamSSE(c, async (stream) => {
        const waiting: Numbered[] = []
        let wake = () => {}
        const leave = await events.subscribe(userId, lastSeen, (event) => {
          waiting.push(event)
          wake()
        })
        stream.onAbort(() => wake())
        try {
          await stream.write(': welcome\n\n')
          let beat = Date.now()
          while (!stream.aborted && !stream.closed) {
            for (let event = waiting.shift(); event; event = waiting.shift())
              await stream.writeSSE({ id: event.id, event: event.name, data: JSON.stringify(event.data) })
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, SESSION_CHECK_MS)
              wake = () => {
                clearTimeout(timer)
                resolve()
              }
            })
            if (!(await auth.identify(bearer).catch(() => null))) return
            if (Date.now() - beat < HEARTBEAT_MS) continue
            beat = Date.now()
            await stream.write(': still here\n\n')
          }
        } finally {
          leave()
        }
      })
    },
  )
