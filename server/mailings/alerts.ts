import { isWanted, nextAlertTimes, alertsDue, replayAlerts, type Rule } from '#domain/mailings/alerts.ts'
import { localTime } from '#domain/local-time.ts'
import type { Schedule } from '#domain/mailings/schedule.ts'
import { ALERT_PREVIEW_DAYS, type AlertPreview, type NewAlertRule } from '#domain/mailings/settings.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Queries } from '../platform/database/open.ts'
import {
  alertedEvents,
  deliveriesOf,
  keyOf,
  mailedCompanies,
  newsSince,
  quietEvents,
  storyEvents,
  undelivered,
  unreportedQuiet,
  type MailedEvent,
} from './candidates.ts'
import { mailingStore, type Delivery } from './store.ts'

/** Longer than any alert has to wait. */
const LOOK_BACK_MS = 7 * DAY_MS
/** An article whose page is fetched late may turn out to be about an event. */
const CHECK_AGAIN_MS = 6 * HOUR_MS

type Evaluation = { due: MailedEvent[]; passedOver: Delivery[]; nextAt: Date }

export async function evaluateAlerts(
  queries: Queries,
  userId: string,
  { rules, timeZone, now }: { rules: Rule[]; timeZone: string; now: Date },
): Promise<Evaluation> {
  const after = new Date(now.getTime() - LOOK_BACK_MS)
  const companies = await mailedCompanies(queries, userId, { now })
  const found = await newsSince(queries, userId, { linkedAfter: after, now, companies })
  const news = await undelivered(queries, userId, found)
  const asksQuiet = rules.some((rule) => rule.events.includes('quiet'))
  const quiet = asksQuiet ? await unreportedQuiet(queries, userId, { companies, after, now }) : NOT_ASKED
  const events = [...storyEvents(news, now), ...quiet.events]
  const pending = events.filter((event) => isWanted(rules, event, 'at-once'))
  const emailsToday = await mailingStore(queries, userId).alertsOn(localTime(now, timeZone).day)
  const due = alertsDue(pending, { now, timeZone, emailsToday })
  const times = [
    new Date(now.getTime() + CHECK_AGAIN_MS),
    ...(quiet.nextAt ? [quiet.nextAt] : []),
    ...(pending.length > due.length ? nextAlertTimes(now, timeZone) : []),
  ]
  return {
    due,
    passedOver: news.filter(({ isMuted }) => isMuted).flatMap(deliveriesOf),
    nextAt: new Date(Math.min(...times.map((time) => time.getTime()))),
  }
}

/** Follows the same steps as the emails, as if the alert had existed for the whole preview period. */
export async function previewAlerts(
  queries: Queries,
  userId: string,
  { rule, schedule, now }: { rule: NewAlertRule; schedule: Schedule; now: Date },
): Promise<AlertPreview> {
  const after = new Date(now.getTime() - ALERT_PREVIEW_DAYS * DAY_MS)
  const rules: Rule[] = [{ ...rule, createdAt: after }]
  const companies = await mailedCompanies(queries, userId, { now })
  const news = await newsSince(queries, userId, { linkedAfter: after, now, companies })
  const asksQuiet = rule.events.includes('quiet')
  const quiet = asksQuiet ? await quietEvents(queries, userId, { companies, after, now }) : NOT_ASKED
  const events = [...storyEvents(news, now), ...quiet.events]
  const replay = replayAlerts(
    events.filter((event) => isWanted(rules, event, 'at-once')),
    schedule,
    now,
  )
  const forDigest = events.filter((event) => isWanted(rules, event, 'digest'))
  const all = await alertedEvents(queries, userId, events)
  const among = (items: MailedEvent[]) => {
    const keys = new Set(items.map(({ story }) => keyOf(story)))
    return all.filter((event) => keys.has(keyOf(event)))
  }
  return {
    days: ALERT_PREVIEW_DAYS,
    emails: replay.emails.map(({ at, items }) => ({ at: at.toISOString(), events: among(items) })),
    inDigest: among([...replay.inDigest, ...forDigest]),
  }
}

const NOT_ASKED = { events: [], nextAt: null }
