import { AppError } from '#domain/errors.ts'
import { createRoutes } from '../../platform/http/route.ts'
import { requireAccess } from '../../platform/http/session.ts'
import type { McpNeeds } from './tools.ts'

export const MCP_PATH = '/mcp'

const KEY_NEEDED = 'Send an API key as a bearer token. Create one under Profile, Integrations.'

/** The transport requires them, but agents written by hand leave them out. */
const FORMATS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** The Streamable HTTP transport without streams: each request gets one JSON response, and no session is kept. */
export const mcpRoutes = (needs: McpNeeds) =>
  createRoutes()
    .post('/', async (c) => {
      const holder = (await c.var.keyHolder?.()) ?? null
      if (!holder) throw new AppError('not-signed-in', KEY_NEEDED)
      requireAccess(holder.profile)
      const body = await c.req.text()
      // A batch would count as one request toward the limit of the key.
      if (body.trimStart().startsWith('[')) throw new AppError('invalid-input', 'Send one message per request')
      // Loaded with the first request, because the SDK takes 13 MB.
      const [{ WebStandardStreamableHTTPServerTransport: Transport }, { portfolioServer }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('./tools.ts'),
      ])
      const transport = new Transport({ enableJsonResponse: true })
      const bugs: unknown[] = []
      await portfolioServer(holder, needs, (error) => bugs.push(error)).connect(transport)
      const headers = { ...c.req.header(), ...FORMATS }
      const answer = await transport.handleRequest(new Request(c.req.url, { method: 'POST', headers, body }))
      if (bugs.length > 0) throw bugs[0]
      return answer
    })
    .all('/', () => {
      throw new AppError('method-not-allowed', 'Send a POST request')
    })
