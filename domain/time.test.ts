import { expect, test } from 'vitest'
import { dateAndTime, publishedDate, relativeTime, shortDate } from './time.ts'

const now = new Date('2024-01-12T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()

test.each([
  ['', 'N/A'],
  [null, 'N/A'],
  [undefined, 'N/A'],
  ['yesterday-ish', 'Invalid date'],
])("\"empty gives 'N/A'; unparseable gives 'Invalid date'\": %j gives %j", (value, text) => {
  expect(relativeTime(value, now)).toBe(text)
})

test.each([
  [0, 'Just now'],
  [59, 'Just now'],
  [60, '1 minute ago'],
  [119, '1 minute ago'],
  [120, '2 minutes ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [7200, '2 hours ago'],
  [86_399, '23 hours ago'],
  [86_400, 'Yesterday'],
  [172_799, 'Yesterday'],
  [172_800, '2 days ago'],
  [604_799, '6 days ago'],
  [604_800, 'Jan 5, 2024'],
  [-300, 'Just now'],
  [-301, 'Jan 12, 2024'],
])('thresholds 60 s, 3600 s, 86400 s, 2 days, 7 days: %i seconds ago reads %j', (seconds, text) => {
  expect(relativeTime(secondsAgo(seconds), now, 'UTC')).toBe(text)
})

test("a short date such as 'Jan 5, 2024', in the reader's own zone", () => {
  expect(shortDate('2024-01-05T23:30:00Z', 'UTC')).toBe('Jan 5, 2024')
  expect(shortDate('2024-01-05T23:30:00Z', 'Pacific/Kiritimati')).toBe('Jan 6, 2024')
  expect(dateAndTime('2024-01-05T23:30:00Z', 'UTC').replaceAll(/\s/g, ' ')).toBe('Jan 5, 2024, 11:30 PM')
})

test('a day without a time is the same day everywhere', () => {
  expect(publishedDate('2024-01-05T00:00:00.000Z', 'America/New_York')).toBe('Jan 5, 2024')
  expect(publishedDate('2024-01-05T03:30:00.000Z', 'America/New_York')).toBe('Jan 4, 2024')
})
