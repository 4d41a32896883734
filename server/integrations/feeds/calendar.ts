import ical, {
  ICalCalendarMethod as Method,
  ICalEventStatus as Status,
  ICalEventTransparency as Transparency,
} from 'ical-generator'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { plain, type FeedDocument } from './documents.ts'
import { summaryLines } from './stories.ts'

/** RFC 5545: one all-day event per story that reports an event. */
export function calendar({ title, host, stories }: FeedDocument): string {
  const file = ical({
    name: plain(title),
    prodId: '//Tidings//News//EN',
    scale: 'GREGORIAN',
    method: Method.PUBLISH,
    ttl: HOUR_MS / 1000,
  })
  for (const story of stories.filter(({ isEvent }) => isEvent)) {
    const { key, publishedAt, updatedAt } = story
    file.createEvent({
      id: `story-${key}@${host}`,
      stamp: updatedAt,
      lastModified: updatedAt,
      sequence: Math.max(0, story.sources.length - 1),
      allDay: true,
      start: publishedAt,
      end: new Date(publishedAt.getTime() + DAY_MS),
      summary: plain(story.title),
      description: [...summaryLines(story), story.companyUrl].map(plain).join('\n'),
      categories: [{ name: plain(story.label) }],
      url: new URL(story.url).href,
      status: story.deniedAt ? Status.CANCELLED : Status.CONFIRMED,
      transparency: Transparency.TRANSPARENT,
    })
  }
  return `${file.toString()}\r\n`
}
