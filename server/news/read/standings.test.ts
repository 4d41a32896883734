import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { CompanyStanding } from '#domain/news/standings.ts'
import { DAY_MS } from '#domain/time.ts'
import { articlesFixture } from '../../testing/fixtures/articles-fixture.ts'
import { testApp, type TestApp, type TestUser } from '../../testing/test-app.ts'

let app: TestApp
let ada: TestUser
let articles: ReturnType<typeof articlesFixture>

beforeEach(async () => {
  app = await testApp()
  app.time.now = new Date('2026-11-19T15:00:00Z')
  articles = articlesFixture(app)
  ada = await app.signUp()
})

const standings = async (user = ada) => {
  const response = await user.get('/api/news/standings')
  expect(response.status).toBe(200)
  return z.array(CompanyStanding).parse(await response.json())
}

type Found = { eventType?: string; weight?: number; days?: number; denied?: string[]; story?: number }

const found = (companyId: number, title: string, { days = 1, ...own }: Found = {}) => {
  const at = new Date(app.time.now.getTime() - days * DAY_MS).toISOString()
  return articles.addArticle(companyId, { title, at, linkedAt: at, eventType: 'raise', weight: 0.95, ...own })
}

test('each company with an event has a word and its latest event, the most important first', async () => {
  const [copperline, fernway] = [await articles.add(ada, 'Copperline'), await articles.add(ada, 'Fernway')]
  await articles.add(ada, 'Silent')
  await found(copperline, 'Copperline raises $42 million', { days: 200 })
  const supply = await found(copperline, 'Copperline will supply Aldermoor', { eventType: 'partnership', weight: 0.48 })
  await found(copperline, 'Ten companies to watch, with Copperline', { eventType: 'mention', weight: 0.1, days: 0.5 })
  await found(fernway, 'Fernway is shutting down', { eventType: 'closure', weight: 1, days: 2 })
  expect(await standings()).toMatchObject([
    {
      companyId: fernway,
      companyName: 'Fernway',
      standing: { word: 'Shutting down', tone: 'bad' },
      roundAt: null,
      latest: { kind: 'Shutdown', short: 'is shutting down', isAlarming: true, date: '2026-11-17T15:00:00.000Z' },
    },
    {
      companyId: copperline,
      standing: { word: 'Growing', tone: 'good' },
      roundAt: '2026-05-03T15:00:00.000Z',
      latest: { storyId: supply, kind: 'Partnership', short: 'will supply Aldermoor', isReported: false },
    },
  ])
})

test('a rumor is the latest event, but says nothing about how a company is doing', async () => {
  const cedar = await articles.add(ada, 'Cedar')
  await found(cedar, 'Cedar launches a robot', { eventType: 'launch', weight: 0.4, days: 40 })
  const rumor = await found(cedar, 'Cedar in talks to be acquired', { eventType: 'acquisition', weight: 0.96 })
  await app.database.query(`update tracked_company_articles set certainty = 'reported' where article_id = ${rumor}`)
  expect(await standings()).toMatchObject([
    { standing: { word: 'Steady', tone: 'quiet' }, latest: { kind: 'Exit', isReported: true } },
  ])
})

test('a company that was only mentioned lately has that as its latest news', async () => {
  const cedar = await articles.add(ada, 'Cedar')
  await found(cedar, 'Cedar raises $5 million', { days: 100 })
  await found(cedar, 'Ten companies to watch, with Cedar', { eventType: 'mention', weight: 0.1, days: 3 })
  await found(await articles.add(ada, 'Elm'), 'Elm and others', { eventType: 'mention', weight: 0.1, days: 300 })
  expect(await standings()).toMatchObject([
    { companyId: cedar, standing: { word: 'Growing' }, latest: { kind: 'News' } },
  ])
})

test('of several events within a day, the most important is shown', async () => {
  const cedar = await articles.add(ada, 'Cedar')
  await found(cedar, 'Cedar cuts 40 jobs', { eventType: 'layoffs', weight: 0.8, days: 0.5 })
  await found(cedar, 'Cedar works with Elm', { eventType: 'partnership', weight: 0.48, days: 0.2 })
  expect(await standings()).toMatchObject([{ standing: { word: 'At risk' }, latest: { kind: 'Layoffs' } }])
})

test('what is muted counts, and what is not about the company does not', async () => {
  const [cedar, elm] = [await articles.add(ada, 'Cedar'), await articles.add(ada, 'Elm')]
  await found(cedar, 'Cedar raises $5 million')
  await ada.send('PUT', `/api/companies/${cedar}/mute`, { for: 'always' })
  const other = await found(elm, 'Elm Street is shutting down', { eventType: 'closure', weight: 1 })
  await ada.send('POST', `/api/companies/${elm}/rejections`, { kind: 'story', value: String(other) })
  expect((await standings()).map(({ companyName }) => companyName)).toEqual(['Cedar'])
})

test('a portfolio is seen by its owner alone', async () => {
  const cedar = await articles.add(ada, 'Cedar')
  await found(cedar, 'Cedar raises $5 million')
  expect(await standings(await app.signUp())).toEqual([])
  expect((await app.request('/api/news/standings')).status).toBe(401)
  await ada.send('POST', '/api/companies/remove', { ids: [cedar] })
  expect(await standings()).toEqual([])
})
