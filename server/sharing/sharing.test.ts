import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  INVITATION_NOT_FOUND,
  MAX_INVITATIONS_PER_DAY,
  NOT_THE_GUEST,
  OWNER_WITHOUT_ACCESS,
  ReceivedShare,
  Share,
  SharedCompanyNews,
  SharedNews,
  ShareVisit,
  SHARE_NOT_FOUND,
} from '#domain/sharing/share.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { build } from '../testing/inbound/build-message.ts'
import { cedar, direct } from '../testing/inbound/drafts.ts'
import { inboundApp } from '../testing/inbound/inbound-fixture.ts'
import { articlesFixture } from '../testing/fixtures/articles-fixture.ts'
import { START, type TestApp, type TestUser } from '../testing/test-app.ts'
import { invitationIn, shareWith } from '../testing/fixtures/sharing-fixture.ts'

let app: TestApp
let mail: Awaited<ReturnType<typeof inboundApp>>
let articles: ReturnType<typeof articlesFixture>
let ada: TestUser & { companies: Map<string, number> }
let bob: TestUser

beforeAll(async () => {
  mail = await inboundApp()
  app = mail.app
  articles = articlesFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  await app.database.query('delete from outbox; delete from users; delete from auth.users; delete from articles')
  ada = await mail.owner()
  bob = await app.signUp('bob@guest.example')
})

const cedarId = () => ada.companies.get('Cedar Robotics') ?? 0
const at = (hours: number) => new Date(START.getTime() - hours * HOUR_MS).toISOString()
const addStory = (companyId: number, title: string) =>
  articles.addArticle(companyId, { title, at: at(5), linkedAt: at(5), eventType: 'raise' })
const invite = async (given: object = {}) =>
  Share.parse(await (await ada.send('POST', '/api/shares', { email: 'Bob@Guest.example ', ...given })).json())
const accept = (user: TestUser, token: string) => user.send('POST', '/api/shared/accept', { token })
const share = (given: object = {}) => shareWith(app, ada, bob, given)
const age = (interval: string) =>
  app.database.query(`update shares set created_at = created_at - $1::interval`, [interval])
const outcome = async (response: Response) => [
  response.status,
  z.object({ message: z.string() }).parse(await response.json()).message,
]
const read = async (user: TestUser, id: number) => SharedNews.parse(await (await user.get(`/api/shared/${id}`)).json())
const readCompany = async (user: TestUser, id: number, companyId: number) =>
  SharedCompanyNews.parse(await (await user.get(`/api/shared/${id}/companies/${companyId}`)).json())

test('an invited guest reads the portfolio, without positions and founder updates', async () => {
  await addStory(cedarId(), 'Cedar Robotics raises $18 million')
  await ada.send('POST', `/api/companies/${cedarId()}/positions`, {
    kind: 'investment',
    amount: '25000',
    currency: 'USD',
    notes: 'secret canary',
  })
  const raw = await build({ ...direct({ ...cedar, subject: 'Canary update' }), signedBy: ['cedarrobotics.com'] })
  await mail.deliver(raw, { recipient: await mail.addressOf(ada) })
  const id = await share()
  const news = await read(bob, id)
  expect(news).toMatchObject({ ownerEmail: ada.email, name: null })
  expect(news.companies.map(({ name }) => name)).toContain('Cedar Robotics')
  expect(news.stories.map(({ title }) => title)).toEqual(['Cedar Robotics raises $18 million'])
  const company = await readCompany(bob, id, cedarId())
  expect(company).toMatchObject({ company: { name: 'Cedar Robotics' }, positions: null, updates: null })
  expect(company.stories.map(({ title }) => title)).toEqual(['Cedar Robotics raises $18 million'])
  expect(JSON.stringify([news, company])).not.toMatch(/canary/i)
})

test('a guest reads positions and founder updates if the owner includes them', async () => {
  await ada.send('POST', `/api/companies/${cedarId()}/positions`, {
    kind: 'investment',
    amount: '25000',
    currency: 'USD',
  })
  const raw = await build({ ...direct({ ...cedar, subject: 'March update' }), signedBy: ['cedarrobotics.com'] })
  await mail.deliver(raw, { recipient: await mail.addressOf(ada) })
  const id = await share({ companyId: cedarId(), withPositions: true, withUpdates: true })
  const { positions, updates } = await readCompany(bob, id, cedarId())
  expect(positions?.map(({ amount }) => amount)).toEqual(['25000'])
  expect(updates?.map(({ subject }) => subject)).toEqual(['March update'])
})

