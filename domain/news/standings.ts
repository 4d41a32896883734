import { z } from 'zod'
import { eventLabel, isAlarming } from '../taxonomy.ts'
import { DAY_MS } from '../time.ts'
import { timeOfEvent } from './event-line.ts'
import { weigh } from './morning/arrange.ts'
import { Phrase, type OwnPosition } from './morning/morning.ts'
import { byRank } from './morning/rank.ts'
import { shortPhrase } from './morning/short-phrase.ts'
import { standingOf, TONES } from './standing.ts'
import type { Story } from './stories.ts'

export const CompanyStanding = z.object({
  companyId: z.number(),
  companyName: z.string(),
  standing: z.object({ word: z.string().describe('Such as "Growing" or "At risk"'), tone: z.enum(TONES) }),
  latest: Phrase.extend({
    isAlarming: z.boolean(),
    isReported: z.boolean().describe('Of talks, or by unnamed sources'),
  }),
})
export type CompanyStanding = z.infer<typeof CompanyStanding>

type Portfolio<Own> = { stories: readonly Own[]; positions: readonly OwnPosition[] }

/** How every company with an event is doing, the one with the most important latest event first. */
export function standingsOf<Own extends Story & { companyId: number; companyName: string }>(
  { stories, positions }: Portfolio<Own>,
  now: Date,
): CompanyStanding[] {
  const own = Map.groupBy(stories, ({ companyId }) => companyId)
  const { weighed } = weigh({ stories: stories.filter(isEvent), positions })
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
    latest: {
      storyId: story.id,
      kind: eventLabel(story),
      short: shortPhrase(story, story.companyName),
      date: timeOfEvent(story, eventLabel(story)).publishedAt,
      isAlarming: isAlarming(story) && story.certainty === 'stated',
      isReported: story.certainty === 'reported',
    },
  }))
}

/** More than that the company was mentioned. */
const isEvent = ({ isPrimary, eventType, denied }: Story) => isPrimary && (eventType !== 'mention' || denied.length > 0)
