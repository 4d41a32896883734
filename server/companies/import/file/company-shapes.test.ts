import { expect, test } from 'vitest'
import { readShapes } from '../testing/shapes/read-shapes.ts'
import { tryShape } from '../testing/shapes/try-shape.ts'

test.each([
  ['development', 56],
  ['held-out', 40],
] as const)(
  'at least nine in ten typical export files (%s) are read correctly, and none silently wrong',
  async (set, count) => {
    const verdicts = await Promise.all(readShapes(set).map(tryShape))
    expect(verdicts).toHaveLength(count)
    expect(verdicts.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
    expect(verdicts.filter(({ verdict }) => verdict === 'right').length).toBeGreaterThanOrEqual(count * 0.9)
  },
)
