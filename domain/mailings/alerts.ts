import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { EventType } from '../taxonomy.ts'
import { localTime } from '../local-time.ts'
import { nextDigestAt, type Schedule } from './schedule.ts'

export const ALERT_EVENTS = [
  'raise',
  'acquisition',
  'closure',
  'layoffs',
  'leadership',
  'legal',
  'incident',
  'quiet',
] as const
export type AlertEvent = (typeof ALERT_EVENTS)[number]

export const ALERT_LABELS: Record<AlertEvent, string> = {
  raise: 'Funding round',
  acquisition: 'Acquisition or IPO',
  closure: 'Shutdown',
  layoffs: 'Layoffs',
  leadership: 'Leadership change',
  legal: 'Legal',
  incident: 'Incident',
  quiet: 'Gone quiet',
}

/** As in "2 shutdowns". */
export const ALERT_NOUNS: Record<AlertEvent, string> = {
  raise: 'funding rounds',
  acquisition: 'exits',
  closure: 'shutdowns',
  layoffs: 'layoffs',
  leadership: 'leadership changes',
  legal: 'legal cases',
  incident: 'incidents',
  quiet: 'quiet companies',
}

export const ALERT_DELIVERIES = ['at-once', 'digest'] as const
export type AlertDelivery = (typeof ALERT_DELIVERIES)[number]

const BY_TYPE: Partial<Record<EventType, AlertEvent>> = {
  raise: 'raise',
  acquisition: 'acquisition',
  ipo: 'acquisition',
  closure: 'closure',
  layoffs: 'layoffs',
  departure: 'leadership',
  arrival: 'leadership',
  legal: 'legal',
  incident: 'incident',
}

export const alertEventOf = (type: EventType): AlertEvent | null => BY_TYPE[type] ?? null

export type Rule = {
  /** Null means any company. */
  companyId: number | null
  events: readonly AlertEvent[]
  delivery: AlertDelivery
  /** Also events that are only reported. */
  rumors: boolean
  /** Earlier events aren't sent. */
  createdAt: Date
}

export type Occurrence = {
  companyId: number
  event: AlertEvent
  at: Date
  /** Of talks, or by unnamed sources. */
  isReported: boolean
}

export const isWanted = (
  rules: readonly Rule[],
  { companyId, event, at, isReported }: Occurrence,
  delivery: AlertDelivery,
) =>
  rules.some(
    (rule) =>
      rule.delivery === delivery &&
      (rule.rumors || !isReported) &&
      (rule.companyId === null || rule.companyId === companyId) &&
      rule.events.includes(event) &&
      at > rule.createdAt,
  )

export const MAX_ALERT_EMAILS = 3
const MORNING_HOUR = 8
/** Events that have waited longer than this aren't sent at night. */
const FRESH_MS = HOUR_MS

type Situation = { now: Date; timeZone: string; emailsToday: number }

/** What goes out now, in one email. The rest waits for the next digest or the next morning, whichever comes first. */
export function alertsDue<Item extends Occurrence>(pending: readonly Item[], situation: Situation): Item[] {
  const { now, timeZone, emailsToday } = situation
  if (emailsToday >= MAX_ALERT_EMAILS) return []
  const isDay = localTime(now, timeZone).hour >= MORNING_HOUR
  return pending.filter(({ at }) => isDay || now.getTime() - at.getTime() <= FRESH_MS).toSorted(byTime)
}

export type Replay<Item> = { emails: { at: Date; items: Item[] }[]; inDigest: Item[] }

/** What would have been sent if alerts had been evaluated every minute up to `until`. */
export function replayAlerts<Item extends Occurrence>(
  occurrences: readonly Item[],
  schedule: Schedule,
  until: Date,
): Replay<Item> {
  const { timeZone } = schedule
  const coming = occurrences.toSorted(byTime)
  const replay: Replay<Item> = { emails: [], inDigest: [] }
  const emailsOn = new Map<string, number>()
  let pending: Item[] = []
  let now = coming[0]?.at ?? until
  for (;;) {
    const [next] = coming
    const times = [
      ...(next ? [minuteAfter(next.at)] : []),
      ...(pending.length > 0 ? [...nextAlertTimes(now, timeZone), nextDigestAt(schedule, now) ?? until] : []),
    ]
    const soonest = Math.min(...times.map((time) => time.getTime()))
    if (times.length === 0 || soonest > until.getTime()) break
    now = new Date(soonest)
    while (coming[0] && coming[0].at <= now) pending.push(...coming.splice(0, 1))
    const digestAt = nextDigestAt(schedule, new Date(now.getTime() - 1))
    if (digestAt?.getTime() === now.getTime()) {
      replay.inDigest.push(...pending)
      pending = []
      continue
    }
    const { day } = localTime(now, timeZone)
    const emailsToday = emailsOn.get(day) ?? 0
    const items = alertsDue(pending, { now, timeZone, emailsToday })
    if (items.length > 0) {
      replay.emails.push({ at: now, items })
      emailsOn.set(day, emailsToday + 1)
      pending = pending.filter((item) => !items.includes(item))
    }
    if (soonest >= until.getTime()) break
  }
  return replay
}

/** When a new day allows more emails, and when the night is over. */
export const nextAlertTimes = (now: Date, timeZone: string): Date[] =>
  [0, MORNING_HOUR].flatMap((hour) => nextDigestAt({ digest: 'daily', weekday: 1, hour, timeZone }, now) ?? [])

const minuteAfter = (at: Date) => new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS)

const byTime = (a: Occurrence, b: Occurrence) => a.at.getTime() - b.at.getTime()
