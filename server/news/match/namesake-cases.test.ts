import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ArticleOfCase } from '../reading/cases/press-cases.ts'
import { match } from './match.ts'

const NamesakeCase = ArticleOfCase.extend({ expect: z.object({ about: z.boolean() }) })

/** Invented news of companies and of namesakes in other trades; the held-out half wasn't read while writing the rules. */
const casesOf = (half: string) =>
  readFileSync(new URL(`./cases/namesakes-${half}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => NamesakeCase.parse(JSON.parse(line)))

test.each([
  { half: 'development', leastFound: 17, leastAsked: 3, mostFalse: 3 },
  { half: 'held-out', leastFound: 24, leastAsked: 1, mostFalse: 5 },
])('finds the news of the company among namesakes in other trades ($half)', (expected) => {
  const { half, leastFound, leastAsked, mostFalse } = expected
  const results = casesOf(half).map((one) => ({ ...one, ...match(one.company, { title: one.title, text: one.text }) }))
  const matched = results.filter(({ about }) => about)
  const asked = results.filter(({ isDoubtful }) => isDoubtful)
  expect(asked.filter((one) => one.expect.about).length).toBeGreaterThanOrEqual(leastAsked)
  expect(matched.filter((one) => one.expect.about).length).toBeGreaterThanOrEqual(leastFound)
  expect(matched.filter((one) => !one.expect.about).length).toBeLessThanOrEqual(mostFalse)
})
