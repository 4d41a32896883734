import { getAnalytics, getTimeline, listActivity } from '#domain/news/explore-endpoints.ts'
import { getCoverage, getFeed, listCompanyNews, listCoverage, listStories } from '#domain/news/endpoints.ts'
import { queriesOf } from '../../api/query.ts'

export const allNews = queriesOf(
  getFeed,
  listCoverage,
  getAnalytics,
  listCompanyNews,
  listStories,
  getCoverage,
  getTimeline,
  listActivity,
)
