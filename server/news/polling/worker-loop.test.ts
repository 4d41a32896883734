import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createWorkerLoop, type Lane } from './worker-loop.ts'

const BOUNDS = { atOnce: { fast: 7, slow: 2 }, together: 5, writers: 2, patienceMs: 1000, takeAgainMs: 5 }

/** Hands out the numbers up to `most` in the fast lane, `some` at a time. */
function numbers(most: number, some: number) {
  let given = 0
  return async (lane: Lane) => {
    if (lane === 'slow') return []
    const from = given
    given = Math.min(most, given + some)
    return Array.from({ length: given - from }, (_, at) => from + at)
  }
}

test('every task is processed and written exactly once, however they overlap', async () => {
  const written: number[] = []
  const running = { now: 0, most: 0, writing: 0, mostWriting: 0 }
  const loop = createWorkerLoop<number, number>({
    ...BOUNDS,
    take: numbers(100, 9),
    work: async (task) => {
      running.now += 1
      running.most = Math.max(running.most, running.now)
      await sleep(task % 3)
      running.now -= 1
      return task
    },
    write: async (done) => {
      running.writing += 1
      running.mostWriting = Math.max(running.mostWriting, running.writing)
      await sleep(3)
      running.writing -= 1
      written.push(...done)
    },
  })
  await loop.run()
  expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at))
  expect(loop.begun()).toBe(100)
  expect(running.most).toBe(7)
  expect(running.mostWriting).toBeLessThanOrEqual(2)
})

test('a run without tasks ends at once', async () => {
  const write = () => Promise.reject(new Error('there is nothing to write'))
  const work = async (task: number) => task
  const loop = createWorkerLoop({ ...BOUNDS, take: numbers(0, 9), work, write })
  await loop.run()
  expect(loop.begun()).toBe(0)
})

test('a failure to take, process or write a task rejects the run', async () => {
  const fine = {
    ...BOUNDS,
    take: numbers(20, 9),
    work: async (task: number) => task,
    write: async () => {},
  }
  const broken = () => Promise.reject(new Error('the disk is full'))
  for (const fault of [{ take: broken }, { work: broken }, { write: broken }])
    await expect(createWorkerLoop({ ...fine, ...fault }).run()).rejects.toThrow('the disk is full')
})

/** A promise that stays pending until the test releases it. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, release: resolve }
}

test('finished tasks are written without waiting for a slow one', async () => {
  const slow = held()
  const written: number[] = []
  const loop = createWorkerLoop<number, number>({
    ...BOUNDS,
    patienceMs: 5,
    take: numbers(3, 3),
    work: async (task) => {
      if (task === 0) await slow.promise
      return task
    },
    write: async (done) => void written.push(...done),
  })
  const run = loop.run()
  await expect.poll(() => written).toEqual([1, 2])
  slow.release()
  await run
  expect(written).toEqual([1, 2, 0])
})

test('while one task is slow, new tasks are taken, even after a while without any', async () => {
  const slow = held()
  const due = ['slow']
  const done: string[] = []
  let timesEmpty = 0
  const loop = createWorkerLoop<string, string>({
    ...BOUNDS,
    patienceMs: 1,
    take: async (lane) => {
      const taken = lane === 'fast' ? due.splice(0) : []
      if (taken.length === 0) timesEmpty += 1
      return taken
    },
    work: async (task) => {
      if (task === 'slow') await slow.promise
      return task
    },
    write: async (batch) => void done.push(...batch),
  })
  const run = loop.run()
  await expect.poll(() => timesEmpty).toBeGreaterThan(3)
  due.push('later')
  await expect.poll(() => done).toEqual(['later'])
  slow.release()
  await run
  expect(done).toEqual(['later', 'slow'])
})

test('a task that moves to the slow lane frees its slot, and no run waits for it', async () => {
  const hanging = held()
  const done: number[] = []
  const isMoved: boolean[] = []
  const loop = createWorkerLoop<number, number>({
    ...BOUNDS,
    atOnce: { fast: 1, slow: 2 },
    patienceMs: 1,
    take: numbers(4, 4),
    work: async (task, toSlowLane) => {
      await sleep(0)
      if (task < 3) {
        isMoved.push(toSlowLane())
        if (isMoved.at(-1)) await hanging.promise
      }
      return task
    },
    write: async (batch) => void done.push(...batch),
  })
  await loop.run()
  // The slow lane has room for two, so the third slow task can't move there.
  expect(isMoved).toEqual([true, true, false])
  expect(done).toEqual([2, 3])
  hanging.release()
  await expect.poll(() => done).toEqual([2, 3, 0, 1])
})

test('each lane takes its own tasks, and a full slow lane does not hold up the fast one', async () => {
  const hanging = held()
  const due: Record<Lane, string[]> = { slow: ['a', 'b', 'c', 'd'], fast: ['e', 'f'] }
  const begun: string[] = []
  const loop = createWorkerLoop<string, string>({
    ...BOUNDS,
    patienceMs: 1,
    take: async (lane) => due[lane].splice(0),
    work: async (task) => {
      begun.push(task)
      if (task < 'e') await hanging.promise
      return task
    },
    write: async () => {},
  })
  await loop.run()
  expect(begun.toSorted()).toEqual(['a', 'b', 'e', 'f'])
  hanging.release()
  await expect.poll(() => begun.length).toBe(6)
})
