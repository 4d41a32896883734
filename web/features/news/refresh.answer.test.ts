import { expect, test } from 'vitest'
import { readRefresh } from './refresh.ts'

const asked = [
  { id: 1, name: 'Cedar Robotics', website: null },
  { id: 2, name: 'Lumen Harbor', website: null },
]
const failed = (...ids: number[]) => ids.map((companyId) => ({ companyId, reason: 'Did not answer.' }))

test('it has worked if at least one company was checked, with or without news', () => {
  expect(readRefresh({ news: [], failed: failed(1), waiting: [] }, asked)).toEqual({
    worked: true,
    failed: 1,
    waiting: 0,
    unchecked: [{ id: 1, name: 'Cedar Robotics', reason: 'Did not answer.' }],
  })
  expect(readRefresh({ news: [], failed: failed(1, 2), waiting: [] }, asked).worked).toBe(false)
})

test('what is still being checked has neither worked nor failed', () => {
  expect(readRefresh({ news: [], failed: [], waiting: [1, 2, 99] }, asked)).toEqual({
    worked: false,
    failed: 0,
    waiting: 2,
    unchecked: [],
  })
  expect(readRefresh({ news: [], failed: [], waiting: [2] }, asked)).toMatchObject({
    worked: true,
    waiting: 1,
  })
})
