import type { Context } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { HttpEnvironment } from './session.ts'
import { z } from 'zod'
import { reportCspViolation } from '#domain/service-endpoints.ts'
import { createRoutes, readInput, route } from './route.ts'
import { DAY_MS } from '#domain/time.ts'

export type HealthChecks = {
  database: () => Promise<void>
  migrated: () => Promise<boolean>
  stopping: () => boolean
}

/** Ignores the database, because restarting this process wouldn't fix it. */
export const alive = (c: Context<HttpEnvironment>) => c.json({ status: 'alive' })

export function ready({ database, migrated, stopping }: HealthChecks) {
  return async (c: Context<HttpEnvironment>) => {
    if (stopping()) throw new AppError('unavailable', 'Stopping', { retryAfterSeconds: 5 })
    await database()
    if (!(await migrated()))
      throw new AppError('unavailable', 'Database migrations are pending', { retryAfterSeconds: 5 })
    return c.json({ status: 'ready' })
  }
}

const VALID_MS = 180 * DAY_MS

/** RFC 9116. Expires half a year after it is read, so it is never out of date. */
export const securityText = (publicUrl: string, supportEmail: string) => (c: Context<HttpEnvironment>) => {
  const expires = new Date(Date.now() + VALID_MS)
  expires.setUTCHours(0, 0, 0, 0)
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
  ]
  return c.text(`${lines.join('\n')}\n`, 200, { 'content-type': 'text/plain; charset=utf-8' })
}

const short = z
  .string()
  .max(2000)
  .transform((text) => text.slice(0, 200))
const CspReport = z.object({
  'csp-report': z.object({
    'violated-directive': short.optional(),
    'blocked-uri': short.optional(),
    'document-uri': short.optional(),
  }),
})

export const reportRoutes = () =>
  createRoutes().openapi(route(reportCspViolation), async (c) => {
    const { 'csp-report': report } = readInput(CspReport, parseJson(await c.req.text()))
    c.var.log.warn({ event: 'csp-violation', ...withoutQuery(report) }, 'content security policy violated')
    return c.body(null, 204)
  })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** URLs may carry tokens in the query. */
const withoutQuery = (report: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(report).map(([name, value]) => [name, value?.replace(/[?#].*$/, '')]))
