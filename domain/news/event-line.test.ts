import { expect, test } from 'vitest'
import { eventLine } from './event-line.ts'
import type { Fact } from './facts.ts'

const raised: Fact = { kind: 'raised', amount: { currency: 'USD', value: 18e6 }, certainty: 'stated' }

test('a headline that names the company says it all', () => {
  expect(eventLine({ title: 'Cedar Robotics raises $18M', extractedFacts: [raised] }, 'Cedar Robotics')).toEqual({
    text: 'Cedar Robotics raises $18M',
    isNamed: true,
  })
  expect(eventLine({ title: 'Alder Pass backs Cedar Robotics', extractedFacts: [raised] }, 'Cedar Robotics')).toEqual({
    text: 'Alder Pass backs Cedar Robotics',
    isNamed: false,
  })
})

test('a headline that does not name it comes after what was stated', () => {
  expect(eventLine({ title: 'A letter from our CEO', extractedFacts: [raised] }, 'Cedar Robotics').text).toBe(
    'Raised $18 million: “A letter from our CEO”',
  )
  expect(eventLine({ title: 'Why we build in Lyon', extractedFacts: [] }, 'Cedar Robotics').text).toBe(
    'Why we build in Lyon',
  )
})

test('a longer word is not the name', () => {
  expect(eventLine({ title: 'Cedars fall in storm', extractedFacts: [] }, 'Cedar').isNamed).toBe(false)
})