test('a guest reads many founder updates in as many transactions as one', async () => {
  const id = await share({ companyId: cedarId(), withUpdates: true })
  const addUpdates = (count: number) =>
    app.database.query(
      `insert into update_messages (user_id, hash, state, received_at, text, company_id)
       select $1, gen_random_uuid(), 'filed', now(), 'Revenue grew.', $2 from generate_series(1, $3)`,
      [ada.id, cedarId(), count],
    )
  const { asUser } = app.database
  let opened = 0
  app.database.asUser = (userId, work) => {
    opened += 1
    return asUser(userId, work)
  }
  const transactionsFor = async (count: number) => {
    opened = 0
    const { updates } = await readCompany(bob, id, cedarId())
    expect(updates?.map(({ text }) => text)).toEqual(Array.from({ length: count }, () => 'Revenue grew.'))
    return opened
  }
  await addUpdates(1)
  const forOne = await transactionsFor(1)
  await addUpdates(19)
  expect(await transactionsFor(20)).toBe(forOne)
  app.database.asUser = asUser
})

test('a share of one company covers no other company, and a shared view covers no company page', async () => {
  const other = ada.companies.get('Northwind Labs') ?? 0
  await addStory(cedarId(), 'Cedar Robotics raises $18 million')
  await addStory(other, 'Another company raises $2 million')
  const one = await share({ companyId: cedarId() })
  const news = await read(bob, one)
  expect([news.companies.map(({ id }) => id), news.stories.map(({ companyId }) => companyId)]).toEqual([
    [cedarId()],
    [cedarId()],
  ])
  const unknown = await outcome(await bob.get(`/api/shared/${one}/companies/2000000000`))
  expect(unknown).toEqual([404, SHARE_NOT_FOUND])
  expect(await outcome(await bob.get(`/api/shared/${one}/companies/${other}`))).toEqual(unknown)

  const saved = await ada.send('POST', '/api/views', { name: 'Rounds', query: 'q=million' })
  const { id: viewId } = z.object({ id: z.number() }).parse(await saved.json())
  const view = await share({ viewId })
  const found = await read(bob, view)
  expect(found).toMatchObject({ name: 'Rounds', companies: [] })
  expect(found.stories).toHaveLength(2)
  expect(await outcome(await bob.get(`/api/shared/${view}/companies/${cedarId()}`))).toEqual(unknown)
})

test('only the guest can read a share, and only until it ends; otherwise it seems absent', async () => {
  const eve = await app.signUp()
  const id = await share()
  const absent = await outcome(await eve.get('/api/shared/2000000000'))
  expect(absent).toEqual([404, SHARE_NOT_FOUND])
  expect(await outcome(await eve.get(`/api/shared/${id}`))).toEqual(absent)
  expect(await outcome(await ada.get(`/api/shared/${id}`))).toEqual(absent)
  expect(await outcome(await eve.send('DELETE', `/api/shares/${id}`))).toEqual(absent)
  expect(await outcome(await bob.send('DELETE', `/api/shares/${id}`))).toEqual(absent)
  expect((await app.request(`/api/shared/${id}`)).status).toBe(401)
  // A guest has no access to anything else.
  expect((await bob.get(`/api/companies/${cedarId()}`)).status).toBe(404)
  expect(await (await bob.get('/api/news/feed')).json()).toEqual([])
  expect((await ada.send('DELETE', `/api/shares/${id}`)).status).toBe(204)
  for (const path of [`/api/shared/${id}`, `/api/shared/${id}/companies/${cedarId()}`])
    expect(await outcome(await bob.get(path))).toEqual(absent)
  expect(await (await bob.get('/api/shared')).json()).toEqual([])
  expect(await (await ada.get('/api/shares')).json()).toEqual([])
})

test('a guest needs no subscription and can leave; the owner needs one', async () => {
  const id = await share()
  const endTrial = ({ id: user }: TestUser) =>
    app.database.query(`update users set trial_ends_at = '2026-02-01' where id = $1`, [user])
  await endTrial(bob)
  expect((await bob.get('/api/companies')).status).toBe(402)
  expect((await bob.get(`/api/shared/${id}`)).status).toBe(200)
  await endTrial(ada)
  expect(await outcome(await bob.get(`/api/shared/${id}`))).toEqual([409, OWNER_WITHOUT_ACCESS])
  // Nothing is read before access is checked, so the guest does not learn whether the company exists.
  for (const companyId of [cedarId(), 2_000_000_000])
    expect(await outcome(await bob.get(`/api/shared/${id}/companies/${companyId}`))).toEqual([
      409,
      OWNER_WITHOUT_ACCESS,
    ])
  expect((await bob.send('DELETE', `/api/shared/${id}`)).status).toBe(204)
  expect((await bob.get(`/api/shared/${id}`)).status).toBe(404)
})

