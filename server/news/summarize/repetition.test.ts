import { expect, test } from 'vitest'
import { foldedWords } from '../text/words.ts'
import { briefLines } from './repetition.ts'

test.each([
  [
    'Quillon hires former Tessel executive Dana Ortiz as CFO',
    'Quillon named Dana Ortiz chief financial officer.',
    false,
  ],
  ['Quillon CEO Marta Oyelaran resigns', 'Marta Oyelaran has resigned as chief executive of Quillon.', false],
  [
    'Quillon is laying off 34 people after two cities put off orders',
    'Quillon lets 34 people go, a fifth of its staff.',
    false,
  ],
  ['Quillon is laying off 34 people', 'Quillon has won an order for 900 pumps from Alderon', true],
  ['Quillon hires Dana Ortiz as CFO', 'Quillon names Paul Reid chief operating officer', true],
  ['Quillon, which insures bicycles, raises $5 million', 'Quillon, which insures bicycles, is shutting down', true],
  ['Quillon, which insures bicycles, is shutting down', 'The bicycle insurer Quillon shuts down', false],
])('recognizes repeated news: "%s", then "%s"', (first, second, isNew) => {
  const lines = briefLines(['Quillon'])
  expect(lines.add(foldedWords(first, 100))).toBe(true)
  expect(lines.add(foldedWords(second, 100))).toBe(isNew)
})
