import { expect, test } from 'vitest'
import type { Fact } from './facts.ts'
import { statesFact } from './states-fact.ts'

const raised = (value: number): Fact => ({ kind: 'raised', amount: { currency: 'USD', value }, certainty: 'stated' })
const layoffs = (size: string): Fact => ({ kind: 'layoffs', size, certainty: 'stated' })

test.each<[string, Fact, boolean]>([
  ['raises $12.5 million', raised(12.5e6), true],
  ['sammelt 12,5 Millionen ein', raised(12.5e6), true],
  ['raises $1.2 billion', raised(1.2e9), true],
  ['raises $1,200 million', raised(1.2e9), true],
  ['raises money', raised(12.5e6), false],
  ['raises $5m', raised(5e6), true],
  ['raises $15 million, or $5.5 a share', raised(5e6), false],
  ['lays off eight people', layoffs('8'), true],
  ['lays off half its staff', layoffs('50%'), true],
  ['in a Series-A round', { kind: 'round', name: 'Series A', certainty: 'stated' }, true],
  ['uma rodada Série A', { kind: 'round', name: 'Series A', certainty: 'stated' }, true],
  ['Baroness Ngozi Achebe joins', { kind: 'joins', name: 'Dr. Achebe', role: 'board', certainty: 'stated' }, true],
  ['sold to Arclight', { kind: 'buyer', name: 'Arclight', certainty: 'stated' }, true],
  ['sold', { kind: 'buyer', name: 'Arclight', certainty: 'stated' }, false],
])('“%s” states %j: %s', (text, fact, is) => {
  expect(statesFact(text, fact)).toBe(is)
})
