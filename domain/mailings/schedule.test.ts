import { expect, test } from 'vitest'
import { DAY_MS } from '../time.ts'
import { isTimeZone, localTime } from '../local-time.ts'
import { nextDigestAt, scheduleText, type Schedule } from './schedule.ts'

const daily = (hour: number, timeZone: string): Schedule => ({ digest: 'daily', weekday: 1, hour, timeZone })

function slots(schedule: Schedule, from: string, count: number): string[] {
  const found: string[] = []
  let after = new Date(from)
  while (found.length < count) {
    const next = nextDigestAt(schedule, after)
    if (!next) break
    found.push(next.toISOString().slice(0, 16))
    after = next
  }
  return found
}

test.each<[string, Schedule, string, string[]]>([
  ['UTC', daily(8, 'UTC'), '2026-03-01T12:00:00Z', ['2026-03-02T08:00', '2026-03-03T08:00']],
  ['the hour itself is past', daily(8, 'UTC'), '2026-03-01T08:00:00Z', ['2026-03-02T08:00']],
  ['a moment before', daily(8, 'UTC'), '2026-03-01T07:59:59.999Z', ['2026-03-01T08:00']],
  [
    'clocks go forward in New York on March 8',
    daily(8, 'America/New_York'),
    '2026-03-06T20:00:00Z',
    ['2026-03-07T13:00', '2026-03-08T12:00', '2026-03-09T12:00'],
  ],
  [
    'clocks go back in New York on November 1',
    daily(8, 'America/New_York'),
    '2026-10-30T20:00:00Z',
    ['2026-10-31T12:00', '2026-11-01T13:00', '2026-11-02T13:00'],
  ],
  [
    'a skipped hour is the first moment after the gap',
    daily(2, 'America/New_York'),
    '2026-03-07T08:00:00Z',
    ['2026-03-08T07:00', '2026-03-09T06:00'],
  ],
  [
    'a repeated hour counts once, the first time',
    daily(1, 'America/New_York'),
    '2026-10-31T08:00:00Z',
    ['2026-11-01T05:00', '2026-11-02T06:00'],
  ],
  [
    'clocks that move by half an hour',
    daily(2, 'Australia/Lord_Howe'),
    '2026-10-03T00:00:00Z',
    ['2026-10-03T15:30', '2026-10-04T15:00'],
  ],
  [
    'midnight where clocks change at midnight',
    daily(0, 'America/Santiago'),
    '2026-09-05T12:00:00Z',
    ['2026-09-06T04:00', '2026-09-07T03:00'],
  ],
  ['a day ahead of UTC', daily(8, 'Pacific/Auckland'), '2026-03-01T12:00:00Z', ['2026-03-01T19:00']],
  ['a quarter of an hour', daily(8, 'Asia/Kathmandu'), '2026-03-01T12:00:00Z', ['2026-03-02T02:15']],
  [
    'weekly, also across the change',
    { digest: 'weekly', weekday: 1, hour: 8, timeZone: 'Europe/Berlin' },
    '2026-03-23T08:00:00Z',
    ['2026-03-30T06:00', '2026-04-06T06:00'],
  ],
  [
    'weekly on the day itself, before the hour',
    { digest: 'weekly', weekday: 7, hour: 8, timeZone: 'UTC' },
    '2026-03-01T07:00:00Z',
    ['2026-03-01T08:00', '2026-03-08T08:00'],
  ],
  ['off', { digest: 'off', weekday: 1, hour: 8, timeZone: 'UTC' }, '2026-03-01T07:00:00Z', []],
])('%s', (_, schedule, from, expected) => {
  expect(slots(schedule, from, expected.length || 1)).toEqual(expected)
})

test('every local day of a year has one digest, in any zone and at any hour', () => {
  for (const timeZone of ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Africa/Cairo'])
    for (const hour of [0, 2, 8]) {
      const days = slots(daily(hour, timeZone), '2026-01-01T12:00:00Z', 380).map(
        (at) => localTime(new Date(`${at}:00Z`), timeZone).day,
      )
      expect([timeZone, hour, new Set(days).size]).toEqual([timeZone, hour, 380])
      expect(Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')).toBe(379 * DAY_MS)
    }
})

test('time zones are recognized by their IANA names', () => {
  expect(['UTC', 'America/New_York', 'Mars/Olympus', '', "'; drop"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('the schedule is described in words', () => {
  const schedule: Schedule = { digest: 'weekly', weekday: 1, hour: 8, timeZone: 'America/New_York' }
  expect(scheduleText(schedule)).toBe('Weekly, Mondays at 8:00 AM (New York)')
  expect(scheduleText({ ...schedule, digest: 'daily', hour: 13 })).toBe('Daily at 1:00 PM (New York)')
  expect(scheduleText({ ...schedule, digest: 'daily', hour: 0, timeZone: 'UTC' })).toBe('Daily at 12:00 AM (UTC)')
  expect(scheduleText({ ...schedule, digest: 'off' })).toBe('Off')
})
