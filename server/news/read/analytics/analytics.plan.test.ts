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

const analyticsOf = (database: Database) =>
  createAnalytics({
    database: database,
    clock: () => new Date(),
    companies: { get: async () => ({}) as never },
  })

const READS: [name: string, read: (database: Database, userId: string, companyIds: number[]) => Promise<unknown>][] = [
  ['the analytics', (database, userId) => analyticsOf(database).analytics(userId)],
  ['headlines', (database, userId) => analyticsOf(database).headlines(userId)],
  ['events by month', (database, userId) => analyticsOf(database).events(userId)],
  ['the story counts of an export', (database, userId, ids) => analyticsOf(database).storyCounts(userId, ids)],
  ['a timeline', (database, userId, [id = 0]) => analyticsOf(database).timeline(userId, id)],
]

test.each(READS)('"EXPLAIN without seq scan", "constant query count": %s', async (_name, read) => {
  const { plans } = await fixture.ask('many', read)
  const { plans: few } = await fixture.ask('few', read)
  expect(plans.length).toBeGreaterThan(0)
  expect([...plans, ...few].flatMap((plan) => plan.split('\n')).filter((line) => GROWING.test(line))).toEqual([])
  expect(few).toHaveLength(plans.length)
})

test('every company is in the counts, however many there are', async () => {
  const { answer: analytics } = await fixture.ask('many', (database, userId) => analyticsOf(database).analytics(userId))
  const { companies, without, quiet, quietTotal } = analytics
  expect(companies.length + without).toBe(MANY)
  expect(quiet.length).toBe(Math.min(200, quietTotal))
  const { answer: counts } = await fixture.ask('many', (database, userId, ids) =>
    analyticsOf(database).storyCounts(userId, ids),
  )
  expect(counts.size).toBe(MANY)
})
