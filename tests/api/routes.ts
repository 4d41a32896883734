import { z } from 'zod'
import type { TestApp } from '../../server/testing/test-app.ts'

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-access': z.string().optional() }))),
})

export type ApiRoute = { method: string; path: string; access: string | undefined }

/** Every route of the API as its own description tells it. */
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

/** Every route that really answers under /api, as the router knows them; middleware and catch-alls left out. */
export const registeredRoutes = (app: TestApp): string[] => [
  ...new Set(
    app.app.routes
      .filter(({ path }) => path.startsWith('/api/') && !path.includes('*'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`),
  ),
]

/** Answers without an end: whoever reads them has to leave by himself. */
export const isStream = (path: string) => path === '/api/events'
