import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withFault } from './fault.ts'
import { faults } from './faults.ts'

const root = new URL('../..', import.meta.url).pathname

test.each(faults)('$file: $name', (fault) => {
  expect(withFault(root, fault)).not.toBe(withFault(root, { ...fault, to: fault.from }))
  expect(fault.tests.filter((file) => !existsSync(`${root}${file}`))).toEqual([])
})

test('no fault is listed twice', () => {
  const names = faults.map(({ file, name }) => `${file} ${name}`)
  expect(new Set(names).size).toBe(names.length)
})
