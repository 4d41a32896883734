import { getCoverage, getRefreshProgress, listCoverage, listStories, refreshNews } from '#domain/news/endpoints.ts'
import { companyId } from '../../companies/company-record.ts'
import type { Companies } from '../../companies/companies.ts'
import { createRoutes, route } from '../../platform/http/route.ts'
import type { createCoverageReader } from './coverage.ts'
import type { Refresh } from '../polling/refresh.ts'
import type { createRefreshProgress } from '../live/refresh-progress.ts'

type Needs = {
  companies: Companies
  coverageReader: ReturnType<typeof createCoverageReader>
  refresh: Refresh
  refreshProgress: ReturnType<typeof createRefreshProgress>
}

export const gatherRoutes = ({ companies, coverageReader, refresh, refreshProgress }: Needs) =>
  createRoutes()
    .openapi(route(getCoverage), async (c) => {
      const id = companyId(c.req.param('id'))
      await companies.trackedCompanyOf(c.var.user.id, id)
      return c.json(await coverageReader.coverage(c.var.user.id, id), 200)
    })
    .openapi(route(listCoverage), async (c) => c.json(await coverageReader.summarizeCoverage(c.var.user.id), 200))
    .openapi(route(listStories), async (c) => {
      const { id } = await companies.get(c.var.user.id, companyId(c.req.param('id')))
      return c.json(await coverageReader.stories(c.var.user.id, id), 200)
    })
    .openapi(route(refreshNews), async (c) => {
      const ids = c.req.valid('json').companies.map(({ id }) => id)
      return c.json(await refresh.run(c.var.user.id, ids, refreshProgress.polled), 200)
    })
    .openapi(route(getRefreshProgress), async (c) => c.json(await refresh.current(c.var.user.id), 200))
