import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CompanyStory } from '#domain/news/stories.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let fixture: ReturnType<typeof articlesFixture>
let ada: TestUser
let cedar: number

beforeAll(async () => {
  app = await testApp()
  fixture = articlesFixture(app)
})

beforeEach(async () => {
  await app.database.query('delete from users; delete from tracked_companies; delete from articles')
  ada = await app.signUp()
  cedar = await fixture.add(ada, 'Cedar')
})

const report = (title: string, change: { language?: string } = {}) =>
  fixture.addArticle(cedar, { title, at: START.toISOString(), ...change })

async function stories(): Promise<CompanyStory[]> {
  await app.runJob('news.classify', {})
  return CompanyStory.array().parse(await (await ada.get(`/api/companies/${cedar}/stories`)).json())
}

test('a round that only sources report is reported, until an outlet states it', async () => {
  await report('Cedar is in talks to raise $50 million, sources say')
  expect(await stories()).toMatchObject([{ eventType: 'raise', certainty: 'reported' }])
  await report('Cedar raises $50 million')
  expect(await stories()).toMatchObject([{ eventType: 'raise', certainty: 'stated', roots: [{}, {}] }])
})

test('an article says in which language it is written, if that is known', async () => {
  await report('Cedar meldet Insolvenz an', { language: 'de' })
  await report('Cedar opens an office in Lyon')
  const languages = (await stories()).flatMap(({ articles }) => articles.map(({ language }) => language))
  expect(new Set(languages)).toEqual(new Set(['de', null]))
})
