import { and, eq, isNull } from 'drizzle-orm'
import { stakesOf } from '#domain/companies/positions/stakes.ts'
import { MAX_NEEDS, type OwnPosition, type MorningStory, type Need } from '#domain/news/morning/morning.ts'
import { timeOfEvent } from '#domain/news/event-line.ts'
import { eventLabel } from '#domain/taxonomy.ts'
import { shortDate } from '#domain/time.ts'
import type { Queries } from '../../platform/database/open.ts'
import { companies } from '../../platform/database/schema/accounts-and-companies.ts'
import { readingStore } from './reading-store.ts'

type Portfolio = { stories: readonly MorningStory[]; positions: readonly OwnPosition[]; now: Date }

/** At most two things that only the investor can do, each with where to do it. */
export async function needsOf(queries: Queries, userId: string, portfolio: Portfolio): Promise<Need[]> {
  const [sites, dismissed] = [
    await withoutSite(queries, userId),
    await readingStore(queries).dismissed(userId, portfolio.now),
  ]
  return [...outdatedValues(portfolio), ...sites].filter(({ key }) => !dismissed.has(key)).slice(0, MAX_NEEDS)
}

/** A company that shut down is hardly worth what it cost. */
function outdatedValues({ stories, positions }: Portfolio): Need[] {
  const ended = stories.filter(
    ({ eventType, certainty, isPrimary }) => eventType === 'closure' && certainty === 'stated' && isPrimary,
  )
  return ended.flatMap((story) => {
    const own = positions.filter(({ companyId }) => companyId === story.companyId)
    const happened = timeOfEvent(story, eventLabel(story)).publishedAt.slice(0, 10)
    const [stake] = stakesOf(own)
    if (!stake || stake.invested === '0') return []
    const { value } = stake
    if (value && (value.date >= happened || value.amount === '0')) return []
    const still = value ? `still has its value of ${shortDate(value.date, 'UTC')}` : 'is still valued at cost'
    return [
      {
        key: `value ${story.companyId} ${story.id}`,
        text: `${story.companyName} is shutting down but ${still}.`,
        action: 'Update value',
        path: `/companies/${story.companyId}`,
      },
    ]
  })
}

async function withoutSite(queries: Queries, userId: string): Promise<Need[]> {
  const missing = await queries.$count(
    companies,
    and(
      eq(companies.userId, userId),
      isNull(companies.removedAt),
      isNull(companies.website),
      eq(companies.isSample, false),
    ),
  )
  if (missing === 0) return []
  const [have, them] =
    missing === 1 ? ['1 company has', 'it'] : [`${missing.toLocaleString('en-US')} companies have`, 'them']
  return [
    {
      key: `websites ${missing}`,
      text: `${have} no website, so we find less news about ${them}.`,
      action: missing === 1 ? 'Add website' : 'Add websites',
      path: '/investments',
    },
  ]
}
