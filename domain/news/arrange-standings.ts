import { eventLabel, isAlarming } from '../taxonomy.ts'
import { DAY_MS } from '../time.ts'
import { timeOfEvent } from './event-line.ts'
import { weigh } from './morning/arrange.ts'
import type { OwnPosition } from './morning/morning.ts'
import { byRank } from './morning/rank.ts'
import { shortPhrase } from './morning/short-phrase.ts'
import { lastRoundAt, standingOf } from './standing.ts'
import type { CompanyStanding } from './standings.ts'
import type { Story } from './stories.ts'

const WEEK_MS = 7 * DAY_MS

type Portfolio<Own> = { stories: readonly Own[]; positions: readonly OwnPosition[] }

/** How every company with news is doing, the one with the most important latest event first. */
export function standingsOf<Own extends Story & { companyId: number; companyName: string }>(
  { stories, positions }: Portfolio<Own>,
  now: Date,
): CompanyStanding[] {
  const own = Map.groupBy(stories, ({ companyId }) => companyId)
  const candidates = [...own.values()].flatMap((all) => {
    const news = all.filter(({ isPrimary }) => isPrimary)
    const recent = news.filter((story) => Date.parse(dateOf(story)) >= now.getTime() - WEEK_MS)
    return [recent.filter(isEvent), recent, news.filter(isEvent)].find(({ length }) => length > 0) ?? news
  })
  const { weighed } = weigh({ stories: candidates, positions })
  const latest = [...Map.groupBy(weighed.toSorted(byRank), ({ story }) => story.companyId).values()].flatMap(
    (events) => {
      const last = Math.max(...events.map(({ at }) => at))
      return events.filter(({ at }) => at > last - DAY_MS).slice(0, 1)
    },
  )
  return latest.toSorted(byRank).map(({ story }) => ({
    companyId: story.companyId,
    companyName: story.companyName,
    standing: standingOf(own.get(story.companyId) ?? [], now),
    roundAt: lastRoundAt(own.get(story.companyId) ?? []),
    latest: {
      storyId: story.id,
      kind: eventLabel(story),
      short: shortPhrase(story, story.companyName),
      date: dateOf(story),
      isAlarming: isAlarming(story) && story.certainty === 'stated',
      isReported: story.certainty === 'reported',
    },
  }))
}

const dateOf = (story: Story) => timeOfEvent(story, eventLabel(story)).publishedAt

/** More than that the company was mentioned. */
const isEvent = ({ eventType, denied }: Story) => eventType !== 'mention' || denied.length > 0
