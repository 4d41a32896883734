import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { workThrough } from './work-through.ts'

const BOUNDS = { atOnce: 7, together: 5, writers: 2, patienceMs: 1000 }

/** Hands out the numbers up to `most`, some at a time. */
function numbers(most: number, some: number) {
  let given = 0
  return async () => {
    const from = given
    given = Math.min(most, given + some)
    return Array.from({ length: given - from }, (_, at) => from + at)
  }
}

test('every task is worked on once and written once, however they overlap', async () => {
  const written: number[] = []
  const running = { now: 0, most: 0, writing: 0, mostWriting: 0 }
  const count = await workThrough({
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
  expect(written.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, at) => at))
  expect(count).toBe(100)
  expect(running.most).toBe(7)
  expect(running.mostWriting).toBeLessThanOrEqual(2)
})

test('nothing to do is done at once', async () => {
  const write = () => Promise.reject(new Error('there is nothing to write'))
  const work = async (task: number) => task
  expect(await workThrough({ ...BOUNDS, take: numbers(0, 9), work, write })).toBe(0)
})

test('what fails is told: taking, working or writing', async () => {
  const fine = {
    ...BOUNDS,
    take: numbers(20, 9),
    work: async (task: number) => task,
    write: async () => {},
  }
  const broken = () => Promise.reject(new Error('the disk is full'))
  for (const fault of [{ take: broken }, { work: broken }, { write: broken }])
    await expect(workThrough({ ...fine, ...fault })).rejects.toThrow('the disk is full')
})

test('what is done does not wait for one that is slow', async () => {
  let release = () => {}
  const slow = new Promise<void>((resolve) => (release = resolve))
  const written: number[] = []
  const run = workThrough({
    ...BOUNDS,
    patienceMs: 5,
    take: numbers(3, 3),
    work: async (task) => {
      if (task === 0) await slow
      return task
    },
    write: async (done) => void written.push(...done),
  })
  await expect.poll(() => written).toEqual([1, 2])
  release()
  await run
  expect(written).toEqual([1, 2, 0])
})
