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
  expect(titles.map((title) => of(title).eventType)).toEqual(['raise', 'departure', 'launch', 'mention'])
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

test.each([
  'Fernway cuts a fifth of its staff',
  'Fernway lays off 34 as city orders slip',
  'Fernway to slash 14% of its global workforce',
  'Fernway lets 34 people go',
])('%s: people lose their work', (title) => {
  expect(of(title)).toMatchObject({ eventType: 'layoffs', direction: 'down' })
})

test.each(['Fernway cuts prices of its bikes', 'Fernway lays cables off the coast'])('%s: nobody does', (title) => {
  expect(of(title).eventType).not.toBe('layoffs')
})
