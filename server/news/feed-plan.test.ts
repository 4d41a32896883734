import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompanies } from '../companies/companies.ts'
import type { Database } from '../database/open.ts'
import { createLedger } from '../gather/coverage.ts'
import { askedStore } from '../gather/refresh/refresh-store.ts'
import { GROWING, planScene, type PlanScene } from '../testing/plan-scene.ts'
import { createNews } from './news.ts'

const MANY = 1000
const NOW = new Date()

let scene: PlanScene

beforeAll(async () => {
  scene = await planScene({ many: MANY })
})
afterAll(() => scene.close())

const companiesOf = (words: Database) =>
  createCompanies({ database: words, clock: () => NOW, queue: { enqueue: async () => {} } })
const newsOf = (words: Database) => createNews({ database: words, companies: companiesOf(words) })
const subjectOf = (words: Database, userId: string, id: number) => companiesOf(words).subjectOf(userId, id)

/** Everything that the dashboard and a company's page read of the news. */
const READS: [
  name: string,
  read: (words: Database, userId: string, companyIds: number[]) => Promise<unknown>,
][] = [
  ['the feed', (words, userId) => newsOf(words).feed(userId)],
  ['the latest news', (words, userId) => newsOf(words).latest(userId, 100)],
  ['the news of a company', (words, userId, [id = 0]) => newsOf(words).ofCompany(userId, id)],
  ['its stories', (words, userId, [id = 0]) => createLedger(words).stories(userId, id)],
  [
    'its coverage',
    async (words, userId, [id = 0]) => createLedger(words).coverage(await subjectOf(words, userId, id), id),
  ],
  ['the coverage in short', (words, userId) => createLedger(words).inShort(userId)],
  ['what a refresh waits for', (words, userId, ids) => askedStore(words.system).waiting(userId, ids, NOW)],
  ['what a refresh could not check', (words, userId, ids) => askedStore(words.system).failed(userId, ids)],
]

test.each(READS)('LO-02: "EXPLAIN without seq scan", "constant query count": %s', async (_name, read) => {
  const { plans } = await scene.ask('many', read)
  expect(plans.length).toBeGreaterThan(0)
  expect(plans.filter((plan) => GROWING.test(plan))).toEqual([])
  expect((await scene.ask('few', read)).plans).toHaveLength(plans.length)
})

test('one row per company, however many there are', async () => {
  const { answer: feed } = await scene.ask('many', (words, userId) => newsOf(words).feed(userId))
  expect(feed).toHaveLength(MANY)
  const { answer: latest } = await scene.ask('many', (words, userId) => newsOf(words).latest(userId, 100))
  expect(latest).toHaveLength(100)
})
