import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { deleteBefore } from './delete-before.ts'
import { throttles } from './schema/auth.ts'

const database = await testDatabase()
afterAll(() => database.close())

test('old rows are deleted in batches, and all others are kept', async () => {
  await database.query(`
    insert into auth.throttles (key, count, until)
    select 'key ' || n, n % 2, timestamptz '2026-03-01' - n * interval '1 minute' from generate_series(-10, 24) as n`)
  const execute = vi.spyOn(database.system, 'execute')
  const options = { alsoIf: sql`count = 0`, batch: 5 }
  await deleteBefore(database.system, throttles.until, new Date('2026-03-01'), options)
  expect(execute).toHaveBeenCalledTimes(3)
  const left = 'select count(*)::int as all, count(*) filter (where count = 0)::int as even from auth.throttles'
  expect(await database.query(left)).toEqual([{ all: 23, even: 6 }])
})
