import { urlOf } from '#domain/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import {
  getCoverage,
  getFeed,
  getRefreshProgress,
  listCompanyNews,
  listCoverage,
  listLatestNews,
  listStories,
  refreshNews,
} from '#domain/news/endpoints.ts'
import {
  deleteView,
  countEvents,
  listHeadlines,
  getAnalytics,
  getTimeline,
  hideSuggestion,
  listHiddenSuggestions,
  listSuggestions,
  listViews,
  saveView,
  searchNews,
  unhideSuggestion,
} from '#domain/news/explore-endpoints.ts'
import {
  dismissNeed,
  getMorning,
  getNewsAttention,
  getNewsSummary,
  listStandings,
  markAllRead,
  markRead,
  markUnread,
  muteCompany,
} from '#domain/news/reading-endpoints.ts'
import { VIEW_NOT_FOUND } from '#domain/news/search.ts'
import type { Companies } from '../companies/companies.ts'
import { companyId } from '../companies/company-record.ts'
import { nextLink, createRoutes, route, streamed } from '../platform/http/route.ts'
import type { createRefreshProgress } from './live/refresh-progress.ts'
import type { Refresh } from './polling/refresh.ts'
import type { AnalyticsService } from './read/analytics/analytics.ts'
import type { CompanyStories } from './read/company-stories.ts'
import type { createCoverageReader } from './read/coverage.ts'
import type { Discover } from './read/discover/discover.ts'
import type { Mornings } from './read/morning.ts'
import type { NewStories } from './read/new-stories.ts'
import type { NewsReader } from './read/news.ts'
import type { SavedViews } from './read/search/saved-views.ts'
import type { Search } from './read/search/search.ts'
import type { Standings } from './read/standings.ts'
import { RowIdText } from '#domain/row-id.ts'

const ROWS_PER_CHUNK = 250

export const newsRoutes = (news: NewsReader) =>
  createRoutes()
    .openapi(route(listLatestNews), async (c) => {
      const query = c.req.valid('query')
      const page = await news.latest(c.var.user.id, query)
      if (page.next !== null)
        c.header('link', nextLink(urlOf(listLatestNews, { query: { ...query, cursor: page.next } })))
      return c.json(page.news, 200)
    })
    .openapi(route(getFeed), async (c) => {
      const query = c.req.valid('query')
      const { rows, next } = await news.feed(c.var.user.id, query)
      if (next !== null)
        c.header(
          'link',
          nextLink(urlOf(getFeed, { query: { ...query, company: query.company?.join(), cursor: next } })),
        )
      return streamed(c, arrayOf(rows), 'application/json')
    })
    .openapi(route(listCompanyNews), async (c) =>
      c.json(await news.ofCompany(c.var.user.id, companyId(c.req.param('id'))), 200),
    )

type CompanyNewsNeeds = {
  companies: Companies
  coverageReader: ReturnType<typeof createCoverageReader>
  companyStories: CompanyStories
  refresh: Refresh
  refreshProgress: ReturnType<typeof createRefreshProgress>
}

export const companyNewsRoutes = ({
  companies,
  companyStories,
  coverageReader,
  refresh,
  refreshProgress,
}: CompanyNewsNeeds) =>
  createRoutes()
    .openapi(route(getCoverage), async (c) => {
      const id = companyId(c.req.param('id'))
      await companies.trackedCompanyOf(c.var.user.id, id)
      return c.json(await coverageReader.coverage(c.var.user.id, id), 200)
    })
    .openapi(route(listCoverage), async (c) =>
      c.json(await coverageReader.summarizeCoverage(c.var.user.id, c.req.valid('query').company), 200),
    )
    .openapi(route(listStories), async (c) => {
      const { id } = await companies.get(c.var.user.id, companyId(c.req.param('id')))
      return c.json(await companyStories.list(c.var.user.id, id), 200)
    })
    .openapi(route(refreshNews), async (c) => {
      const ids = c.req.valid('json').companies.map(({ id }) => id)
      return c.json(await refresh.run(c.var.user.id, ids, refreshProgress.polled), 200)
    })
    .openapi(route(getRefreshProgress), async (c) => c.json(await refresh.current(c.var.user.id), 200))

type ReadingNeeds = { newStories: NewStories; mornings: Mornings; standings: Standings }

export const readingRoutes = ({ newStories, mornings, standings }: ReadingNeeds) =>
  createRoutes()
    .openapi(route(getMorning), async (c) =>
      c.json(await mornings.read(c.var.user.id, c.req.valid('query').timeZone), 200),
    )
    .openapi(route(listStandings), async (c) => c.json(await standings.list(c.var.user.id), 200))
    .openapi(route(dismissNeed), async (c) => {
      await mornings.dismiss(c.var.user.id, c.req.valid('json').key)
      return c.body(null, 204)
    })
    .openapi(route(getNewsSummary), async (c) => c.json(await newStories.summary(c.var.user.id), 200))
    .openapi(route(getNewsAttention), async (c) => c.json(await newStories.attention(c.var.user.id), 200))
    .openapi(route(markRead), async (c) => {
      await newStories.markRead(c.var.user.id, c.req.valid('json'))
      return c.body(null, 204)
    })
    .openapi(route(markUnread), async (c) => {
      await newStories.markUnread(c.var.user.id, c.req.valid('json'))
      return c.body(null, 204)
    })
    .openapi(route(markAllRead), async (c) => {
      await newStories.markAllRead(c.var.user.id, new Date(c.req.valid('json').until))
      return c.body(null, 204)
    })
    .openapi(route(muteCompany), async (c) => {
      await newStories.mute(c.var.user.id, companyId(c.req.param('id')), c.req.valid('json').for)
      return c.body(null, 204)
    })

export const analyticsRoutes = (analytics: AnalyticsService) =>
  createRoutes()
    .openapi(route(getAnalytics), async (c) => c.json(await analytics.analytics(c.var.user.id), 200))
    .openapi(route(countEvents), async (c) => c.json(await analytics.events(c.var.user.id), 200))
    .openapi(route(listHeadlines), async (c) => c.json(await analytics.headlines(c.var.user.id), 200))
    .openapi(route(getTimeline), async (c) =>
      c.json(await analytics.timeline(c.var.user.id, companyId(c.req.param('id'))), 200),
    )

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

export const searchRoutes = (search: Search) =>
  createRoutes().openapi(route(searchNews), async (c) =>
    c.json(await search.find(c.var.user.id, c.req.valid('query')), 200),
  )

export const viewRoutes = (views: SavedViews) =>
  createRoutes()
    .openapi(route(listViews), async (c) => c.json(await views.list(c.var.user.id), 200))
    .openapi(route(saveView), async (c) => c.json(await views.add(c.var.user.id, c.req.valid('json')), 201))
    .openapi(route(deleteView), async (c) => {
      const id = RowIdText.safeParse(c.req.param('id'))
      if (!id.success) throw new AppError('not-found', VIEW_NOT_FOUND)
      await views.remove(c.var.user.id, id.data)
      return c.body(null, 204)
    })

/** Yields in chunks, so that other requests are handled in between. */
function* arrayOf(rows: Iterable<string>): Generator<string> {
  let chunk: string[] = []
  let separator = '['
  const written = () => {
    const text = separator + chunk.join(',')
    chunk = []
    separator = ','
    return text
  }
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length === ROWS_PER_CHUNK) yield written()
  }
  if (chunk.length > 0) yield written()
  yield separator === '[' ? '[]' : ']'
}
