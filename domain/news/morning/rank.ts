import { CORRECTION, EVENT_WEIGHTS, eventLabel, type EventType } from '../../taxonomy.ts'
import type { Story } from '../stories.ts'

/** Happen often, and change little for a shareholder. */
const LESSER: ReadonlySet<EventType> = new Set(['partnership', 'launch', 'mention'])
const OF_LARGE_STAKE = 0.03
const ONE_OUTLET = 0.9
const REPORTED = 0.6

type Ranked = Pick<Story, 'title' | 'eventType' | 'denied' | 'certainty' | 'isPrimary' | 'articles'>

const isCorrection = (story: Ranked) => eventLabel(story) === CORRECTION

/** Whether events of this type may be among the first. */
export const isLeading = ({ eventType, denied }: Pick<Ranked, 'eventType' | 'denied'>): boolean =>
  !LESSER.has(eventType) || (eventType === 'mention' && denied.length > 0)

export const mayLead = (story: Ranked): boolean => story.isPrimary && isLeading(story) && !isRecord(story)

/** Records such as releases and job ads aren't events, unless the press covered them too; filings are. */
const isRecord = ({ articles }: Ranked) => articles.every(({ kind }) => kind === 'release' || kind === 'jobs')

/** What it means for a shareholder, times how sure it is. */
export function rankOf(story: Ranked, isLargeStake: boolean): number {
  const [weightiest] = story.denied.map((event) => EVENT_WEIGHTS[event]).toSorted((a, b) => b - a)
  const weight = isCorrection(story) ? (weightiest ?? 0) : EVENT_WEIGHTS[story.eventType]
  return weight * sureness(story) + (isLargeStake ? OF_LARGE_STAKE : 0)
}

function sureness(story: Ranked): number {
  if (story.certainty === 'reported' || isCorrection(story)) return REPORTED
  const isFirsthand = story.articles.some(({ source, kind }) => source === 'company-site' || kind === 'filing')
  const outlets = new Set(story.articles.map(({ publisher, url }) => publisher ?? URL.parse(url)?.hostname ?? url))
  return isFirsthand || outlets.size > 1 ? 1 : ONE_OUTLET
}

type Placed = { story: { companyName: string }; rank: number; stake: number; at: number }

/** Ties: the later event, then the larger stake, then the name. */
export const byRank = (a: Placed, b: Placed): number =>
  b.rank - a.rank || b.at - a.at || b.stake - a.stake || a.story.companyName.localeCompare(b.story.companyName, 'en')
