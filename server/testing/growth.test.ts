import { expect, test } from 'vitest'
import { growth, LINEAR } from './growth.ts'

const numbers = (length: number) => Array.from({ length }, (_, at) => at)

test('linear work is distinguished from quadratic work', async () => {
  const once = (all: number[]) => all.reduce((sum, one) => sum + one)
  const again = (all: number[]) => all.filter((one) => all.findLast((other) => other === one + 0.5)).length
  expect(await growth(numbers, 1_000_000, once)).toBeLessThan(LINEAR)
  expect(await growth(numbers, 12_000, again)).toBeGreaterThan(LINEAR)
})
