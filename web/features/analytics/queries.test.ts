import { expect, test } from 'vitest'
import { createActivityBatch } from './queries.ts'

const activity = (companyId: number) => ({ companyId, perWeek: [], latest: null })

test('concurrent requests are batched, at most 100 per batch', async () => {
  const asked: number[][] = []
  const of = createActivityBatch(async (ids) => {
    asked.push(ids)
    return ids.map(activity)
  }, 0)
  const answers = await Promise.all(Array.from({ length: 150 }, (_, at) => of(at + 1)))
  expect(asked.map(({ length }) => length)).toEqual([100, 50])
  expect(answers[149]).toEqual(activity(150))
  expect(await of(7)).toEqual(activity(7))
  expect(asked.at(-1)).toEqual([7])
})

test('a missing company has no activity, and a failure reaches every caller', async () => {
  expect(await createActivityBatch(async () => [], 0)(1)).toBeNull()
  const broken = createActivityBatch(() => Promise.reject(new Error('500: broken')), 0)
  const answers = await Promise.allSettled([broken(1), broken(2)])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
