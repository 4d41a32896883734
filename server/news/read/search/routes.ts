import { searchNews, deleteView, listViews, saveView } from '#domain/news/explore-endpoints.ts'
import { createRoutes, route } from '../../../platform/http/route.ts'
import type { Search } from './search.ts'
import { AppError } from '#domain/errors.ts'
import { VIEW_NOT_FOUND, ViewId } from '#domain/news/search.ts'
import type { SavedViews } from './saved-views.ts'

export const searchRoutes = (search: Search) =>
  createRoutes().openapi(route(searchNews), async (c) =>
    c.json(await search.find(c.var.user.id, c.req.valid('query')), 200),
  )

export const viewRoutes = (views: SavedViews) =>
  createRoutes()
    .openapi(route(listViews), async (c) => c.json(await views.list(c.var.user.id), 200))
    .openapi(route(saveView), async (c) => c.json(await views.add(c.var.user.id, c.req.valid('json')), 201))
    .openapi(route(deleteView), async (c) => {
      const id = ViewId.safeParse(c.req.param('id'))
      if (!id.success) throw new AppError('not-found', VIEW_NOT_FOUND)
      await views.remove(c.var.user.id, id.data)
      return c.body(null, 204)
    })
