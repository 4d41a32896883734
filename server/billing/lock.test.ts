import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createLock } from './sync.ts'

const [ada, ben, cy, dan] = ['a', 'b', 'c', 'd'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: () => ended }
}

test('waiting too long for the lock fails with a request to retry and blocks nobody', async () => {
  const lock = createLock(database, 2, 50)
  const [first, second] = [held(), held()]
  const running = [lock(ada!, first.work), lock(ben!, second.work)]
  await expect(lock(cy!, async () => {})).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Payments are busy right now. Please try again in a minute.',
  })
  first.end()
  await running[0]
  expect(await lock(dan!, async () => 'done')).toBe('done')
  second.end()
  await running[1]
  // Runs one at a time, because on a busy machine a third concurrent call could time out again.
  for (const id of [ada!, ben!, cy!]) expect(await lock(id, async () => 'done')).toBe('done')
})

test('the lock is per user and shared across processes', async () => {
  const [here, there] = [createLock(database, 2), createLock(database, 2)]
  const order: string[] = []
  const first = held()
  let isIn = () => {}
  const entered = new Promise<void>((resolve) => {
    isIn = resolve
  })
  const one = here(ada!, async () => {
    isIn()
    await first.work()
    order.push('here')
  })
  await entered
  const other = there(ada!, async () => {
    order.push('there')
  })
  await there(ben!, async () => {
    order.push('somebody else')
  })
  first.end()
  await Promise.all([one, other])
  expect(order).toEqual(['somebody else', 'here', 'there'])
})
