import { expect, test } from 'vitest'
import { companyNames, otherCompanyIn } from './other-company.ts'

const NAMES = companyNames('Cedar Robotics', ['Cedarbot'])

test.each([
  ['Birch Motion raised $30 million last year.', 'Birch Motion'],
  ['Rival Birchly, which is based in Graz, has acquired a sensor maker.', 'Birchly'],
  ['Last week, Zorblatt launched a robot for vineyards.', 'Zorblatt'],
  ['Birch Motion raised $30 million, more than Cedar Robotics.', 'Birch Motion'],
  ['Birch Motion partnered with Zorblatt on sensors.', 'Birch Motion'],
  ['Its former partner bank Zorblatt was hit by a breach in 2024.', 'Zorblatt'],
  ['Lindqvist also chairs Birch Motion, which raised $40 billion this year.', 'Birch Motion'],
  ['Birch Motion, which cut 400 jobs last year, keeps a stake.', 'Birch Motion'],
  ['Berlin-based zorblatt raised €25 million in a Series A.', 'zorblatt'],
  ['Zorblatt emploie 100 personnes et avait levé 20 millions d’euros en 2022.', 'Zorblatt'],
])('%s is news about %s', (sentence, name) => {
  expect(otherCompanyIn(sentence, NAMES)).toBe(name)
})

test.each([
  'Cedar Robotics raised $18 million.',
  'Cedar raised $18 million.',
  'Cedarbot launched a robot.',
  'Alder Capital led the Series B round of Cedar Robotics.',
  'Alder Capital acquired the company for $200 million.',
  'Alder Capital led the round.',
  'Birch Motion sued Cedar Robotics over a patent.',
  'Maria Lindqvist joined as finance chief.',
  'Maria Lindqvist raised the plant’s output.',
  'Revenue doubled to $4 million.',
  'Investors backed the plan.',
  'The company raised $18 million.',
  'It launched in Lyon.',
  'In March it opened a plant.',
  'Its chief executive Maria Lindqvist was named in May.',
  'Its new robot was shown in Lyon.',
  'Berlin-based startup raised €25 million.',
  'Cedar Robotics, which raised $40 million, opened in Lyon.',
  'Alder Capital, which led the round, has an office in Lyon.',
])('is not news about another company: %s', (sentence) => {
  expect(otherCompanyIn(sentence, NAMES)).toBeNull()
})

test('names are found in short and possessive forms, but not in lowercase or inside words', () => {
  expect(NAMES.isNamedIn('What Cedar’s robots pick')).toBe(true)
  expect(NAMES.isNamedIn('Cedarwood is a tree')).toBe(false)
  expect(NAMES.isNamedIn('under a cedar')).toBe(false)
  expect(companyNames('').isNamedIn('anything')).toBe(false)
})
