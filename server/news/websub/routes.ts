import type { Context } from 'hono'
import { AppError } from '#domain/errors.ts'
import { createRoutes } from '../../platform/http/route.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import type { WebSub } from './websub.ts'

/** Hubs don't sign in: the token in the path and the signature of the body are their credentials. */
export const webSubRoutes = (websub: WebSub) =>
  createRoutes()
    .get('/:token', async (c) => {
      const echo = await websub.verify(c.req.param('token'), c.req.query())
      return echo === null ? notFound(c) : c.text(echo, 200)
    })
    .post('/:token', async (c) => {
      const subscription = await websub.find(c.req.param('token'))
      const signature = c.req.header('x-hub-signature')
      if (!subscription || signature === undefined) return notFound(c)
      const body = Buffer.from(await c.req.arrayBuffer())
      if (await websub.receive(subscription, { signature, body })) return c.body(null, 204)
      c.var.log.warn({ event: 'websub.bad_signature', peer: c.var.peer }, 'push with a bad signature')
      throw new AppError('bad-request', 'Invalid signature')
    })

const notFound = (c: Context<HttpEnvironment>) => c.text('No such subscription.\n', 404)
