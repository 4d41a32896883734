import { beforeAll, expect, test } from 'vitest'
import { Funnel } from '#domain/admin/funnel.ts'
import { billingFixture, type BillingFixture } from '../testing/fixtures/billing-fixture.ts'
import { adminFixture } from '../testing/fixtures/admin-fixture.ts'
import { START, type TestUser } from '../testing/test-app.ts'
import { DAY_MS } from '#domain/time.ts'

const app = await adminFixture()
let fixture: BillingFixture

beforeAll(() => {
  fixture = billingFixture(app)
})

const read = async (query = '') => Funnel.parse(await (await app.boss.get(`/api/admin/funnel${query}`)).json())

async function from(source: string | null): Promise<TestUser> {
  const user = await app.signUp()
  await app.database.query('update users set source = $2 where id = $1', [user.id, source])
  return user
}

test('each account counts in its week and source, as far as it has come', async () => {
  const [ada, eve] = [await from('news/spring'), await from('news/spring')]
  await ada.send('POST', '/api/companies', { name: 'Acme', website: 'acme.example' })
  await fixture.subscribe(ada)
  await fixture.start(eve)
  const ours = (await read()).rows.filter(({ source }) => source === 'news/spring')
  // March 1, 2026, is a Sunday.
  const counts = { signedUp: 2, confirmed: 2, firstCompany: 1, firstRead: 0, card: 1, paid: 1, stillPaid: 1 }
  expect(ours).toEqual([{ week: '2026-02-23', source: 'news/spring', ...counts }])
  app.time.now = new Date(START.getTime() + 60 * DAY_MS)
  await app.database.query(`update subscriptions set status = 'canceled' where user_id = $1`, [ada.id])
  const boss = await fixture.renewed(app.boss)
  const later = Funnel.parse(await (await boss.get('/api/admin/funnel')).json())
  expect(later.rows.find(({ source }) => source === 'news/spring')).toMatchObject({ paid: 1, stillPaid: 0 })
  const csv = await boss.get('/api/admin/funnel/export')
  expect(csv.headers.get('content-disposition')).toContain('tidings-funnel.csv')
  expect(await csv.text()).toContain('2026-02-23,news/spring,2,2,1,0,1,1,0')
  const early = Funnel.parse(await (await boss.get('/api/admin/funnel?weeks=2')).json())
  expect(early.rows).toEqual([])
  app.time.now = START
})

test('nothing in it names a person', async () => {
  const user = await from(null)
  const text = await (await app.boss.get('/api/admin/funnel')).text()
  expect(text).not.toContain(user.email)
  expect(text).not.toContain(user.id)
})

test('a reason for canceling is counted once', async () => {
  const ada = await app.signUp()
  const tell = (reason: unknown, user = ada) => user.send('POST', '/api/billing/cancel/reason', { reason })
  expect((await tell('price')).status).toBe(409)
  await fixture.subscribe(ada)
  expect((await tell('price')).status).toBe(409)
  await ada.send('POST', '/api/billing/cancel')
  for (const reason of ['price', 'news']) expect((await tell(reason)).status).toBe(204)
  expect((await read()).churn).toEqual([{ week: '2026-02-23', reason: 'price', count: 1 }])
  const refused = await tell('because')
  expect([refused.status, await refused.json()]).toMatchObject([422, { message: 'Choose one of the reasons' }])
  expect((await app.request('/api/billing/cancel/reason', { method: 'POST' })).status).toBe(401)
})

test.each(['', '/export'])('/api/admin/funnel%s is for administrators, for up to two years', async (path) => {
  const ada = await app.signUp()
  expect((await app.request(`/api/admin/funnel${path}`)).status).toBe(401)
  const bytes = async (response: Response) => (await response.text()).replace(/"requestId":"[^"]*"/, '')
  expect(await bytes(await ada.get(`/api/admin/funnel${path}`))).toBe(await bytes(await ada.get('/api/nowhere')))
  for (const weeks of ['0', '105', 'x']) {
    const refused = await app.boss.get(`/api/admin/funnel${path}?weeks=${weeks}`)
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { message: 'Must be a whole number of weeks from 1 to 104' },
    ])
  }
})
