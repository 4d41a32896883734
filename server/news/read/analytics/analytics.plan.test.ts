import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../platform/database/open.ts'
import { GROWING, queryPlanFixture, type QueryPlanFixture } from '../../../testing/fixtures/query-plan-fixture.ts'
import { createAnalytics } from './analytics.ts'

const MANY = 600

let fixture: QueryPlanFixture

beforeAll(async () => {
  fixture = await queryPlanFixture({ many: MANY, overridesEvery: 50 })
})
afterAll(() => fixture.close())

const insightsOf = (words: Database) =>
  createAnalytics({
    database: words,
    clock: () => new Date(),
    companies: { get: async () => ({}) as never },
  })

const READS: [name: string, read: (words: Database, userId: string, companyIds: number[]) => Promise<unknown>][] = [
  ['the analytics', (words, userId) => insightsOf(words).analytics(userId)],
  ['what stands beside companies', (words, userId, ids) => insightsOf(words).activity(userId, ids.slice(0, 100))],
  ['the figures of an export', (words, userId, ids) => insightsOf(words).figures(userId, ids)],
  ['a timeline', (words, userId, [id = 0]) => insightsOf(words).timeline(userId, id)],
]

test.each(READS)('"EXPLAIN without seq scan", "constant query count": %s', async (_name, read) => {
  const { plans } = await fixture.ask('many', read)
  const { plans: few } = await fixture.ask('few', read)
  expect(plans.length).toBeGreaterThan(0)
  expect([...plans, ...few].flatMap((plan) => plan.split('\n')).filter((line) => GROWING.test(line))).toEqual([])
  expect(few).toHaveLength(plans.length)
})

test('every company is in the figures, however many there are', async () => {
  const { answer: analytics } = await fixture.ask('many', (words, userId) => insightsOf(words).analytics(userId))
  const { companies, without, quiet, quietTotal } = analytics
  expect(companies.length + without).toBe(MANY)
  expect(quiet.length).toBe(Math.min(200, quietTotal))
  const { answer: figures } = await fixture.ask('many', (words, userId, ids) => insightsOf(words).figures(userId, ids))
  expect(figures.size).toBe(MANY)
})
