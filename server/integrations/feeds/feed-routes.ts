import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { FEED_FILES, type FeedFormat } from '#domain/integrations/feeds.ts'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { createRoutes } from '../../platform/http/route.ts'
import { etagMatches } from '../../platform/http/site.ts'
import { calendar } from './calendar.ts'
import { atomFeed, jsonFeed, type FeedDocument } from './documents.ts'
import type { PrivateFeeds } from './feeds.ts'

const NO_ACCESS = 'Your access to Tidings has ended. This feed continues when you subscribe.'

const WRITERS: Record<FeedFormat, { type: string; write: (document: FeedDocument) => string }> = {
  atom: { type: 'application/atom+xml; charset=utf-8', write: atomFeed },
  json: { type: 'application/feed+json; charset=utf-8', write: jsonFeed },
  calendar: { type: 'text/calendar; charset=utf-8', write: calendar },
}

const NEVER_LISTED = { 'x-robots-tag': 'noindex, nofollow' }

/** The token in the path is the only credential: cookies and authorization headers are ignored. */
export function feedRoutes(feeds: PrivateFeeds, publicUrl: string) {
  const routes = createRoutes()
  for (const format of ['atom', 'json', 'calendar'] as const)
    routes.get(`/:token/${FEED_FILES[format]}`, (c) => answer(c, c.req.param('token'), format))

  async function answer(c: Context<HttpEnvironment>, token: string, format: FeedFormat): Promise<Response> {
    const opened = await feeds.open(token)
    if (!opened) return notFound(c)
    if (!opened.hasAccess) return c.text(`${NO_ACCESS}\n${publicUrl}/subscribe\n`, 402, NEVER_LISTED)
    const document = await feeds.read(opened.feed, token, format)
    if (!document) return notFound(c)
    const { type, write } = WRITERS[format]
    const body = write(document)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const headers = {
      ...NEVER_LISTED,
      'content-type': type,
      'cache-control': 'private, no-cache',
      etag,
      'last-modified': document.updatedAt.toUTCString(),
    }
    return isUnchanged(c, etag, document.updatedAt) ? c.body(null, 304, headers) : c.body(body, 200, headers)
  }
  return routes
}

/** The response is identical for unknown and revoked tokens. */
const notFound = (c: Context<HttpEnvironment>) => c.text('No such feed.\n', 404, NEVER_LISTED)

/** The date is used only without an ETag: it's in whole seconds and doesn't change when a story is hidden. */
function isUnchanged(c: Context<HttpEnvironment>, etag: string, updatedAt: Date): boolean {
  const given = c.req.header('if-none-match')
  if (given !== undefined) return etagMatches(given, etag)
  const since = Date.parse(c.req.header('if-modified-since') ?? '')
  return !Number.isNaN(since) && Math.floor(updatedAt.getTime() / 1000) * 1000 <= since
}
