import { expect, test } from 'vitest'
import type { Refreshed } from '#domain/news/briefs.ts'
import { readRefresh } from './refresh.ts'

const asked = [
  { id: 1, name: 'Cedar Robotics', website: 'https://company.example' },
  { id: 2, name: 'Lumen Harbor', website: 'https://company.example' },
]
const failed = (...ids: number[]) => ids.map((companyId) => ({ companyId, reason: 'Did not answer.' }))

const answer = (change: Partial<Refreshed>): Refreshed => ({
  news: [],
  failed: [],
  waiting: [],
  newStories: 0,
  checkedAt: null,
  ...change,
})

test('a refresh works if at least one company was checked, with or without news', () => {
  expect(readRefresh(answer({ failed: failed(1) }), asked)).toEqual({
    worked: true,
    waiting: 0,
    unchecked: [{ id: 1, name: 'Cedar Robotics', reason: 'Did not answer.' }],
  })
  expect(readRefresh(answer({ failed: failed(1, 2) }), asked).worked).toBe(false)
})

test('companies still being checked count as neither checked nor failed', () => {
  expect(readRefresh(answer({ waiting: [1, 2, 99] }), asked)).toEqual({
    worked: false,
    waiting: 2,
    unchecked: [],
  })
  expect(readRefresh(answer({ waiting: [2] }), asked)).toMatchObject({
    worked: true,
    waiting: 1,
  })
})
