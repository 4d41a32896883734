import { eventLabel, type EventType } from '../taxonomy.ts'
import { DAY_MS, dateFormat } from '../time.ts'
import { timeOfEvent } from './event-line.ts'
import { mayLead } from './morning/rank.ts'
import { verbPhrase } from './morning/short-phrase.ts'
import type { TONES } from './standings.ts'
import type { Story } from './stories.ts'

const MONTH_MS = 30 * DAY_MS
const YEAR_MS = 365 * DAY_MS
const MAX_PARTS = 3

export type Tone = (typeof TONES)[number]

export type Standing = { word: string; tone: Tone }

export type StandingStory = Pick<
  Story,
  | 'id'
  | 'title'
  | 'eventType'
  | 'denied'
  | 'certainty'
  | 'isPrimary'
  | 'direction'
  | 'extractedFacts'
  | 'articles'
  | 'weight'
>

type Event = { story: StandingStory; type: EventType; at: number }

/** How a company is doing, in one word. Rumors never count, and neither does what was denied. */
export function standingOf(stories: readonly StandingStory[], now: Date): Standing {
  const events = confirmed(stories)
  const within = (ms: number, ...types: EventType[]) => {
    return events.filter(({ type, at }) => at >= now.getTime() - ms && types.includes(type))
  }
  const ending = events.find(({ type }) => type === 'closure' || type === 'acquisition' || type === 'ipo')
  if (ending) return endingText(ending, now.getTime() - ending.at < 3 * MONTH_MS)
  const trouble = within(6 * MONTH_MS, 'layoffs', 'legal', 'incident').find(
    ({ type, story }) => type !== 'legal' || story.direction !== 'up',
  )
  const [round] = within(YEAR_MS, 'raise')
  if (trouble && !(round && round.at > trouble.at)) return { word: 'At risk', tone: 'warn' }
  if (within(3 * MONTH_MS, 'departure').some(({ story }) => losesChief(story)))
    return { word: 'New leader', tone: 'quiet' }
  const grows = within(YEAR_MS, 'raise', 'expansion', 'results').some(
    ({ type, story }) => type !== 'results' || story.direction === 'up',
  )
  if (grows) return { word: 'Growing', tone: 'good' }
  const [latest] = events
  if (!latest) return { word: 'No news yet', tone: 'quiet' }
  if (now.getTime() - latest.at < 6 * MONTH_MS) return { word: 'Steady', tone: 'quiet' }
  return { word: `Quiet since ${sinceText(new Date(latest.at), now)}`, tone: 'quiet' }
}

export function lastRoundAt(stories: readonly StandingStory[]): string | null {
  const round = confirmed(stories).find(({ type }) => type === 'raise')
  return round ? new Date(round.at).toISOString() : null
}

function endingText({ type }: Event, isRecent: boolean): Standing {
  if (type === 'closure') return { word: isRecent ? 'Shutting down' : 'Shut down', tone: 'bad' }
  if (type === 'ipo') return { word: isRecent ? 'Going public' : 'Public', tone: 'accent' }
  return { word: isRecent ? 'Being sold' : 'Sold', tone: 'accent' }
}

const losesChief = ({ extractedFacts }: StandingStory) =>
  (extractedFacts ?? []).some((fact) => fact.kind === 'leaves' && /\b(?:CEO|chief executive)\b/i.test(fact.role))

const sinceText = (then: Date, now: Date) =>
  dateFormat({
    month: 'short',
    timeZone: 'UTC',
    ...(then.getUTCFullYear() !== now.getUTCFullYear() && { year: 'numeric' }),
  }).format(then)

/** Latest first. */
const confirmed = (stories: readonly StandingStory[]): Event[] =>
  stories
    .filter(({ isPrimary, certainty, eventType, denied }) => {
      return isPrimary && certainty === 'stated' && !denied.includes(eventType)
    })
    .map((story) => ({
      story,
      type: story.eventType,
      at: Date.parse(timeOfEvent(story, eventLabel(story)).publishedAt),
    }))
    .toSorted((a, b) => b.at - a.at)

/** "raises $42M Series C", with when it happened: "on November 19" or "in June". */
export type StandingPart = { storyId: number; text: string; when: string }

/** What happened to a company in the last 12 months: the most important events, latest first, to follow its name. */
export function whereItStands(stories: readonly StandingStory[], company: string, now: Date): StandingPart[] {
  const parts = confirmed(stories).flatMap(({ story, type, at }) => {
    const text = at >= now.getTime() - YEAR_MS && mayLead(story) ? verbPhrase(story, company) : null
    return text === null || text.endsWith('…') ? [] : [{ storyId: story.id, text, type, at, weight: story.weight }]
  })
  const weightiest = onePerType(parts.toSorted((a, b) => b.weight - a.weight)).slice(0, MAX_PARTS)
  return weightiest
    .toSorted((a, b) => b.at - a.at)
    .map(({ storyId, text, at }) => ({ storyId, text, when: whenText(new Date(at), now) }))
}

const onePerType = <Part extends { type: EventType }>(parts: Part[]): Part[] =>
  parts.filter(({ type }, at) => parts.findIndex((other) => other.type === type) === at)

function whenText(then: Date, now: Date): string {
  const isThisYear = then.getUTCFullYear() === now.getUTCFullYear()
  const isNear = now.getTime() - then.getTime() < 2 * MONTH_MS
  const text = dateFormat({
    month: 'long',
    timeZone: 'UTC',
    ...(isNear && { day: 'numeric' }),
    ...(!isThisYear && { year: 'numeric' }),
  }).format(then)
  return `${isNear ? 'on' : 'in'} ${text}`
}
