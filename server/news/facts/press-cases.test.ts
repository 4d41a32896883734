import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { match } from '../match/match.ts'
import { pressCases, verdictOn, type PressCase } from './cases/press-cases.ts'
import { eventOfCompany } from '../reading/reader.ts'

function isRight(one: PressCase): boolean {
  const { primary, score } = match(one.company, one)
  const { event, facts } = eventOfCompany(one.company, { ...one, isPrimary: primary && score > 0.6 })
  return verdictOn(one, { event, facts: facts.map((fact) => ({ kind: fact.kind, value: factValue(fact) })) }).isRight
}

/** The rules were written with the other half in view. */
test('event and facts are right in at least two thirds of the held-out news', () => {
  const cases = pressCases('held-out')
  expect(cases.filter(isRight).length / cases.length).toBeGreaterThan(0.66)
})
