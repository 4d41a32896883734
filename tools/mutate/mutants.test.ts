import { expect, test } from 'vitest'
import { mutantsOf, sampled } from './mutants.ts'

const mutated = (source: string) =>
  mutantsOf('x.ts', source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end))

test.each([
  ['if (a) b()', ['if (!(a)) b()']],
  ['c = a ? 1n : d', ['c = !(a) ? 1n : d']],
  ['a < b', ['a <= b']],
  ['a >= b', ['a > b']],
  ['a !== b', ['a === b']],
  ['a && b', ['a || b']],
  ['(a || b) && c', ['(a || b) || c', '(a && b) && c']],
  ['f(2_000)', ['f(2001)', 'f(1999)']],
  ["f('é', `b${c}`)", ["f('', `b${c}`)", "f('é', ``)"]],
  ['f([a])', ['f([])']],
])('%s', (source, expected) => {
  expect(mutated(source)).toEqual(expected)
})

test.each([
  ['if (a) return', 'function f() { if (a) return; g() }', 'function f() { ; g() }'],
  ['if (a) throw', 'if (a) throw b', ';'],
  ['a block that ends in return', 'function f() { if (a) { g(); return } g() }', 'function f() { ; g() }'],
  ['if (a) continue', 'for (;;) { if (a) continue; g() }', 'for (;;) { ; g() }'],
])('a guard is dropped: %s', (_, source, expected) => {
  expect(mutated(source)).toContain(expected)
})

test('a condition with an else is no guard', () => {
  expect(mutated('if (a) throw b; else g()')).toEqual(['if (!(a)) throw b; else g()'])
})

test.each([
  ['imports and exports', "import a from './a.ts'; export * from './b.ts'; export { a } from './c.ts'"],
  ['types', "type A = 'a' | 1; let a: 'b' = c; interface B { c: [1] }"],
  ['names of properties', "a = { 'b-c': d, 1: e }"],
  ['what an error says', "throw new AppError('not-found', `No ${a}.`)"],
  ['log lines', "log.warn('slow', a)"],
  ['what is empty already', "f('', [])"],
])('%s stay as they are', (_, source) => {
  expect(mutated(source)).toEqual([])
})

test('expressions with a type are mutated, in functions and in elements', () => {
  expect(mutated('const a = (b && c) as boolean')).toEqual(['const a = (b || c) as boolean'])
  expect(mutantsOf('x.tsx', 'const A = () => <p title="x">{b && c}</p>').map(({ text }) => text)).toEqual(['b || c'])
})

test('a mutant knows its line, what it was and what it became', () => {
  expect(mutantsOf('x.ts', 'f(a)\n  a > b')).toMatchObject([{ line: 2, from: 'a > b', text: 'a >= b' }])
})

test('a sample spreads over all mutants', () => {
  expect(sampled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3)).toEqual([0, 3, 6])
  expect(sampled([0, 1], 3)).toEqual([0, 1])
})
