import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownWords } from '#domain/updates/email-text.ts'
import { metricsIn } from './metrics.ts'

const Case = z.object({
  id: z.string(),
  text: z.string(),
  sentAt: z.string().default('2026-10-05'),
  expect: z.record(z.string(), z.tuple([z.string(), z.number(), z.string().nullable()])),
})
type Case = z.infer<typeof Case>

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, 'cases', `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Case.parse(JSON.parse(line)))

function resultOf({ id, text, sentAt, expect: expected }: Case, unlabeled: string[] = []) {
  const metrics = metricsIn({ text, sentAt: new Date(sentAt) }).filter(({ kind }) => !unlabeled.includes(kind))
  const found = metrics.map(({ kind, written, value, currency }) => [kind, [written, value, currency]] as const)
  return { id, expected, found: Object.fromEntries(found) }
}

function check(results: ReturnType<typeof resultOf>[], least: number): void {
  const isRight = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const wrong = results.filter(({ expected, found }) =>
    Object.entries(found).some(([kind, value]) => !isRight(expected[kind], value)),
  )
  expect(wrong).toEqual([])
  expect(results.flatMap(({ found }) => Object.keys(found)).length).toBeGreaterThanOrEqual(least)
}

/** Other languages, other ways to write money, and monthly tables. The held-out half wasn't used to write the rules. */
test.each([
  { name: 'development', least: 42 },
  { name: 'held-out', least: 44 },
])('finds enough metrics in the $name cases and no wrong ones', ({ name, least }) => {
  check(
    read(name).map((each) => resultOf(each)),
    least,
  )
})

/**
 * Whole emails by somebody who didn't know the rules, and the patterns behind the rules. Neither states which growth
 * and customers to expect.
 */
test.each([
  { name: 'founders-development', least: 106 },
  { name: 'patterns', least: 910 },
])('finds enough metrics in the $name cases and no wrong ones', ({ name, least }) => {
  const own = read(name).map((each) => ({ ...each, text: ownWords(each.text) }))
  check(
    own.map((each) => resultOf(each, ['growth', 'customers'])),
    least,
  )
})
