import { expect, test } from 'vitest'
import { parseFeedDate } from './feed-date.ts'

test.each([
  ['Tue, 03 Nov 2026 09:30:15 GMT', '2026-11-03T09:30:15Z second'],
  ['Tue, 3 Nov 26 09:30 EST', '2026-11-03T14:30:00Z second'],
  ['03 November 2026 09:30:15 +0530', '2026-11-03T04:00:15Z second'],
  ['Tue, 03 Nov 2026 09:30:15 GMT+02:00', '2026-11-03T07:30:15Z second'],
  ['Tue Nov  3 09:30:15 2026', '2026-11-03T09:30:15Z second'],
  ['Nov 3, 2026 9:30 PM', '2026-11-03T21:30:00Z second'],
  ['November 3, 2026', '2026-11-03T00:00:00Z day'],
  ['mar., 03 nov. 2026 09:30:15 +0100', '2026-11-03T08:30:15Z second'],
  ['Di, 03 Okt 2026 09:30:15 +0200', '2026-10-03T07:30:15Z second'],
  ['2026-11-03T09:30:15Z', '2026-11-03T09:30:15Z second'],
  ['2026-11-03T09:30:15.123456-08:00', '2026-11-03T17:30:15Z second'],
  ['2026-11-03 09:30', '2026-11-03T09:30:00Z second'],
  ['20261103T093015Z', '2026-11-03T09:30:15Z second'],
  ['2026-11-03', '2026-11-03T00:00:00Z day'],
  ['2026-1-5', '2026-01-05T00:00:00Z day'],
  ['2026-11-03T00:00:00+01:00', '2026-11-02T23:00:00Z day'],
  ['11/3/2026 9:05:00 AM', '2026-11-03T09:05:00Z second'],
  ['25/12/2026', '2026-12-25T00:00:00Z day'],
  ['03.11.2026 08:15', '2026-11-03T08:15:00Z second'],
  ['03-Nov-2026 08:15:00 UTC', '2026-11-03T08:15:00Z second'],
  ['Tue, 03 Nov 2026 24:00:00 GMT', '2026-11-04T00:00:00Z second'],
])('%s', (written, expected) => {
  const date = parseFeedDate(written)
  expect(date && `${date.at.toISOString().replace('.000', '')} ${date.precision}`).toBe(expected)
})

test.each([
  '',
  'yesterday',
  '2026',
  '2026-11',
  '31 Feb 2026',
  '0000-00-00',
  '1 Jan 1970',
  'Tue, 03 Foo 2026',
  '99:99',
  '1'.repeat(100_000),
])('no date: %.20s', (written) => expect(parseFeedDate(written)).toBeNull())
