import { z } from 'zod'
import type { TestApp } from '../../server/testing/test-app.ts'

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-access': z.string().optional() }))),
})

export type ApiRoute = { method: string; path: string; access: string | undefined }

export async function describedRoutes(app: TestApp): Promise<ApiRoute[]> {
  const { paths } = Document.parse(await (await app.request('/api/openapi.json')).json())
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { 'x-access': access }]) => ({
      method: method.toUpperCase(),
      path,
      access,
    })),
  )
}

export const registeredRoutes = (app: TestApp): string[] => [
  ...new Set(
    app.app.routes
      .filter(({ path }) => path.startsWith('/api/') && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`),
  ),
]

/** Endless responses, which the caller must cancel. */
export const isStream = (path: string) => path === '/api/events'

/** Routes outside /api, and what protects each of them. */
export const OUTSIDE: [route: string, guard: string][] = [
  ['GET /healthz', 'tells nothing of anybody'],
  ['GET /readyz', 'tells nothing of anybody'],
  ['GET /metrics', 'loopback, or a token'],
  ['GET /.well-known/security.txt', 'tells nothing of anybody'],
  ['GET /feeds/', 'a token in the path, of which a hash is stored'],
  ['POST /mcp', 'an API key'],
  ['ALL /mcp', 'answers nothing but 405'],
  ['GET /sample-articles/', 'tells nothing of anybody'],
  ['GET /unsubscribe', 'a signed token out of the letter'],
  ['POST /unsubscribe', 'a signed token out of the letter'],
  ['GET /test-payments/', 'the test mode: a client secret or a session of the portal'],
  ['POST /test-payments/', 'the test mode: a client secret or a session of the portal'],
]
