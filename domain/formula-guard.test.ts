import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardFormula, unguardFormula } from './formula-guard.ts'

const start = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\0',
  '＝',
  '＋',
  '－',
  '＠',
  "'",
  "'=",
  '',
)
const cell = fc.tuple(start, start, fc.string({ unit: 'binary' })).map((parts) => parts.join(''))

test.each(['=1+1', '+1', '-1', '@SUM', '\t=1', "'=1", '＝1'])('%j is not run by a spreadsheet', (value) => {
  expect(guardFormula(value)).toBe(`'${value}`)
})

test.each(['Acme', "'tis Inc", "O'Neil", ''])('%j stays as it is', (value) => {
  expect(guardFormula(value)).toBe(value)
  expect(unguardFormula(value)).toBe(value)
})

test('what is exported comes back as it was', () => {
  fc.assert(fc.property(cell, (value) => unguardFormula(guardFormula(value)) === value))
})
