import { AppError } from '#domain/errors.ts'
import { createRoutes } from '../../platform/http/route.ts'
import { requireAccess } from '../../platform/http/session.ts'
import { answerMessage } from './protocol.ts'
import { toolsFor } from './tools.ts'

export const MCP_PATH = '/mcp'

const KEY_NEEDED = 'Send an API key as a bearer token. Create one under Profile, Integrations.'

/** The Streamable HTTP transport without streams: each request gets one JSON response, and no session is kept. */
export const mcpRoutes = (needs: Parameters<typeof toolsFor>[1]) =>
  createRoutes()
    .post('/', async (c) => {
      const holder = (await c.var.keyHolder?.()) ?? null
      if (!holder) throw new AppError('not-signed-in', KEY_NEEDED)
      requireAccess(holder.profile)
      const answer = await answerMessage(await c.req.text(), toolsFor(holder, needs))
      return answer ? c.json(answer, 200) : c.body(null, 202)
    })
    .all('/', () => {
      throw new AppError('method-not-allowed', 'Send a POST request')
    })
