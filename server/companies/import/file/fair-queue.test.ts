import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const LIMITS = { concurrency: 2, waiting: 20, waitingPerUser: 10 }

/** A queue whose files end when told to, and the order in which they began. */
function fixture(limits: Partial<typeof LIMITS> = {}) {
  const queue = createFairQueue({ ...LIMITS, ...limits })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const send = async (userId: string, file: string) => {
    const leave = await queue.enter(userId)
    began.push(file)
    ends.set(file, leave)
  }
  const end = async (file: string) => {
    ends.get(file)?.()
    await settled()
  }
  return { queue, began, send, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a user has one file at a time, also while nobody else has any', async () => {
  const { began, send, end } = fixture()
  for (const n of [1, 2, 3]) void send('ada', `ada ${n}`)
  await settled()
  expect(began).toEqual(['ada 1'])
  await end('ada 1')
  await end('ada 2')
  expect(began).toEqual(['ada 1', 'ada 2', 'ada 3'])
})

test('a user with ten files delays nobody who has one', async () => {
  const { began, send, end } = fixture()
  for (let n = 1; n <= 10; n += 1) void send('ada', `ada ${n}`)
  void send('bob', 'bob 1')
  await settled()
  expect(began).toEqual(['ada 1', 'bob 1'])
  await end('ada 1')
  expect(began).toEqual(['ada 1', 'bob 1', 'ada 2'])
})

test('turns go round by user, in the order in which they came', async () => {
  const { began, send, end } = fixture({ concurrency: 1 })
  for (const file of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void send(file.charAt(0), file)
  await settled()
  for (let at = 0; at < 6; at += 1) await end(began[at] ?? '')
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('whoever has sent too many is told so, and others are still taken', async () => {
  const { began, send } = fixture({ waitingPerUser: 1, waiting: 2 })
  void send('ada', 'ada 1')
  void send('ada', 'ada 2')
  await expect(send('ada', 'ada 3')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Your other files are still being read. Please try again in a moment.',
    retryAfterSeconds: 5,
  })
  void send('bob', 'bob 1')
  void send('cyd', 'cyd 1')
  await settled()
  expect(began).toEqual(['ada 1', 'bob 1'])
  await expect(send('dee', 'dee 1')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Many files are being read right now. Please try again in a moment.',
  })
})

test('once closed, those who wait and those who come are sent away', async () => {
  const { queue, send } = fixture({ concurrency: 1 })
  await send('ada', 'ada 1')
  const waiting = expect(send('bob', 'bob 1')).rejects.toMatchObject({ code: 'unavailable' })
  queue.close()
  await waiting
  await expect(send('cyd', 'cyd 1')).rejects.toMatchObject({ code: 'unavailable' })
})
