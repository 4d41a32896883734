import {
  hideSuggestion,
  listHiddenSuggestions,
  listSuggestions,
  unhideSuggestion,
} from '#domain/news/explore-endpoints.ts'
import { createRoutes, route } from '../../../platform/http/route.ts'
import type { Discover } from './discover.ts'

export const discoverRoutes = (discover: Discover) =>
  createRoutes()
    .openapi(route(listSuggestions), async (c) => c.json(await discover.suggestions(c.var.user.id), 200))
    .openapi(route(listHiddenSuggestions), async (c) => c.json(await discover.hidden(c.var.user.id), 200))
    .openapi(route(hideSuggestion), async (c) =>
      c.json(await discover.hide(c.var.user.id, c.req.valid('json').name), 200),
    )
    .openapi(route(unhideSuggestion), async (c) =>
      c.json(await discover.show(c.var.user.id, c.req.valid('json').name), 200),
    )
