import { Hono } from 'hono'
import type { HttpEnvironment } from '../http/environment.ts'
import { audit } from './audit.ts'
import { authenticate } from './authenticate.ts'
import { invalid } from './errors.ts'
import type { AuthParts } from './parts.ts'
import { endSessions } from './sessions.ts'

export function logoutRoutes(parts: AuthParts) {
  return new Hono<HttpEnvironment>().post('/logout', async (c) => {
    const { user, session } = await authenticate(parts, c)
    const scope = c.req.query('scope') || 'global'
    if (scope !== 'global' && scope !== 'local' && scope !== 'others')
      throw invalid(`Unsupported logout scope "${scope.slice(0, 20)}"`)
    await parts.database.asSystem(async (queries) => {
      const which = { global: {}, local: { only: session.id }, others: { except: session.id } }
      await endSessions(queries, user.id, which[scope])
      await audit(parts, queries, c, 'logout', user.id, { scope })
    })
    return c.body(null, 204)
  })
}
