import { expect, test } from 'vitest'
import { factsOf } from './facts.ts'
import { materialityOf } from './materiality.ts'

const of = (title: string) => materialityOf(title, factsOf({ title }))

test('a raise over a departure over a launch over a mention', () => {
  const titles = [
    'Brightwell raises $12M Series A',
    'Brightwell CEO Lena Vogt steps down',
    'Brightwell launches a lamp for growers',
    'Ten greenhouses to visit this summer',
  ]
  expect(titles.map((title) => of(title).happening)).toEqual(['raise', 'departure', 'launch', 'mention'])
  const weights = titles.map((title) => of(title).weight)
  expect(weights).toEqual([...weights].sort((a, b) => b - a))
})

test.each([
  ['Brightwell raises $12M Series A', 'up'],
  ['Brightwell shuts down after record year', 'down'],
  ['Brightwell sued over lamp fires', 'down'],
  ['Brightwell profit falls', null],
  ['Brightwell opens its doors', null],
])('%s: %s', (title, direction) => {
  expect(of(title).direction).toBe(direction)
})
