import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompanies } from '../../companies/companies.ts'
import type { Database } from '../../platform/database/open.ts'
import { createCompanyStories } from './company-stories.ts'
import { createCoverageReader } from './coverage.ts'
import { refreshQueue } from '../polling/refresh-store.ts'
import { GROWING, queryPlanFixture, type QueryPlanFixture } from '../../testing/fixtures/query-plan-fixture.ts'
import { createNewStories } from './new-stories.ts'
import { createNews } from './news.ts'
import { newsCandidates } from './unread-stories.ts'

const MANY = 1000
const NOW = new Date()

let fixture: QueryPlanFixture

beforeAll(async () => {
  fixture = await queryPlanFixture({ many: MANY })
})
afterAll(() => fixture.close())

const companiesOf = (database: Database) =>
  createCompanies({ database, clock: () => NOW, queue: { enqueue: async () => {} } })
const newsOf = (database: Database) => createNews({ database, companies: companiesOf(database) })

const coverageOf = (database: Database) => createCoverageReader({ database, clock: () => NOW })

const newStoriesOf = (database: Database) =>
  createNewStories({
    database,
    clock: () => NOW,
    companies: companiesOf(database),
    events: { register: () => {}, publish: () => {}, latestId: async () => null },
    coverageReader: coverageOf(database),
  })

async function readSecondPage(database: Database, userId: string) {
  const { next } = await newsOf(database).feed(userId, { limit: 5 })
  return newsOf(database).feed(userId, { limit: 5, ...(next && { cursor: next }) })
}

async function readSecondPageOfLatest(database: Database, userId: string) {
  const { next } = await newsOf(database).latest(userId, { limit: 5 })
  return newsOf(database).latest(userId, { limit: 5, ...(next && { cursor: next }) })
}

/** All the news queries of the dashboard and of a company's page. */
const READS: [name: string, read: (database: Database, userId: string, companyIds: number[]) => Promise<unknown>][] = [
  ['the feed', (database, userId) => newsOf(database).feed(userId)],
  ['a page of the feed', (database, userId) => newsOf(database).feed(userId, { limit: 5 })],
  ['the next page of the feed', readSecondPage],
  ['rows of the feed', (database, userId, ids) => newsOf(database).feed(userId, { company: ids.slice(0, 5) })],
  ['the latest news', (database, userId) => newsOf(database).latest(userId, { limit: 100 })],
  ['the next page of the latest news', readSecondPageOfLatest],
  ['the news of a company', (database, userId, [id = 0]) => newsOf(database).ofCompany(userId, id)],
  ['its stories', (database, userId, [id = 0]) => createCompanyStories({ database }).list(userId, id)],
  ['what is new', (database, userId) => newStoriesOf(database).summary(userId)],
  ['its coverage', (database, userId, [id = 0]) => coverageOf(database).coverage(userId, id)],
  ['the coverage of every company', (database, userId) => coverageOf(database).summarizeCoverage(userId)],
  ['what a refresh waits for', (database, userId, ids) => refreshQueue(database.system).waiting(userId, ids, NOW)],
  ['what a refresh could not check', (database, userId, ids) => refreshQueue(database.system).failed(userId, ids)],
]

test.each(READS)('%s: uses only indexes, and as many statements for many companies as for few', async (_name, read) => {
  const { plans } = await fixture.ask('many', read)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.flatMap((plan) => plan.split('\n')).filter((node) => GROWING.test(node))).toEqual([])
  expect((await fixture.ask('few', read)).plans).toHaveLength(plans.length)
})

test('new stories are read for each company without semi joins or skip scans', async () => {
  const { plans } = await fixture.ask('many', (database, userId) => newStoriesOf(database).summary(userId))
  const nodes = plans.flatMap((plan) => plan.split('\n'))
  expect(nodes.filter((node) => node.includes('Semi Join'))).toEqual([])
  const conditions = nodes.filter((node) => node.includes('Index Cond'))
  expect(conditions.length).toBeGreaterThan(0)
  expect(conditions.filter((node) => /is_primary|linked_at/.test(node))).toEqual([])
})

test('new stories are counted from an index alone', async () => {
  const { plans } = await fixture.ask('many', (database, userId) =>
    database.readAsUser(userId, (queries) => newsCandidates(queries, userId, NOW)),
  )
  const scans = plans.flatMap((plan) => plan.split('\n')).filter((node) => / on tracked_company_articles\b/.test(node))
  expect(scans.length).toBeGreaterThan(0)
  expect(scans.filter((node) => !node.includes('Index Only Scan'))).toEqual([])
})

test('the feed has one row per company, however many there are', async () => {
  const { answer: feed } = await fixture.ask('many', (database, userId) => newsOf(database).feed(userId))
  expect([...feed.rows]).toHaveLength(MANY)
  const { answer: latest } = await fixture.ask('many', (database, userId) =>
    newsOf(database).latest(userId, { limit: 100 }),
  )
  expect(latest.news).toHaveLength(100)
})
