import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Notification } from '#domain/mailings/notifications.ts'
import { mailingsFixture } from '../testing/fixtures/mailings-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let fixture: ReturnType<typeof mailingsFixture>
let ada: TestUser

beforeAll(async () => {
  app = await testApp()
  fixture = mailingsFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  await fixture.clear()
  ada = await app.signUp()
})

const listed = async (user = ada) => {
  const response = await user.get('/api/notifications')
  expect(response.status).toBe(200)
  return z.array(Notification).parse(await response.json())
}

const RULE = { companyId: null, events: ['raise'], delivery: 'at-once' }

async function alertAbout(name: string) {
  const company = await fixture.add(ada, name)
  await ada.send('POST', `/api/companies/${company}/positions`, {
    kind: 'investment',
    amount: '20000',
    currency: 'USD',
  })
  await ada.send('POST', '/api/mailings/alerts', RULE)
  app.time.now = new Date('2026-03-01T12:30:00Z')
  const story = await fixture.addStory(company, {
    title: `${name} raises $18 million`,
    eventType: 'raise',
    weight: 0.9,
  })
  await fixture.runAt('2026-03-01T12:31:00Z')
  return { company, story }
}

test('an alert is listed in its own words, also with emails off, for its owner alone', async () => {
  await ada.send('PATCH', '/api/mailings', { alerts: false, digest: 'off' })
  const { company, story } = await alertAbout('Cedar')
  expect(await fixture.emails(ada, 'alert')).toEqual([])
  expect(await listed()).toMatchObject([
    {
      kind: 'alert',
      at: '2026-03-01T12:31:00.000Z',
      title: 'Cedar raises $18M',
      text: 'You hold $20,000',
      isRead: false,
      companyId: company,
      storyId: story,
    },
  ])
  expect(await listed(await app.signUp())).toEqual([])
  expect((await app.request('/api/notifications')).status).toBe(401)
})

test('an alert whose story was read is read; without its company it is gone', async () => {
  const { company, story } = await alertAbout('Cedar')
  await ada.send('POST', '/api/news/read', { stories: [{ companyId: company, roots: [story] }] })
  expect(await listed()).toMatchObject([{ isRead: true }])
  await ada.send('POST', '/api/companies/remove', { ids: [company] })
  expect(await listed()).toEqual([])
})

test('an import and a long refresh of several companies are listed when they end', async () => {
  await ada.upload('/api/companies/bulk-upload', 'mine.csv', 'Company,Website\nElm,elm.example\nAsh,ash.example\n')
  const refreshed = (seconds: number, companies: string) =>
    app.database.query(
      `insert into refreshes (user_id, company_ids, started_at, finished_at) values ($1, $2, $3, $4)`,
      [ada.id, companies, START, new Date(START.getTime() + seconds * 1000)],
    )
  await refreshed(60, '{1,2,3}')
  await refreshed(60, '{1}')
  await refreshed(3, '{1,2,3}')
  expect((await listed()).map(({ title, text }) => [title, text])).toEqual([
    ['Refresh finished', '3 companies checked.'],
    ['Import finished', 'mine.csv: 2 companies added.'],
  ])
})
