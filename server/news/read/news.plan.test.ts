import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompanies } from '../../companies/companies.ts'
import type { Database } from '../../platform/database/open.ts'
import { createCoverageReader } from './coverage.ts'
import { refreshQueue } from '../polling/refresh-store.ts'
import { GROWING, queryPlanFixture, type QueryPlanFixture } from '../../testing/fixtures/query-plan-fixture.ts'
import { createNews } from './news.ts'

const MANY = 1000
const NOW = new Date()

let fixture: QueryPlanFixture

beforeAll(async () => {
  fixture = await queryPlanFixture({ many: MANY })
})
afterAll(() => fixture.close())

const companiesOf = (words: Database) =>
  createCompanies({ database: words, clock: () => NOW, queue: { enqueue: async () => {} } })
const newsOf = (words: Database) => createNews({ database: words, companies: companiesOf(words) })

async function readSecondPage(words: Database, userId: string) {
  const { next } = await newsOf(words).feed(userId, { limit: 5 })
  return newsOf(words).feed(userId, { limit: 5, ...(next && { cursor: next }) })
}

/** Everything that the dashboard and a company's page read of the news. */
const READS: [name: string, read: (words: Database, userId: string, companyIds: number[]) => Promise<unknown>][] = [
  ['the feed', (words, userId) => newsOf(words).feed(userId)],
  ['a page of the feed', (words, userId) => newsOf(words).feed(userId, { limit: 5 })],
  ['the next page of the feed', readSecondPage],
  ['rows of the feed', (words, userId, ids) => newsOf(words).feed(userId, { company: ids.slice(0, 5) })],
  ['the latest news', (words, userId) => newsOf(words).latest(userId, 100)],
  ['the news of a company', (words, userId, [id = 0]) => newsOf(words).ofCompany(userId, id)],
  ['its stories', (words, userId, [id = 0]) => createCoverageReader(words).stories(userId, id)],
  ['its coverage', (words, userId, [id = 0]) => createCoverageReader(words).coverage(userId, id)],
  ['the coverage in short', (words, userId) => createCoverageReader(words).summarizeCoverage(userId)],
  ['what a refresh waits for', (words, userId, ids) => refreshQueue(words.system).waiting(userId, ids, NOW)],
  ['what a refresh could not check', (words, userId, ids) => refreshQueue(words.system).failed(userId, ids)],
]

test.each(READS)('"EXPLAIN without seq scan", "constant query count": %s', async (_name, read) => {
  const { plans } = await fixture.ask('many', read)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.flatMap((plan) => plan.split('\n')).filter((line) => GROWING.test(line))).toEqual([])
  expect((await fixture.ask('few', read)).plans).toHaveLength(plans.length)
})

test('one row per company, however many there are', async () => {
  const { answer: feed } = await fixture.ask('many', (words, userId) => newsOf(words).feed(userId))
  expect(feed.rows).toHaveLength(MANY)
  const { answer: latest } = await fixture.ask('many', (words, userId) => newsOf(words).latest(userId, 100))
  expect(latest).toHaveLength(100)
})
