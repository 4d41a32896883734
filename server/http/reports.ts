import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
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
const Conversion = z.object({ event: z.literal('landing') })

/** What browsers tell us by themselves: broken content policies, and the conversion event a visitor has agreed to. */
export const reportRoutes = (conversionId: string) =>
  createRoutes()
    .openapi(
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
    .openapi(
      route('public', '/conversion', {
        method: 'post',
        tags: ['Service'],
        summary: 'The advertising conversion event, after consent',
        request: { body: { required: true, content: { 'application/json': { schema: Conversion } } } },
        responses: { 204: { description: 'Counted' } },
      }),
      (c) => {
        if (!conversionId) throw new AppError('not-found', 'Not found')
        c.var.log.info({ event: 'conversion', conversionId, of: c.req.valid('json').event }, 'conversion')
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
