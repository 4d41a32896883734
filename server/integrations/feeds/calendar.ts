import { DAY_MS } from '#domain/time.ts'
import { plain, type FeedDocument } from './documents.ts'
import { summaryLines, type OutgoingStory } from './stories.ts'

/** RFC 5545: one all-day event per story that reports an event. */
export function calendar({ title, host, stories }: FeedDocument): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tidings//News//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(title)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...stories.filter(({ isEvent }) => isEvent).flatMap((story) => eventLines(story, host)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(story: OutgoingStory, host: string): string[] {
  const { key, title, label, deniedAt, url, publishedAt, updatedAt, sources } = story
  return [
    'BEGIN:VEVENT',
    `UID:story-${key}@${host}`,
    `DTSTAMP:${instant(updatedAt)}`,
    `LAST-MODIFIED:${instant(updatedAt)}`,
    `SEQUENCE:${Math.max(0, sources.length - 1)}`,
    `DTSTART;VALUE=DATE:${day(publishedAt)}`,
    `DTEND;VALUE=DATE:${day(new Date(publishedAt.getTime() + DAY_MS))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${[...summaryLines(story), story.companyUrl].map(escaped).join(String.raw`\n`)}`,
    `CATEGORIES:${escaped(label)}`,
    // URIs aren't escaped; a parsed one contains no control characters or spaces.
    `URL:${new URL(url).href}`,
    `STATUS:${deniedAt ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]
}

const escaped = (text: string): string => plain(text).replaceAll(/[\\;,]/g, String.raw`\$&`)

const instant = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
const day = (at: Date): string => instant(at).slice(0, 8)

const MAX_OCTETS = 75

/** Folds lines at 75 octets, never inside a character. The space that starts a continuation line counts. */
function folded(line: string): string {
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MAX_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n')
}
