import { expect, test } from 'vitest'
import { createLogoStore } from './logo-store.ts'

const tick = () => new Promise((resolve) => setTimeout(resolve, 0))

function setUp() {
  const time = { now: 0 }
  const loads: { path: string; signal: AbortSignal; answer: (blob: Blob) => void; fail: () => void }[] = []
  const revoked: string[] = []
  let urls = 0
  const store = createLogoStore({
    load: (path, signal) =>
      new Promise((resolve, reject) => {
        loads.push({ path, signal, answer: resolve, fail: () => reject(new Error('no answer')) })
      }),
    now: () => time.now,
    createUrl: () => `blob:${(urls += 1)}`,
    revokeUrl: (url) => revoked.push(url),
  })
  return { store, loads, revoked, time }
}

const picture = new Blob(['picture'])

test('at most 4 requests run at a time, each once, in order', async () => {
  const { store, loads } = setUp()
  for (const key of ['a', 'b', 'c', 'd', 'e', 'a', 'f', 'e']) store.ask(key, `/${key}`)
  expect(loads.map(({ path }) => path)).toEqual(['/a', '/b', '/c', '/d'])
  loads[1]?.answer(picture)
  await tick()
  expect(loads.map(({ path }) => path)).toEqual(['/a', '/b', '/c', '/d', '/e'])
  expect(store.find('b')?.url).toBe('blob:1')
  loads[0]?.fail()
  await tick()
  expect(loads.at(-1)?.path).toBe('/f')
})

test('a logo scrolled out of view before its turn is not requested', async () => {
  const { store, loads } = setUp()
  for (const key of ['a', 'b', 'c', 'd']) store.ask(key, `/${key}`)
  const callOff = store.ask('e', '/e')
  const other = store.ask('f', '/f')
  store.ask('f', '/f')
  callOff()
  other()
  loads[0]?.answer(picture)
  await tick()
  expect(loads.at(-1)?.path).toBe('/f')
})

test('a burst of 40 starts at once; more follow at 8 per second', async () => {
  const { store, loads, time } = setUp()
  for (let index = 0; index < 60; index += 1) store.ask(String(index), `/${index}`)
  for (let index = 0; index < 45; index += 1) {
    loads[index]?.answer(picture)
    await tick()
  }
  expect(loads).toHaveLength(40)
  time.now += 1000
  await new Promise((resolve) => setTimeout(resolve, 200))
  for (let index = 40; index < 60; index += 1) {
    loads[index]?.answer(picture)
    await tick()
  }
  expect(loads).toHaveLength(48)
})

test('"logo time-out 3 s"', async () => {
  const { store, loads } = setUp()
  store.ask('a', '/a')
  expect(loads[0]?.signal.aborted).toBe(false)
  await new Promise((resolve) => setTimeout(resolve, 3100))
  expect(loads[0]?.signal.aborted).toBe(true)
})

test('a logo is cached for the session; "none" and "failed" are retried later', async () => {
  const { store, loads, time } = setUp()
  for (const key of ['picture', 'none', 'failed']) store.ask(key, `/${key}`)
  loads[0]?.answer(picture)
  loads[1]?.answer(new Blob([]))
  loads[2]?.fail()
  await tick()
  expect(['picture', 'none', 'failed'].map(store.find)).toMatchObject([
    { url: 'blob:1', failed: false },
    { url: null, failed: false },
    { url: null, failed: true },
  ])
  const fresh = () => ['picture', 'none', 'failed'].map(store.isFresh)
  expect(fresh()).toEqual([true, true, true])
  time.now = 61_000
  expect(fresh()).toEqual([true, true, false])
  time.now = 601_000
  expect(fresh()).toEqual([true, false, false])
})

test('at most 500 logos are kept; the oldest is dropped first, but visible ones stay', async () => {
  const { store, loads, revoked, time } = setUp()
  const add = async (key: string) => {
    time.now += 1000
    store.ask(key, `/${key}`)
    loads.at(-1)?.answer(picture)
    await tick()
  }
  const stop = store.watch('0', () => {})
  for (let index = 0; index < 502; index += 1) await add(String(index))
  expect(revoked).toEqual(['blob:2', 'blob:3'])
  expect([store.find('0')?.url, store.find('1'), store.find('501')?.url]).toEqual(['blob:1', null, 'blob:502'])
  stop()
  await add('502')
  expect(revoked.at(-1)).toBe('blob:1')
})

test('requests for a removed company are canceled and do not count as failures', async () => {
  const { store, loads } = setUp()
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) store.ask(key, `/${key}`)
  store.callOff((path) => path === '/a' || path === '/e')
  expect(loads.map(({ signal }) => signal.aborted)).toEqual([true, false, false, false])
  loads[0]?.fail()
  await tick()
  expect(loads.at(-1)?.path).toBe('/f')
  expect([store.find('a'), store.isFresh('a')]).toEqual([null, false])
  store.ask('a', '/a')
  loads[1]?.answer(picture)
  await tick()
  expect(loads.at(-1)?.path).toBe('/a')
})

test('at the end of a session everything is dropped, including pending requests', async () => {
  const { store, loads, revoked } = setUp()
  let notified = 0
  store.watch('a', () => (notified += 1))
  for (const key of ['a', 'b', 'c', 'd', 'e']) store.ask(key, `/${key}`)
  loads[0]?.answer(picture)
  await tick()
  expect(notified).toBe(1)
  store.clear()
  expect([revoked, store.find('a'), notified]).toEqual([['blob:1'], null, 2])
  loads[1]?.answer(picture)
  await tick()
  expect(store.find('b')).toBeNull()
  store.ask('a', '/a')
  expect(loads.at(-1)?.path).toBe('/a')
})
