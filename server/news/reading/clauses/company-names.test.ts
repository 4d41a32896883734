import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { createEventReader } from './company-event.ts'

const read = (name: string, title: string, text: string) => {
  const { event, facts } = createEventReader({ name })({ title, text, publishedAt: '2026-11-12', isPrimary: true })
  return [event, ...facts.map((fact) => `${fact.kind} ${factValue(fact)}`)]
}

test('after the full name, an article may use its first word', () => {
  const text = 'Lamp maker Marigold Lighting has news for its staff. Marigold raised $8 million led by Birch Capital.'
  expect(read('Marigold Lighting', 'A bright week', text)).toEqual([
    'raise',
    'raised $8 million',
    'investor Birch Capital',
  ])
})

test.each([
  ['another company begins with the same word', 'Marigold Widgetry raised $8 million.'],
  ['a namesake', 'A soap called Marigold is no relation and raised $8 million.'],
])('the first word of the name may mean someone else: %s', (_, other) => {
  const text = `Marigold Lighting has news for its staff. ${other}`
  expect(read('Marigold Lighting', 'A bright week', text)).toEqual([null])
})

test.each(['Chattanooga Lighting', 'Hollow Lighting'])('a place or a common word is no short name: %s', (name) => {
  const [first] = name.split(' ')
  expect(read(name, 'A bright week', `${name} has news for its staff. ${first} raised $8 million.`)).toEqual([null])
})

test('the possessive of a name in s', () => {
  const text =
    'Birch has hired Ana Ruiz, until last week the chief technology officer of Lamps & Sons, to run its labs.'
  expect(read('Lamps & Sons', "Birch lures Lamps & Sons' technology chief", text)).toEqual(['departure'])
})
