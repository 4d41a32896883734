import { expect, test } from 'vitest'
import { batch } from './topics.ts'

const PATIENT = { timeout: 15_000 }

test('many items are batched into few calls, one at a time, and a failure does not stop later ones', async () => {
  const calls: number[][] = []
  const failures: unknown[] = []
  let atOnce = 0
  const add = batch<number>(
    20,
    async (ids) => {
      atOnce += 1
      expect(atOnce).toBe(1)
      calls.push(ids)
      await new Promise((resolve) => setTimeout(resolve, 30))
      atOnce -= 1
      if (calls.length === 1) throw new Error('down')
    },
    (error) => failures.push(error),
  )
  for (let at = 0; at < 100; at += 1) add([at % 10, 77])
  await expect.poll(() => calls, PATIENT).toHaveLength(1)
  for (let at = 0; at < 100; at += 1) add([100 + at])
  add([])
  await expect.poll(() => calls, PATIENT).toHaveLength(2)
  expect(calls[0]).toHaveLength(11)
  expect(calls[1]).toHaveLength(100)
  expect(failures).toHaveLength(1)
})

test('the first items are handled at once, and only later ones wait', async () => {
  const calls: number[][] = []
  const add = batch<number>(
    60_000,
    async (ids) => void calls.push(ids),
    () => {},
  )
  add([1])
  add([2])
  await expect.poll(() => calls, PATIENT).toEqual([[1, 2]])
  add([3])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(calls).toHaveLength(1)
})
