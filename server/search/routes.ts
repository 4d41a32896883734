import { SearchPage, SearchQuery } from '#domain/search.ts'
import { createRoutes, json, route } from '../http/route.ts'
import type { Search } from './search.ts'

export const searchRoutes = (search: Search) =>
  createRoutes().openapi(
    route('entitled', '/search', {
      method: 'get',
      tags: ['News'],
      summary:
        'Stories and briefs of your companies by words, company, section, source and days; with words the most relevant first, else the newest',
      request: { query: SearchQuery },
      responses: { 200: json(SearchPage, 'What was found, and where the next page begins') },
    }),
    async (c) => c.json(await search.find(c.var.user.id, c.req.valid('query')), 200),
  )
