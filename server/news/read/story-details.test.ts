import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CompanyStory } from '#domain/news/stories.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { newsCandidates } from './unread-stories.ts'

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

/** What counts and orders new stories. */
const candidates = () => app.database.readAsUser(ada.id, (queries) => newsCandidates(queries, ada.id, app.time.now))

test('a round that only sources report is reported, until an outlet states it', async () => {
  await report('Cedar is in talks to raise $50 million, sources say')
  expect(await stories()).toMatchObject([{ eventType: 'raise', certainty: 'reported' }])
  expect(await candidates()).toMatchObject([{ eventType: 'raise', certainty: 'reported' }])
  await report('Cedar raises $50 million')
  expect(await stories()).toMatchObject([{ eventType: 'raise', certainty: 'stated', roots: [{}, {}] }])
  expect(await candidates()).toMatchObject([{ eventType: 'raise', certainty: 'stated' }])
})

test.each([
  [
    'whatever else it says for sure',
    ['Cedar is in talks to be sold to Birch, sources say', 'Cedar opens an office in Lyon'],
  ],
  ['for the owner of a pasted feed', ['Cedar is in talks to raise $50 million, sources say'], true],
  [
    'unless it was denied',
    ['Cedar is in talks to raise $50 million, sources say', 'Cedar denies that it is in talks to raise $50 million'],
  ],
  ['or does not say what happened', ['Cedar is in the news']],
])('a new story has the event and certainty that its page shows, %s', async (_what, titles, alone = false) => {
  for (const title of titles) await fixture.addArticle(cedar, { title, at: START.toISOString() }, alone)
  await app.database.query('update companies set has_overrides = $1', [alone])
  const shown = (await stories()).map(({ id, eventType, certainty }) => ({ id, eventType, certainty }))
  expect(shown.length).toBeGreaterThan(0)
  const found = await candidates()
  expect(found.map(({ id, eventType, certainty }) => ({ id, eventType, certainty }))).toEqual(shown)
})

test('an article says in which language it is written, if that is known', async () => {
  await report('Cedar meldet Insolvenz an', { language: 'de' })
  await report('Cedar opens an office in Lyon')
  const languages = (await stories()).flatMap(({ articles }) => articles.map(({ language }) => language))
  expect(new Set(languages)).toEqual(new Set(['de', null]))
})
