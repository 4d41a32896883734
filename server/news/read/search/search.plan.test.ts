import { afterAll, beforeAll, expect, test } from 'vitest'
import { SearchQuery } from '#domain/news/search.ts'
import { GROWING, queryPlanFixture, type QueryPlanFixture } from '../../../testing/fixtures/query-plan-fixture.ts'
import { createSearch } from './search.ts'

let fixture: QueryPlanFixture

beforeAll(async () => {
  fixture = await queryPlanFixture({
    // Reading everything is acceptable only for a user who tracks a large share of all companies.
    many: 200,
    text: `'plain text ' || md5(n || ' ' || id) || repeat(' more of it', 60)`,
  })
})
afterAll(() => fixture.close())

async function plansOf(who: 'many' | 'few', query: Record<string, string>): Promise<string[]> {
  const { answer, plans } = await fixture.ask(who, (words, userId) =>
    createSearch({ database: words, clock: () => new Date() }).find(userId, SearchQuery.parse(query)),
  )
  expect(answer.hits.length).toBeGreaterThan(0)
  return plans
}

const SEARCHES: Record<string, string>[] = [
  { q: 'word7' },
  { q: 'title plain', sort: 'newest' },
  { q: 'tit' },
  { section: 'Business' },
  { from: '2020-01-01', sort: 'oldest' },
  { source: 'brief' },
  { source: 'company-site', q: 'word7' },
]

test.each(SEARCHES)('"EXPLAIN without seq scan", "constant query count": %j', async (query) => {
  const plans = await plansOf('many', query)
  expect(plans.flatMap((plan) => plan.split('\n')).filter((line) => GROWING.test(line))).toEqual([])
  expect(plans).toHaveLength(2)
  expect(await plansOf('few', query)).toHaveLength(2)
})

test('rare words are looked up in the index', async () => {
  expect((await plansOf('many', { q: '"word7"' })).join('\n')).toMatch(/articles_search/)
})
