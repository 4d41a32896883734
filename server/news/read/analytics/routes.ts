import { z } from 'zod'
import { ActivityQuery, Analytics, CompanyActivity, Timeline } from '#domain/news/analytics.ts'
import { companyId } from '../../../companies/company-record.ts'
import { createRoutes, json, route } from '../../../platform/http/route.ts'
import type { AnalyticsService } from './analytics.ts'

const tags = ['AnalyticsService']

/** Mounted before the routes of one company, whose id `activity` would be. */
export const analyticsRoutes = (insights: AnalyticsService) =>
  createRoutes()
    .openapi(
      route('entitled', '/analytics', {
        method: 'get',
        tags,
        summary: 'Stories by week, company, section and source, and which companies have gone quiet',
        responses: { 200: json(Analytics, 'The portfolio in figures') },
      }),
      async (c) => c.json(await insights.analytics(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/companies/activity', {
        method: 'get',
        tags,
        summary: 'Stories in each of the last 12 weeks and the latest event, for these companies',
        request: { query: ActivityQuery },
        responses: { 200: json(z.array(CompanyActivity), 'Their activity') },
      }),
      async (c) => c.json(await insights.activity(c.var.user.id, c.req.valid('query').ids), 200),
    )
    .openapi(
      route('entitled', '/companies/{id}/timeline', {
        method: 'get',
        tags,
        summary: 'What happened to a company, newest first: funding, filings, hiring, releases, people, press',
        request: { params: z.object({ id: z.string() }) },
        responses: { 200: json(Timeline, 'Its events, and its stories by week') },
      }),
      async (c) => c.json(await insights.timeline(c.var.user.id, companyId(c.req.param('id'))), 200),
    )
