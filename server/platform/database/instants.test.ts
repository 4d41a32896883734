import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { isoInstant } from './instants.ts'

test('converts PostgreSQL timestamps to ISO format with milliseconds', async () => {
  const database = await testDatabase()
  const { rows } = await database.execute(
    `select at::text from unnest(array['2026-03-01 12:00:00', '2026-03-01 12:00:00.1', '2026-03-01 12:00:00.120999',
       '2026-12-31 23:59:59.999999', '1969-12-31 23:59:59.5', '12026-01-01']::timestamptz[]) as at`,
  )
  await database.close()
  const written = (rows as { at: string }[]).map(({ at }) => at)
  expect(written).toContain('2026-03-01 12:00:00.120999+00')
  expect(written.map(isoInstant)).toEqual(written.map((at) => new Date(at).toISOString()))
})

test('converts timestamps in other formats and offsets, and rejects infinity', () => {
  expect(isoInstant('2026-03-01T12:00:00+01:00')).toBe('2026-03-01T11:00:00.000Z')
  expect(isoInstant('2026-03-01 12:00:00+02')).toBe('2026-03-01T10:00:00.000Z')
  expect(() => isoInstant('infinity')).toThrow(RangeError)
})
