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
