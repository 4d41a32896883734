import { timeOfEvent } from '#domain/news/event-line.ts'
import type { CompanyStory } from '#domain/news/stories.ts'
import { eventLabel, isRelease } from '#domain/taxonomy.ts'
import { DAY_MS } from '#domain/time.ts'
import { counted } from '../../../ui/text.ts'

const RECENT_MS = 30 * DAY_MS
const AT_FIRST = 20

/** One event, or several releases. */
export type EventLine = [newest: CompanyStory, ...older: CompanyStory[]]

export type ArrangedEvents = {
  /** Of the last 30 days. */
  recent: EventLine[]
  thisYear: EventLine[]
  /** Of earlier years, or too many to be shown at first. */
  earlier: EventLine[]
  /** "14 earlier events, 2020 to 2025." */
  earlierText: string
}

/** In the order of the dates that are shown. */
export function arrangeEvents(stories: readonly CompanyStory[], now: Date): ArrangedEvents {
  const sorted = stories.toSorted((a, b) => timeOf(b) - timeOf(a) || b.id - a.id)
  const isRecent = (story: CompanyStory) => timeOf(story) >= now.getTime() - RECENT_MS
  const isThisYear = (story: CompanyStory) => yearOf(story) === now.getUTCFullYear()
  const recent = linesOf(sorted.filter(isRecent))
  const thisYear = linesOf(sorted.filter((story) => !isRecent(story) && isThisYear(story)))
  const before = linesOf(sorted.filter((story) => !isRecent(story) && !isThisYear(story)))
  const left = Math.max(0, AT_FIRST - recent.length)
  const earlier = [...recent.slice(AT_FIRST), ...thisYear.slice(left), ...before]
  return {
    recent: recent.slice(0, AT_FIRST),
    thisYear: thisYear.slice(0, left),
    earlier,
    earlierText: earlierText(earlier.flat()),
  }
}

/** Releases are frequent and say little, so that one line stands for all. */
function linesOf(stories: CompanyStory[]): EventLine[] {
  const [newest, ...older] = stories.filter(isRelease)
  return stories.flatMap((story): EventLine[] => {
    if (!isRelease(story)) return [[story]]
    return newest === story ? [[newest, ...older]] : []
  })
}

function earlierText(stories: CompanyStory[]): string {
  const years = stories.map(yearOf)
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const period = first === last ? String(first) : `${first} to ${last}`
  return `${counted(stories.length, 'earlier event', 'earlier events')}, ${period}.`
}

export const timeOf = (story: CompanyStory): number =>
  Date.parse(timeOfEvent(story, eventLabel(story)).publishedAt) || 0

const yearOf = (story: CompanyStory) => new Date(timeOf(story)).getUTCFullYear()
