import { getAnalytics, getTimeline, listActivity } from '#domain/news/explore-endpoints.ts'
import { companyId } from '../../../companies/company-record.ts'
import { createRoutes, route } from '../../../platform/http/route.ts'
import type { AnalyticsService } from './analytics.ts'

/** Mounted before the company routes, which would take `activity` for an id. */
export const analyticsRoutes = (insights: AnalyticsService) =>
  createRoutes()
    .openapi(route(getAnalytics), async (c) => c.json(await insights.analytics(c.var.user.id), 200))
    .openapi(route(listActivity), async (c) =>
      c.json(await insights.activity(c.var.user.id, c.req.valid('query').ids), 200),
    )
    .openapi(route(getTimeline), async (c) =>
      c.json(await insights.timeline(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
