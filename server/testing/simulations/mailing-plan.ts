import { EVENT_WEIGHTS, type EventType } from '#domain/taxonomy.ts'
import type { NewAlertRule } from '#domain/mailings/settings.ts'
import type { Schedule } from '#domain/mailings/schedule.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { seededRandom } from '../seeded-random.ts'

export type Reader = { id: string; schedule: Schedule; rule: NewAlertRule }

/** An article appears, or turns out to belong to an older story. */
export type Happened = { at: Date; company: number; key: string } & (
  | { kind: 'article'; title: string; publishedAt: Date; eventType: EventType; weight: number; story: string | null }
  | { kind: 'join'; story: string }
)

export type Plan = {
  from: Date
  /** No news after this. */
  until: Date
  /** After the last weekly digest. */
  end: Date
  readers: Reader[]
  companiesEach: number
  /** In chronological order. */
  events: Happened[]
}

type Size = { from: Date; days: number; readers: number; companiesEach: number; stories: number; seed: number }

const EVERYTHING: NewAlertRule = {
  companyId: null,
  events: ['raise', 'acquisition', 'closure', 'layoffs', 'leadership', 'legal', 'incident', 'quiet'],
  delivery: 'at-once',
  rumors: false,
}

/** In spring, clocks go forward in the north and back in the south. Two o'clock is one of the hours affected. */
const READERS: [Schedule, Partial<NewAlertRule>][] = [
  [{ digest: 'weekly', weekday: 1, hour: 8, timeZone: 'America/New_York' }, {}],
  [{ digest: 'daily', weekday: 1, hour: 2, timeZone: 'Europe/Berlin' }, {}],
  [{ digest: 'weekly', weekday: 5, hour: 17, timeZone: 'Asia/Kolkata' }, { delivery: 'digest' }],
  [{ digest: 'daily', weekday: 1, hour: 2, timeZone: 'Pacific/Auckland' }, { events: ['raise', 'closure'] }],
  [{ digest: 'daily', weekday: 1, hour: 20, timeZone: 'America/New_York' }, { events: ['layoffs', 'legal', 'quiet'] }],
]

/** Other readers' stories are never regrouped, so that a preview of the past is exact for them. */
export const isRegrouped = (reader: number): boolean => reader % 2 === 0

const AFTERWARDS_MS = 8 * DAY_MS

/** Deterministic for a given seed. */
export function planMailings({ from, days, readers: count, companiesEach, stories, seed }: Size): Plan {
  const random = seededRandom(seed)
  const until = new Date(from.getTime() + days * DAY_MS)
  const readers = READERS.slice(0, count).map(([schedule, rule], at): Reader => ({
    id: `00000000-0000-4000-8000-${String(at + 1).padStart(12, '0')}`,
    schedule,
    rule: { ...EVERYTHING, ...rule },
  }))
  const events: Happened[] = []
  const firsts: { key: string; company: number; at: number }[] = []
  for (let story = 0; story < stories; story += 1) {
    const key = `https://press.example/${story}`
    // Unevenly distributed, so that some companies have no news for long enough to go quiet.
    const company = Math.floor(random() ** 2 * companiesEach * count)
    const at = from.getTime() + 1 + Math.floor(random() * (days * DAY_MS - 2 * HOUR_MS))
    const eventType = pick(TYPES, random)
    const article = (ofKey: string, time: number, root: string | null): Happened => {
      return {
        kind: 'article',
        at: new Date(time),
        company,
        key: ofKey,
        title: Array.from({ length: 8 }, () => word(random)).join(' '),
        publishedAt: new Date(time - Math.floor(random() * 2 * DAY_MS)),
        eventType,
        weight: EVENT_WEIGHTS[eventType],
        story: root,
      }
    }
    events.push(article(key, at, null))
    const later = Math.min(at + random() * 10 * DAY_MS, until.getTime() - HOUR_MS)
    if (random() < 0.3) events.push(article(`${key}/again`, later, key))
    const older = firsts.find((first) => first.company === company && first.at < at && at - first.at < 9 * DAY_MS)
    if (older && random() < 0.1 && isRegrouped(Math.floor(company / companiesEach)))
      events.push({ kind: 'join', at: new Date(later), company, key, story: older.key })
    firsts.push({ key, company, at })
  }
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  return { from, until, end: new Date(until.getTime() + AFTERWARDS_MS), readers, companiesEach, events }
}

const TYPES: EventType[] = [
  ...(['raise', 'acquisition', 'closure', 'layoffs', 'departure', 'arrival', 'legal', 'incident'] as const),
  ...(['launch', 'launch', 'partnership', 'partnership', 'expansion', 'results', 'mention', 'mention'] as const),
]

const pick = <Item>(list: Item[], random: () => number): Item => list[Math.floor(random() * list.length)] as Item

const word = (random: () => number) =>
  Array.from({ length: 7 }, () => String.fromCodePoint(97 + Math.floor(random() * 26))).join('')
