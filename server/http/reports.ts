import { z } from 'zod'
import { createRoutes, route } from './route.ts'

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

/** What browsers tell us by themselves: violations of the content policy. */
export const reportRoutes = () =>
  createRoutes().openapi(
    route('public', '/csp-reports', {
      method: 'post',
      tags: ['Service'],
      summary: 'A browser reports a violation of the content security policy',
      request: { body: { required: true, content: { 'application/csp-report': { schema: z.string() } } } },
      responses: { 204: { description: 'Noted' } },
    }),
    async (c) => {
      const { 'csp-report': report } = CspReport.parse(parseJson(await c.req.text()))
      c.var.log.warn({ event: 'csp-violation', ...withoutQuery(report) }, 'content policy violated')
      return c.body(null, 204)
    },
  )

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A document's address may carry a token; only where it happened is worth a line. */
const withoutQuery = (report: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(report).map(([name, value]) => [name, value?.replace(/[?#].*$/, '')]))
