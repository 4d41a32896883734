import { beforeAll, expect, test } from 'vitest'
import { find, searchFixture, titlesFound } from '../../../testing/fixtures/search-fixture.ts'
import type { TestUser } from '../../../testing/test-app.ts'

/** More than are scored or sorted at once. */
const COPIES = 1100

let fixture: Awaited<ReturnType<typeof searchFixture>>
let ada: TestUser

beforeAll(async () => {
  fixture = await searchFixture()
  ada = await fixture.app.signUp()
  const loud = await fixture.company(ada, 'Loud')
  const calm = await fixture.company(ada, 'Calm')
  const first = await fixture.tell(loud, { title: 'A lighthouse first seen', age: 30 })
  for (let at = 0; at < 6; at += 1)
    await fixture.tell(calm, { title: `Lighthouse ${at}`, age: 10 + at, section: 'Business' })
  await fixture.brief(calm, 'The lighthouse of a brief', 12)
  await fixture.app.database.query(
    `with article as (
       insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at, is_classified)
       select 'https://press.example/again/' || n, 'press.example/again/' || n, 'The lighthouse again ' || n, '',
         article.published_at + interval '28 days' + n * interval '1 minute', 'second', 'press', '{}', article.found_at, true
       from articles article, generate_series(1, $2::int) as n where article.id = $1 returning id, published_at)
     insert into tracked_company_articles (tracked_company_id, article_id, published_at, source, score, evidence, story_id)
     select companies.tracked_company_id, article.id, article.published_at, 'press', 1, '[]', $1 from article, companies where companies.id = $3`,
    [first, COPIES, loud],
  )
})

const NEWEST = [
  'A lighthouse first seen',
  'Lighthouse 0',
  'Lighthouse 1',
  'Lighthouse 2',
  'Lighthouse 3',
  'Lighthouse 4',
  'Lighthouse 5',
]

test.each(['', 'q=lighthouse&sort=newest', 'q=light&sort=newest'])(
  'a story with a thousand articles is one hit, and hides no other: %j',
  async (query) => {
    expect((await titlesFound(ada, query)).toSorted()).toEqual(NEWEST.toSorted())
    expect((await titlesFound(ada, query))[0]).toBe('A lighthouse first seen')
    const { hits } = await find(ada, query)
    const dates = hits.map(({ publishedAt }) => publishedAt)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(hits[0]?.articleCount).toBe(COPIES + 1)
  },
)

test.each(['sort=newest', 'q=lighthouse&sort=newest', 'q=lighthouse&sort=relevance', 'section=Business'])(
  'small pages concatenate to the large page: %s',
  async (query) => {
    const whole = await titlesFound(ada, `${query}&limit=50`)
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 12; page += 1) {
      const { hits, next } = await find(ada, `${query}&limit=1${cursor}`)
      seen.push(...hits.map(({ title }) => title.map(({ text }) => text).join('')))
      if (next === null) break
      cursor = `&cursor=${next}`
    }
    expect(seen).toEqual(whole)
    expect(whole.length).toBeGreaterThan(0)
  },
)

test('rare and common words both find their stories', async () => {
  const few = await titlesFound(ada, 'q="lighthouse+3"')
  expect(few).toEqual(['Lighthouse 3'])
  expect(await titlesFound(ada, 'q=lighthouse&section=Business&sort=newest')).toEqual([
    'Lighthouse 0',
    'Lighthouse 1',
    'Lighthouse 2',
    'Lighthouse 3',
    'Lighthouse 4',
    'Lighthouse 5',
  ])
})

test.each(['', 'q=lighthouse'])('old stories of a large portfolio are found alongside new ones: %j', async (query) => {
  const ben = await fixture.app.signUp()
  const id = await fixture.company(ben, query === '' ? 'Old' : 'Older')
  await fixture.app.database.query(
    `insert into companies (user_id, name, name_key, host_key)
     select $1::uuid, 'Company ' || n, 'company ' || n, '' from generate_series(1, 1600) as n`,
    [ben.id],
  )
  await fixture.tell(id, { title: 'The lighthouse of old', age: 200 })
  expect(await titlesFound(ben, query)).toEqual(['The lighthouse of old'])
  await fixture.tell(id, { title: 'The lighthouse of today', age: 0 })
  expect(await titlesFound(ben, query)).toEqual(['The lighthouse of today', 'The lighthouse of old'])
})
