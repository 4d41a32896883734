import {
  acceptSureWebsites,
  acceptWebsite,
  dismissWebsite,
  listWebsiteSuggestions,
  restoreWebsite,
} from '#domain/news/website-endpoints.ts'
import { companyId } from '../../companies/company-record.ts'
import { createRoutes, route } from '../../platform/http/route.ts'
import type { SuggestedWebsites } from './suggestions.ts'

export const websiteSuggestionRoutes = (websites: SuggestedWebsites) =>
  createRoutes()
    .openapi(route(listWebsiteSuggestions), async (c) => c.json(await websites.list(c.var.user.id), 200))
    .openapi(route(acceptSureWebsites), async (c) =>
      c.json({ accepted: await websites.acceptSure(c.var.user.id) }, 200),
    )
    .openapi(route(acceptWebsite), async (c) => {
      const { website } = c.req.valid('json')
      return c.json(await websites.accept(c.var.user.id, companyId(c.req.param('id')), website), 200)
    })
    .openapi(route(restoreWebsite), async (c) => {
      const { website } = c.req.valid('json')
      return c.json(await websites.restore(c.var.user.id, companyId(c.req.param('id')), website), 200)
    })
    .openapi(route(dismissWebsite), async (c) => {
      const { website } = c.req.valid('json')
      return c.json(await websites.dismiss(c.var.user.id, companyId(c.req.param('id')), website), 200)
    })
