import { expect, test } from 'vitest'
import { readShapes } from '../testing/shapes/read-shapes.ts'
import { tryShape } from '../testing/shapes/try-shape.ts'

test.each(['development', 'held-out'] as const)(
  'at least nine in ten typical export files (%s) are read correctly, and none silently wrong',
  async (set) => {
    const verdicts = await Promise.all(readShapes(set).map(tryShape))
    expect(verdicts).toHaveLength(40)
    expect(verdicts.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
    expect(verdicts.filter(({ verdict }) => verdict === 'right').length).toBeGreaterThanOrEqual(36)
  },
)
