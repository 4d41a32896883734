import { expect, test } from 'vitest'
import { createLimiter } from './limiter.ts'

const LIMITS = { limit: 2, perKey: 1 }

/** A limiter whose tasks end on demand, and the order in which they started. */
function fixture(limits: Parameters<typeof createLimiter>[0] = LIMITS) {
  const limiter = createLimiter(limits)
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const send = async (key: string, task: string, signal?: AbortSignal) => {
    const release = await limiter.acquire({ key, signal })
    began.push(task)
    ends.set(task, release)
  }
  const end = async (task: string) => {
    ends.get(task)?.()
    await settled()
  }
  return { limiter, began, send, end }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a key never exceeds its limit, even while no other key is in use', async () => {
  const { began, send, end } = fixture()
  for (const n of [1, 2, 3]) void send('ada', `ada ${n}`)
  await settled()
  expect(began).toEqual(['ada 1'])
  await end('ada 1')
  await end('ada 2')
  expect(began).toEqual(['ada 1', 'ada 2', 'ada 3'])
})

test('a key with ten tasks does not delay a key with one', async () => {
  const { began, send, end } = fixture()
  for (let n = 1; n <= 10; n += 1) void send('ada', `ada ${n}`)
  void send('bob', 'bob 1')
  await settled()
  expect(began).toEqual(['ada 1', 'bob 1'])
  await end('ada 1')
  expect(began).toEqual(['ada 1', 'bob 1', 'ada 2'])
})

test('keys take turns in order of arrival', async () => {
  const { began, send, end } = fixture({ limit: 1 })
  for (const task of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void send(task.charAt(0), task)
  await settled()
  for (let at = 0; at < 6; at += 1) await end(began[at] ?? '')
  expect(began).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a full key refuses tasks while others are accepted, and a full queue refuses all', async () => {
  const refusal = (scope: string) => new Error(`full: ${scope}`)
  const { began, send } = fixture({ ...LIMITS, waitingPerKey: 1, waiting: 2, refusal })
  void send('ada', 'ada 1')
  void send('ada', 'ada 2')
  await expect(send('ada', 'ada 3')).rejects.toThrow('full: key')
  void send('bob', 'bob 1')
  void send('cyd', 'cyd 1')
  await settled()
  expect(began).toEqual(['ada 1', 'bob 1'])
  await expect(send('dee', 'dee 1')).rejects.toThrow('full: all')
})

test('an aborted waiter gives its place to the next', async () => {
  const { began, send, end } = fixture({ limit: 1 })
  const stop = new AbortController()
  void send('ada', 'ada 1')
  const impatient = expect(send('bob', 'bob 1', stop.signal)).rejects.toThrow('no longer')
  void send('cyd', 'cyd 1')
  stop.abort(new Error('no longer'))
  await impatient
  await end('ada 1')
  expect(began).toEqual(['ada 1', 'cyd 1'])
  await expect(send('dee', 'dee 1', stop.signal)).rejects.toThrow('no longer')
})

test('waiting tasks can be rejected, and failed work frees its place', async () => {
  const { limiter, send, end, began } = fixture({ limit: 1 })
  await send('ada', 'ada 1')
  const waiting = expect(send('bob', 'bob 1')).rejects.toThrow('closing')
  limiter.rejectWaiting(new Error('closing'))
  await waiting
  await end('ada 1')
  await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await send('cyd', 'cyd 1')
  expect(began).toEqual(['ada 1', 'cyd 1'])
})
