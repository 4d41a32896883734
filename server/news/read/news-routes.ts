import { getFeed, listCompanyNews, listLatestNews } from '#domain/news/endpoints.ts'
import { urlOf } from '#domain/endpoint.ts'
import { companyId } from '../../companies/company-record.ts'
import { nextLink } from '../../platform/http/cursor.ts'
import { streamed, createRoutes, route } from '../../platform/http/route.ts'
import type { NewsReader } from './news.ts'

const ROWS_PER_CHUNK = 250

export const newsRoutes = (news: NewsReader) =>
  createRoutes()
    .openapi(route(listLatestNews), async (c) => {
      const query = c.req.valid('query')
      const page = await news.latest(c.var.user.id, query)
      if (page.next !== null)
        c.header('link', nextLink(urlOf(listLatestNews, { query: { ...query, cursor: page.next } })))
      return c.json(page.news, 200)
    })
    .openapi(route(getFeed), async (c) => {
      const query = c.req.valid('query')
      const { rows, next } = await news.feed(c.var.user.id, query)
      if (next !== null)
        c.header(
          'link',
          nextLink(urlOf(getFeed, { query: { ...query, company: query.company?.join(), cursor: next } })),
        )
      return streamed(c, arrayOf(rows), 'application/json')
    })
    .openapi(route(listCompanyNews), async (c) =>
      c.json(await news.ofCompany(c.var.user.id, companyId(c.req.param('id'))), 200),
    )

/** In chunks, so that other requests are answered meanwhile. */
function* arrayOf(rows: string[]): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK)
    yield `${start === 0 ? '[' : ','}${rows.slice(start, start + ROWS_PER_CHUNK).join(',')}`
  yield rows.length === 0 ? '[]' : ']'
}
