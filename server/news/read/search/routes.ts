import { SearchPage, SearchQuery, NewView, SavedView, VIEW_NOT_FOUND, ViewId } from '#domain/news/search.ts'
import { createRoutes, json, route, jsonBody } from '../../../platform/http/route.ts'
import type { Search } from './search.ts'
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { SavedViews } from './saved-views.ts'

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

const tags = ['News']

export const viewRoutes = (views: SavedViews) =>
  createRoutes()
    .openapi(
      route('entitled', '/views', {
        method: 'get',
        tags,
        summary: 'Your saved searches by name',
        responses: { 200: json(z.array(SavedView), 'The views') },
      }),
      async (c) => c.json(await views.list(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/views', {
        method: 'post',
        tags,
        summary: 'Keep a search under a name',
        request: { body: jsonBody(NewView) },
        responses: { 201: json(SavedView, 'The view as stored') },
      }),
      async (c) => c.json(await views.add(c.var.user.id, c.req.valid('json')), 201),
    )
    .openapi(
      route('entitled', '/views/{id}', {
        method: 'delete',
        tags,
        summary: 'Forget a saved search',
        request: { params: z.object({ id: z.string() }) },
        responses: { 204: { description: 'Forgotten' } },
      }),
      async (c) => {
        const id = ViewId.safeParse(c.req.param('id'))
        if (!id.success) throw new AppError('not-found', VIEW_NOT_FOUND)
        await views.remove(c.var.user.id, id.data)
        return c.body(null, 204)
      },
    )
