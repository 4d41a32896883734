import { expect, test } from 'vitest'
import {
  alertEventOf,
  alertsDue,
  isWanted,
  MAX_ALERT_EMAILS,
  replayAlerts,
  type Occurrence,
  type Rule,
} from './alerts.ts'
import type { Schedule } from './schedule.ts'

const OFF: Schedule = { digest: 'off', weekday: 1, hour: 8, timeZone: 'America/New_York' }
const until = new Date('2026-04-01T00:00:00Z')
const raised = (at: string, companyId = 1): Occurrence => ({
  companyId,
  event: 'raise',
  at: new Date(at),
  isReported: false,
})

const replayed = (times: string[], schedule = OFF) => {
  const { emails, inDigest } = replayAlerts(
    times.map((at) => raised(at)),
    schedule,
    until,
  )
  return {
    emails: emails.map(({ at, items }) => `${at.toISOString().slice(5, 16)} ×${items.length}`),
    inDigest: inDigest.length,
  }
}

test('each event type maps to one alert event or none', () => {
  expect([alertEventOf('departure'), alertEventOf('ipo'), alertEventOf('launch')]).toEqual([
    'leadership',
    'acquisition',
    null,
  ])
})

test('a rule applies to one company or all, to its events, and only after its creation', () => {
  const rule: Rule = {
    companyId: 1,
    events: ['raise'],
    delivery: 'at-once',
    rumors: false,
    createdAt: new Date('2026-03-01T00:00:00Z'),
  }
  const at = '2026-03-02T00:00:00Z'
  expect(isWanted([rule], raised(at), 'at-once')).toBe(true)
  expect(isWanted([rule], raised(at), 'digest')).toBe(false)
  expect(isWanted([rule], raised(at, 2), 'at-once')).toBe(false)
  expect(isWanted([{ ...rule, companyId: null }], raised(at, 2), 'at-once')).toBe(true)
  expect(isWanted([{ ...rule, events: ['legal'] }], raised(at), 'at-once')).toBe(false)
  expect(isWanted([rule], raised('2026-03-01T00:00:00Z'), 'at-once')).toBe(false)
})

test('what is only reported is wanted by rules that include rumors', () => {
  const rule: Rule = { companyId: null, events: ['raise'], delivery: 'at-once', rumors: false, createdAt: new Date(0) }
  const rumor = { ...raised('2026-03-02T00:00:00Z'), isReported: true }
  expect(isWanted([rule], rumor, 'at-once')).toBe(false)
  expect(isWanted([rule, { ...rule, rumors: true }], rumor, 'at-once')).toBe(true)
})

test('immediate alerts go out at the next full minute, grouped together', () => {
  expect(replayed(['2026-03-02T15:00:10Z', '2026-03-02T15:00:50Z', '2026-03-02T15:01:10Z']).emails).toEqual([
    '03-02T15:01 ×2',
    '03-02T15:02 ×1',
  ])
})

test('at most three emails go out per local day; the rest go out in one the next morning', () => {
  const day = ['15:00', '16:00', '17:00', '18:00', '19:00'].map((time) => `2026-03-02T${time}:00Z`)
  expect(MAX_ALERT_EMAILS).toBe(3)
  expect(replayed(day).emails).toEqual(['03-02T15:00 ×1', '03-02T16:00 ×1', '03-02T17:00 ×1', '03-03T13:00 ×2'])
})

test('the rest go into the digest if it comes first', () => {
  const day = ['15:00', '16:00', '17:00', '18:00'].map((time) => `2026-03-02T${time}:00Z`)
  expect(replayed(day, { ...OFF, digest: 'daily', hour: 20 })).toEqual({
    emails: ['03-02T15:00 ×1', '03-02T16:00 ×1', '03-02T17:00 ×1'],
    inDigest: 1,
  })
  expect(replayed(day, { ...OFF, digest: 'daily', hour: 8 }).inDigest).toBe(1)
  expect(replayed(day, { ...OFF, digest: 'weekly', weekday: 3 })).toEqual({
    emails: ['03-02T15:00 ×1', '03-02T16:00 ×1', '03-02T17:00 ×1', '03-03T13:00 ×1'],
    inDigest: 0,
  })
})

test('fresh news is sent at night too, but delayed news waits until morning', () => {
  const night = new Date('2026-03-03T07:00:00Z')
  const situation = { now: night, timeZone: OFF.timeZone, emailsToday: 0 }
  expect(alertsDue([raised('2026-03-03T06:30:00Z')], situation)).toHaveLength(1)
  expect(alertsDue([raised('2026-03-02T20:00:00Z')], situation)).toEqual([])
  expect(
    alertsDue([raised('2026-03-02T20:00:00Z')], { ...situation, now: new Date('2026-03-03T13:00:00Z') }),
  ).toHaveLength(1)
  expect(alertsDue([raised('2026-03-03T06:30:00Z')], { ...situation, emailsToday: 3 })).toEqual([])
})

test('sends nothing for events after the end or without events', () => {
  expect(replayed(['2026-04-01T00:00:01Z'])).toEqual({ emails: [], inDigest: 0 })
  expect(replayed([])).toEqual({ emails: [], inDigest: 0 })
})
