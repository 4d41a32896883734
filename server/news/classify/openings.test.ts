import { expect, test } from 'vitest'
import { CUES, cuesIn } from './cues.ts'
import { openingsOf, OpeningTree } from './openings.ts'

test('every match of a pattern begins with one of its openings', () => {
  expect(openingsOf('(?:co-)?led by|q[1-3]|rais(?:e|ed)')).toEqual(['co-le', 'led b', 'q1', 'q2', 'q3', 'raise'])
  expect(openingsOf(String.raw`ban\w{0,9}|bank of`)).toEqual(['ban'])
  expect(openingsOf('%[€£]')).toEqual(['%'])
})

test('a pattern that may begin with anything or is malformed is rejected', () => {
  expect(() => openingsOf(String.raw`\w+ round`)).toThrow('May begin with anything')
  expect(() => openingsOf('(round')).toThrow('Not known')
})

test('a walk through the tree tells which patterns may match', () => {
  const tree = new OpeningTree(['raise', 'ran|rust'])
  const walk = (text: string) => [...text].reduce((node, letter) => tree.step(node, letter.charCodeAt(0)), 0)
  expect(tree.at(walk('ran'))).toEqual([1])
  expect(tree.at(walk('raise'))).toEqual([0])
  expect(walk('rä')).toBe(0)
})

test('searching by openings finds the same cues as matching every pattern', () => {
  const text =
    'acme raised about $5 million in a series a round led by north ventures; its re-launch, launched by the new chief product officer, cut 20 jobs. r&d costs rose 4 % stake q3'
  const plain = CUES.map(({ pattern }) => {
    const all = new RegExp(String.raw`(?<![\w-])${pattern.source}`, 'g')
    return Math.min(3, [...text.matchAll(all)].length)
  })
  expect(cuesIn(text)).toEqual(plain)
  expect(plain.filter((times) => times > 0).length).toBeGreaterThan(8)
})