test('an invitation needs its token and the invited account, and expires after 14 days', async () => {
  await invite()
  const token = await invitationIn(app, 'bob@guest.example')
  const eve = await app.signUp()
  expect(await outcome(await accept(eve, token))).toEqual([409, NOT_THE_GUEST])
  expect(await outcome(await accept(bob, 'guessed'))).toEqual([404, INVITATION_NOT_FOUND])
  expect((await app.request('/api/shared/accept', { method: 'POST' })).status).toBe(401)
  await age('14 days')
  expect(await outcome(await accept(bob, token))).toEqual([404, INVITATION_NOT_FOUND])
  await age('-1 day')
  const first = ReceivedShare.parse(await (await accept(bob, token)).json())
  expect(ReceivedShare.parse(await (await accept(bob, token)).json()).id).toBe(first.id)
})

test('a withdrawn invitation cannot be accepted', async () => {
  const { id } = await invite()
  const token = await invitationIn(app, 'bob@guest.example')
  await ada.send('DELETE', `/api/shares/${id}`)
  expect(await outcome(await accept(bob, token))).toEqual([404, INVITATION_NOT_FOUND])
})

test("the owner's log lists every visit, even after the share has ended", async () => {
  const id = await share()
  const log = async () => z.array(ShareVisit).parse(await (await ada.get('/api/shares/visits')).json())
  await bob.get(`/api/shared/${id}`)
  app.time.now = new Date(START.getTime() + 60_000)
  await bob.get(`/api/shared/${id}/companies/${cedarId()}`)
  await bob.get(`/api/shared/${id}/companies/2000000000`)
  await ada.send('DELETE', `/api/shares/${id}`)
  await bob.get(`/api/shared/${id}`)
  expect((await log()).map(({ email, companyName }) => [email, companyName])).toEqual([
    ['bob@guest.example', 'Cedar Robotics'],
    ['bob@guest.example', null],
  ])
  expect(await (await bob.get('/api/shares/visits')).json()).toEqual([])
  app.time.now = new Date(START.getTime() + 91 * DAY_MS)
  await app.runJob('sharing.clean-up', {})
  expect(await app.database.query('select id from shares')).toEqual([])
})

test('the invitation email contains nothing that the owner typed', async () => {
  await ada.send('PATCH', '/api/profile', { firstName: 'Buy pills at evil.example' })
  await invite({ companyId: cedarId() })
  const [email] = await app.database.query(`select subject, text, html from outbox where kind = 'share-invitation'`)
  const text = JSON.stringify(email)
  expect(text).toContain(`${ada.email} shared news with you on Tidings`)
  expect(text).not.toMatch(/evil|Cedar/)
})

test.each([
  ['an address that is none', { email: 'bob' }, 422, 'Enter a valid email address'],
  ['the own address', { email: 'OWNER' }, 422, 'This is your own address.'],
  ['a company of somebody else', { companyId: 2_000_000_000 }, 404, 'Company not found'],
  ['a view of somebody else', { viewId: 2_000_000_000 }, 404, 'View not found'],
  ['both at once', { companyId: 1, viewId: 1 }, 422, 'Choose a company or a saved view, not both'],
])('an invitation is refused: %s', async (_, given: Record<string, unknown>, status, message) => {
  const email = given.email === 'OWNER' ? ada.email.toUpperCase() : (given.email ?? 'carol@guest.example')
  expect(await outcome(await ada.send('POST', '/api/shares', { ...given, email }))).toEqual([status, message])
  expect(await app.database.query('select id from shares')).toEqual([])
})

test('nothing is shared twice with the same address, and invitations are limited per day', async () => {
  const { id } = await invite()
  expect(await outcome(await ada.send('POST', '/api/shares', { email: 'bob@guest.example' }))).toEqual([
    409,
    'You already share this with bob@guest.example.',
  ])
  await ada.send('DELETE', `/api/shares/${id}`)
  // Ended shares count too, because an invitation that is withdrawn has still sent an email.
  for (let count = 1; count < MAX_INVITATIONS_PER_DAY; count += 1)
    expect((await ada.send('POST', '/api/shares', { email: `guest${count}@guest.example` })).status).toBe(201)
  expect((await ada.send('POST', '/api/shares', { email: 'last@guest.example' })).status).toBe(429)
  await age('25 hours')
  expect((await ada.send('POST', '/api/shares', { email: 'last@guest.example' })).status).toBe(201)
})

test.each(['guest', 'owner'] as const)("deleting the %s's account removes the share and its visits", async (side) => {
  await bob.get(`/api/shared/${await share()}`)
  expect(await app.database.query('select share_id from share_visits')).toHaveLength(1)
  await app.database.query('delete from users where id = $1', [side === 'guest' ? bob.id : ada.id])
  expect(await app.database.query('select id from shares')).toEqual([])
  expect(await app.database.query('select share_id from share_visits')).toEqual([])
})
