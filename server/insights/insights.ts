import {
  ANALYTICS_WEEKS,
  MOST_EVENTS,
  weekDays,
  type Timeline,
  type TimelineEvent,
} from '#domain/analytics.ts'
import type { Story } from '#domain/stories.ts'
import { storyEventType } from '#domain/story-events.ts'
import type { Companies } from '../companies/companies.ts'
import type { Database } from '../database/open.ts'
import { storiesOf } from '../gather/own-view/seen-articles.ts'
import type { Clock } from '../ports.ts'
import { insightsStore } from './store.ts'
import { storyFigures } from './story-figures.ts'

export type Insights = ReturnType<typeof createInsights>

type Needs = { database: Database; clock: Clock; companies: Pick<Companies, 'get'> }

/** What the stories of a portfolio add up to, as its owner sees them. */
export function createInsights({ database, clock, companies }: Needs) {
  const store = insightsStore(database.system)
  return {
    analytics: (userId: string) => store.analytics(userId, clock()),
    activity: (userId: string, ids: number[]) => store.activity(userId, ids, clock()),

    /** For the export: these companies' figures, by their ids. */
    figures: (userId: string, ids: number[]) => storyFigures(database.system, userId, ids, clock()),

    async timeline(userId: string, companyId: number): Promise<Timeline> {
      await companies.get(userId, companyId)
      const now = clock()
      const stories = await storiesOf(database.system, userId, companyId)
      return {
        weeks: weekDays(now, ANALYTICS_WEEKS),
        perWeek: await store.weeksOf(userId, companyId, now),
        events: stories.flatMap(toEvent).toSorted(newestFirst).slice(0, MOST_EVENTS),
      }
    },
  }
}

function toEvent({ id, title, happening, stated, articles }: Story): TimelineEvent[] {
  const [first] = articles
  if (!first) return []
  const earliest = articles.reduce((a, b) => (b.publishedAt < a.publishedAt ? b : a))
  return [
    {
      storyId: id,
      type: storyEventType(
        articles.map(({ kind }) => kind),
        happening,
      ),
      title,
      url: first.url,
      publishedAt: earliest.publishedAt,
      precision: earliest.precision,
      publisher: first.publisher,
      tellings: articles.length,
      facts: stated,
    },
  ]
}

const newestFirst = (a: TimelineEvent, b: TimelineEvent) =>
  a.publishedAt === b.publishedAt ? b.storyId - a.storyId : a.publishedAt < b.publishedAt ? 1 : -1
