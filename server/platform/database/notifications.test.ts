import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { listenOn } from './notifications.ts'

const database = await testDatabase()
afterAll(() => database.close())

const say = (payload: string) => database.query('select pg_notify($1, $2)', ['a "channel"', payload])
const listeners = () =>
  database.query(`select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`)

test('hears what is said, also after its connection was lost, until it is stopped', async () => {
  const heard: string[] = []
  const log: string[] = []
  const stop = await listenOn(
    database.owner,
    'a "channel"',
    (payload) => heard.push(payload),
    (line) => log.push(line),
  )
  await say('one')
  await vi.waitFor(() => expect(heard).toEqual(['one']), { timeout: 5000 })

  const [before] = await listeners()
  await database.query('select pg_terminate_backend($1)', [before?.pid])
  await vi.waitFor(() => expect(log).toEqual([expect.stringMatching(/^listening was interrupted: ./)]), {
    timeout: 5000,
  })
  await vi.waitFor(
    async () => {
      await say('two')
      expect(heard).toContain('two')
    },
    { timeout: 10_000, interval: 200 },
  )

  await stop()
  expect(await listeners()).toEqual([])
})

test('a database that cannot be reached at first is told to the caller', async () => {
  const nowhere = { ...database.owner, database: 'nowhere' }
  await expect(
    listenOn(
      nowhere,
      'x',
      () => {},
      () => {},
    ),
  ).rejects.toThrow(/nowhere/)
})
