import { expect, test } from 'vitest'
import { NewsSummary } from '#domain/news/new-stories.ts'
import { CompanyStory } from '#domain/news/stories.ts'
import { testApp } from '../../testing/test-app.ts'

const COMPANIES = 60

test('a large portfolio counts fewer stories per company, and marking all as read marks every one', async () => {
  const app = await testApp()
  const ada = await app.signUp()
  const names = Array.from({ length: COMPANIES }, (_, at) => ({ name: `Harbor Works ${at}` }))
  await ada.send('POST', '/api/companies/bulk', names)
  const [first] = (await app.database.query('select min(id) as id from companies')) as { id: number }[]
  await app.database.query(
    `with wanted as (
       select companies.tracked_company_id, n, row_number() over () as number from companies,
         generate_series(1, case when companies.id = $2 then 201 else 1 end) n),
     found as (insert into articles (url, key, title, text, published_at, precision, kind, facts, found_at)
       select 'https://press.example/' || number, 'press.example/' || number, 'In the news ' || number, '',
         $1::timestamptz - n * interval '1 minute', 'second', 'story', '{}', $1 from wanted
       returning id, url, published_at)
     insert into tracked_company_articles
       (tracked_company_id, article_id, published_at, linked_at, source, score, evidence, event_type, weight, denied, is_primary, extracted_facts)
     select tracked_company_id, found.id, published_at, $1, 'press', 1, '[]', 'expansion', 0.5, '[]', true, '[]'
     from found join wanted on found.url = 'https://press.example/' || number`,
    [app.time.now, first?.id],
  )
  const summary = async () => NewsSummary.parse(await (await ada.get('/api/news/summary')).json())
  const newOfFirst = async () => {
    const stories = CompanyStory.array().parse(await (await ada.get(`/api/companies/${first?.id}/stories`)).json())
    return stories.filter(({ isNew }) => isNew).length
  }
  const before = await summary()
  expect(before).toMatchObject({ hasMore: true, newCompanies: COMPANIES })
  expect(before.newStories).toBeLessThan(200 + COMPANIES - 1)
  expect(await newOfFirst()).toBe(200)
  await ada.send('POST', '/api/news/read-all', { until: app.time.now.toISOString() })
  expect(await summary()).toMatchObject({ newStories: 0, hasMore: false })
  expect(await newOfFirst()).toBe(0)
})
