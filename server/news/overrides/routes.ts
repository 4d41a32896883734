import {
  addAlias,
  addFeed,
  addRejection,
  getIdentity,
  previewRejections,
  removeAlias,
  removeFeed,
  removeRejection,
} from '#domain/news/endpoints.ts'
import { companyId } from '../../companies/company-record.ts'
import { createRoutes, route } from '../../platform/http/route.ts'
import type { Overrides } from './overrides.ts'

/** Every change returns the resulting card. Removing something twice isn't an error. */
export const overrideRoutes = (overrides: Overrides) =>
  createRoutes()
    .openapi(route(getIdentity), async (c) =>
      c.json(await overrides.card(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
    .openapi(route(addAlias), async (c) => {
      const { alias } = c.req.valid('json')
      return c.json(await overrides.addAlias(c.var.user.id, companyId(c.req.param('id')), alias), 201)
    })
    .openapi(route(removeAlias), async (c) => {
      const { alias } = c.req.valid('json')
      return c.json(await overrides.removeAlias(c.var.user.id, companyId(c.req.param('id')), alias), 200)
    })
    .openapi(route(addFeed), async (c) => {
      const { url } = c.req.valid('json')
      return c.json(await overrides.addFeed(c.var.user.id, companyId(c.req.param('id')), url), 201)
    })
    .openapi(route(removeFeed), async (c) => {
      const { url } = c.req.valid('json')
      return c.json(await overrides.removeFeed(c.var.user.id, companyId(c.req.param('id')), url), 200)
    })
    .openapi(route(previewRejections), async (c) => {
      const { storyId } = c.req.valid('json')
      return c.json(await overrides.preview(c.var.user.id, companyId(c.req.param('id')), storyId), 200)
    })
    .openapi(route(addRejection), async (c) => {
      const fact = c.req.valid('json')
      return c.json(await overrides.reject(c.var.user.id, companyId(c.req.param('id')), fact), 200)
    })
    .openapi(route(removeRejection), async (c) => {
      const fact = c.req.valid('json')
      return c.json(await overrides.accept(c.var.user.id, companyId(c.req.param('id')), fact), 200)
    })
