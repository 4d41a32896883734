import { expect, test } from 'vitest'
import { readShapes } from '../testing/shapes/read-shapes.ts'
import { tryShape } from '../testing/shapes/try-shape.ts'

const shapes = readShapes()

test.each(shapes.map((shape) => [shape.title, shape] as const))('%s', async (_, shape) => {
  const { question, found, refused } = await tryShape(shape)
  expect({ isAsked: question !== null, found }).toEqual({ isAsked: shape.isAsked, found: shape.companies })
  if (shape.refused === null) expect(refused).toBeNull()
  else expect(refused).toContain(shape.refused)
})

test('most files are read without a question', () => {
  expect(shapes).toHaveLength(97)
  expect(shapes.filter(({ isAsked }) => !isAsked).length).toBeGreaterThanOrEqual(64)
})
