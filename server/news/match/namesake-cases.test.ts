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
  { half: 'development', leastFound: 18, mostFalse: 6 },
  { half: 'held-out', leastFound: 24, mostFalse: 5 },
])('finds the news of the company among namesakes in other trades ($half)', ({ half, leastFound, mostFalse }) => {
  const matched = casesOf(half).filter(({ company, title, text }) => match(company, { title, text }).about)
  expect(matched.filter((one) => one.expect.about).length).toBeGreaterThanOrEqual(leastFound)
  expect(matched.filter((one) => !one.expect.about).length).toBeLessThanOrEqual(mostFalse)
})
