import { z } from 'zod'
import { CompanyCoverage, Coverage } from '#domain/news/coverage.ts'
import { Refreshed, RefreshProgress, RefreshRequest } from '#domain/news/briefs.ts'
import { Story } from '#domain/news/stories.ts'
import { companyId } from '../../companies/company-record.ts'
import type { Companies } from '../../companies/companies.ts'
import { createRoutes, json, jsonBody, route } from '../../platform/http/route.ts'
import type { createCoverageReader } from './coverage.ts'
import type { Refresh } from '../polling/refresh.ts'
import type { createRefreshProgress } from '../live/refresh-progress.ts'

const tags = ['News']
const params = z.object({ id: z.string() })

type Needs = {
  companies: Companies
  coverageReader: ReturnType<typeof createCoverageReader>
  refresh: Refresh
  refreshProgress: ReturnType<typeof createRefreshProgress>
}

export const gatherRoutes = ({ companies, coverageReader, refresh, refreshProgress }: Needs) =>
  createRoutes()
    .openapi(
      route('entitled', '/companies/{id}/coverage', {
        method: 'get',
        tags,
        summary: 'Where we look for news of a company, what came of it and when we look again',
        request: { params },
        responses: { 200: json(Coverage, 'The ledger') },
      }),
      async (c) => {
        const id = companyId(c.req.param('id'))
        await companies.trackedCompanyOf(c.var.user.id, id)
        return c.json(await coverageReader.coverage(c.var.user.id, id), 200)
      },
    )
    .openapi(
      route('entitled', '/news/coverage', {
        method: 'get',
        tags,
        summary: 'What was checked for each company, and when',
        responses: { 200: json(z.array(CompanyCoverage), 'Their coverage in short') },
      }),
      async (c) => c.json(await coverageReader.summarizeCoverage(c.var.user.id), 200),
    )
    .openapi(
      route('entitled', '/companies/{id}/stories', {
        method: 'get',
        tags,
        summary: 'What was published about a company, newest first, each with what says that it is about it',
        request: { params },
        responses: { 200: json(z.array(Story), 'The stories') },
      }),
      async (c) => {
        const { id } = await companies.get(c.var.user.id, companyId(c.req.param('id')))
        return c.json(await coverageReader.stories(c.var.user.id, id), 200)
      },
    )
    .openapi(
      route('entitled', '/refresh-all-company-news-structured', {
        method: 'post',
        tags,
        summary: 'PollResult for news of these companies now',
        request: { body: jsonBody(RefreshRequest) },
        responses: {
          200: json(Refreshed, 'Their newest news, what could not be checked and what is still being checked'),
        },
      }),
      async (c) => {
        const ids = c.req.valid('json').companies.map(({ id }) => id)
        return c.json(await refresh.run(c.var.user.id, ids, refreshProgress.polled), 200)
      },
    )
    .openapi(
      route('entitled', '/refresh', {
        method: 'get',
        tags,
        summary: 'How far the checking is that is under way: a refresh, or the first look at added companies',
        responses: {
          200: json(RefreshProgress.nullable(), 'Done and total, or null when none is under way'),
        },
      }),
      async (c) => c.json(await refresh.current(c.var.user.id), 200),
    )
