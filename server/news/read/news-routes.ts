import { z } from 'zod'
import { CompanyWithNews, JoinedNews, LATEST_NEWS_LIMIT, News } from '#domain/news/briefs.ts'
import { companyId } from '../../companies/company-record.ts'
import { streamed, createRoutes, json, route } from '../../platform/http/route.ts'
import type { NewsWord } from './news.ts'

const tags = ['News']
const ROWS_TOGETHER = 250

export const newsRoutes = (news: NewsWord) =>
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
        summary: 'One row per company, with its newest news or none',
        responses: { 200: json(z.array(CompanyWithNews), 'The feed') },
      }),
      async (c) => streamed(c, arrayOf(await news.feed(c.var.user.id)), 'application/json'),
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

/** Rows that are JSON already, some at a time, so that others are answered meanwhile. */
function* arrayOf(rows: string[]): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_TOGETHER)
    yield `${start === 0 ? '[' : ','}${rows.slice(start, start + ROWS_TOGETHER).join(',')}`
  yield rows.length === 0 ? '[]' : ']'
}
