import { beforeEach, expect, test } from 'vitest'
import { Morning } from '#domain/news/morning/morning.ts'
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

const morning = async (user = ada) => {
  const response = await user.get('/api/news/morning?timeZone=America/New_York')
  expect(response.status).toBe(200)
  return Morning.parse(await response.json())
}

const found = (companyId: number, title: string, own: { eventType?: string; weight?: number; days?: number } = {}) => {
  const at = new Date(app.time.now.getTime() - (own.days ?? 0.1) * DAY_MS).toISOString()
  return articles.addArticle(companyId, {
    title,
    at,
    linkedAt: at,
    eventType: own.eventType ?? 'raise',
    weight: own.weight ?? 0.95,
  })
}

/** As an imported file may do. */
const addWithoutWebsite = (name: string) =>
  app.database.execute('insert into companies (user_id, name, name_key, host_key) values ($1, $2, $2, $3)', [
    ada.id,
    name,
    '',
  ])

const invest = (companyId: number, own: object = {}) =>
  ada.send('POST', `/api/companies/${companyId}/positions`, {
    kind: 'investment',
    date: '2021-05-04',
    amount: '20000',
    currency: 'USD',
    ...own,
  })

test('the most important events come first, with the stake, and lesser news gets a line', async () => {
  const [fernway, paperlark, copperline] = [
    await articles.add(ada, 'Fernway'),
    await articles.add(ada, 'Paperlark'),
    await articles.add(ada, 'Copperline'),
  ]
  await invest(fernway, { valuation: '30000000', valuationBasis: 'post-money' })
  await found(paperlark, 'Paperlark raises $5 million')
  await found(fernway, 'Fernway is shutting down', { eventType: 'closure', weight: 1 })
  await found(copperline, 'Copperline will supply Aldermoor', { eventType: 'partnership', weight: 0.48 })
  const read = await morning()
  expect(read.events).toMatchObject([
    {
      companyName: 'Fernway',
      kind: 'Shutdown',
      isAlarming: true,
      sentence: 'Fernway is shutting down',
      name: 'Fernway',
      stake: { amount: '$20,000', rest: ' from May 2021 at $30M post-money' },
      isNew: true,
    },
    { companyName: 'Paperlark', kind: 'Funding', short: 'raises $5M', stake: null },
  ])
  expect(read.lines).toMatchObject([{ companyName: 'Copperline', short: 'will supply Aldermoor' }])
  expect(read).toMatchObject({ day: '2026-11-19', companies: 3, newCompanies: 3, quiet: 0 })
})

test('a glance uses nothing up: what was read today stays until the day is over', async () => {
  // In New York, twenty minutes before five in the morning.
  app.time.now = new Date('2026-11-20T09:40:00Z')
  ada = await app.signUp()
  const cedar = await articles.add(ada, 'Cedar')
  const id = await found(cedar, 'Cedar raises $5 million')
  await ada.send('POST', '/api/news/read', { stories: [{ companyId: cedar, roots: [id] }] })
  expect((await morning()).events).toMatchObject([{ companyName: 'Cedar', isNew: false }])
  app.time.now = new Date('2026-11-20T10:10:00Z')
  const next = await morning()
  expect([next.events, next.earlier, next.since]).toMatchObject([[], [{ companyName: 'Cedar' }], 'yesterday morning'])
})

test('what is marked as unread is new again, but only by its owner', async () => {
  const cedar = await articles.add(ada, 'Cedar')
  const stories = [{ companyId: cedar, roots: [await found(cedar, 'Cedar raises $5 million')] }]
  const isNew = async () => (await morning()).events.map((event) => event.isNew)
  await ada.send('POST', '/api/news/read', { stories })
  const ben = await app.signUp()
  expect((await ben.send('POST', '/api/news/unread', { stories })).status).toBe(204)
  expect(await isNew()).toEqual([false])
  expect((await ada.send('POST', '/api/news/unread', { stories })).status).toBe(204)
  expect(await isNew()).toEqual([true])
  expect((await app.request('/api/news/unread', { method: 'POST' })).status).toBe(401)
})

test('a muted company has no part in it', async () => {
  const cedar = await articles.add(ada, 'Cedar')
  await found(cedar, 'Cedar raises $5 million')
  await ada.send('PUT', `/api/companies/${cedar}/mute`, { for: 'week' })
  expect(await morning()).toMatchObject({ events: [], companies: 0, newCompanies: 0 })
})

test('what needs the investor says what to do, and can be dismissed until it changes', async () => {
  const fernway = await articles.add(ada, 'Fernway')
  await addWithoutWebsite('Nowhere Labs')
  await invest(fernway)
  await found(fernway, 'Fernway is shutting down', { eventType: 'closure', weight: 1 })
  const { needs } = await morning()
  expect(needs).toMatchObject([
    {
      text: 'Fernway is shutting down but is still valued at cost.',
      action: 'Update value',
      path: `/companies/${fernway}`,
    },
    { text: '1 company has no website, so we find less news about it.', action: 'Add website', path: '/investments' },
  ])
  for (const { key } of needs) await ada.send('POST', '/api/news/needs/dismiss', { key })
  expect((await morning()).needs).toEqual([])
  await addWithoutWebsite('Elsewhere Labs')
  expect((await morning()).needs).toMatchObject([{ action: 'Add websites' }])
  await app.database.query(`update dismissed_needs set dismissed_at = dismissed_at - interval '31 days'`)
  expect((await morning()).needs.map(({ action }) => action)).toEqual(['Update value', 'Add websites'])
})

test('an updated value is no longer asked for', async () => {
  const fernway = await articles.add(ada, 'Fernway')
  await invest(fernway)
  await found(fernway, 'Fernway is shutting down', { eventType: 'closure', weight: 1 })
  await invest(fernway, { kind: 'value', amount: '0', date: '2026-11-19' })
  expect((await morning()).needs).toEqual([])
})

test('others see nothing of it, nobody without a session sees any, and a time zone must exist', async () => {
  const cedar = await articles.add(ada, 'Cedar')
  await found(cedar, 'Cedar raises $5 million')
  expect(await morning(await app.signUp())).toMatchObject({ events: [], companies: 0 })
  expect((await app.request('/api/news/morning')).status).toBe(401)
  expect((await app.request('/api/news/needs/dismiss', { method: 'POST' })).status).toBe(401)
  const invalid = await ada.get('/api/news/morning?timeZone=Mars/Olympus')
  expect(invalid.status).toBe(422)
  expect(await invalid.text()).toContain('Unknown time zone')
})
