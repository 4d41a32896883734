import { z } from 'zod'
import { CompanyWithNews, JoinedNews, LATEST_NEWS_LIMIT, News } from '#domain/news/briefs.ts'
import { FeedQuery } from '#domain/news/feed.ts'
import { companyId } from '../../companies/company-record.ts'
import { nextLink } from '../../platform/http/cursor.ts'
import { streamed, createRoutes, json, route } from '../../platform/http/route.ts'
import type { NewsReader } from './news.ts'

const tags = ['News']
const ROWS_PER_CHUNK = 250

export const newsRoutes = (news: NewsReader) =>
  createRoutes()
    .openapi(
      route('entitled', '/news', {
        method: 'get',
        tags,
        summary: 'The newest news of each company, newest first',
        request: {
          query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(LATEST_NEWS_LIMIT) }),
        },
        responses: { 200: json(z.array(JoinedNews), 'News with its company') },
      }),
      async (c) => c.json(await news.latest(c.var.user.id, c.req.valid('query').limit), 200),
    )
    .openapi(
      route('entitled', '/news/feed', {
        method: 'get',
        tags,
        summary:
          'One row per company, with its newest news or none; with a limit page by page, the next one named in the Link header',
        request: { query: FeedQuery },
        responses: { 200: json(z.array(CompanyWithNews), 'The feed') },
      }),
      async (c) => {
        const query = c.req.valid('query')
        const { rows, next } = await news.feed(c.var.user.id, query)
        if (next !== null) {
          const { company, limit } = query
          const given = { company: company?.join(','), limit: limit?.toString(), cursor: next }
          c.header('link', nextLink('/api/news/feed', given))
        }
        return streamed(c, arrayOf(rows), 'application/json')
      },
    )
    .openapi(
      route('entitled', '/companies/{id}/news', {
        method: 'get',
        tags,
        summary: 'The briefs of one company, newest first',
        request: { params: z.object({ id: z.string() }) },
        responses: { 200: json(z.array(News), 'The news') },
      }),
      async (c) => c.json(await news.ofCompany(c.var.user.id, companyId(c.req.param('id'))), 200),
    )

/** Rows that are JSON already, in chunks, so that other requests are answered meanwhile. */
function* arrayOf(rows: string[]): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK)
    yield `${start === 0 ? '[' : ','}${rows.slice(start, start + ROWS_PER_CHUNK).join(',')}`
  yield rows.length === 0 ? '[]' : ']'
}
