import { countEvents, getAnalytics, getTimeline } from '#domain/news/explore-endpoints.ts'
import { query } from '../../api/context.ts'

export const analyticsQuery = query(getAnalytics)

export const eventCountsQuery = query(countEvents)

export const timelineQuery = (companyId: number) => query(getTimeline, { params: { id: companyId } })
