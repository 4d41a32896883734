import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { CompanyUpdate, EmailContent, UpdateSettings, WholeUpdate } from '#domain/updates/update.ts'
import { CompanyStory } from '#domain/news/stories.ts'
import { eventLabel } from '#domain/taxonomy.ts'
import { build, OWNER } from '../testing/inbound/build-message.ts'
import { byOwner, cedar, direct, fwd, type MadeMessage } from '../testing/inbound/drafts.ts'
import { gmailForward } from '../testing/inbound/forwards.ts'
import { DOMAIN, inboundApp } from '../testing/inbound/inbound-fixture.ts'
import { unzip } from '../testing/files/documents.ts'
import { MADE_MESSAGES } from '../testing/inbound/made-messages.ts'
import type { TestUser } from '../testing/test-app.ts'
import { isWaitingForLock } from '../testing/test-database.ts'
import { updateStore } from './store.ts'

type Fixture = Awaited<ReturnType<typeof inboundApp>>
let fixture: Fixture
let ada: Awaited<ReturnType<Fixture['owner']>>
let ben: TestUser
let address: string

beforeAll(async () => {
  fixture = await inboundApp()
  ada = await fixture.owner()
  ben = await fixture.app.signUp()
  address = await fixture.addressOf(ada)
})

const signedCedar = () => build({ ...direct(cedar), signedBy: ['cedarrobotics.com'] })
const storiesOf = async (user: TestUser, companyId: number | undefined) =>
  z.array(CompanyStory).parse(await (await user.get(`/api/companies/${companyId}/stories`)).json())

test('a page that asks for a new address while another one creates it shows the same one', async () => {
  const user = await fixture.app.signUp()
  let shown: Promise<string> = Promise.resolve('')
  await fixture.app.database.asUser(user.id, async (queries) => {
    await updateStore(queries, user.id).setAddress('first-created', fixture.app.time.now)
    shown = fixture.addressOf(user)
    await vi.waitUntil(() => isWaitingForLock(fixture.app.database), { timeout: 10_000 })
  })
  expect(await shown).toBe(`first-created@${DOMAIN}`)
  expect(await fixture.addressOf(user)).toBe(await shown)
})

test('every account has a private address, which stays until it is replaced', async () => {
  expect(address).toMatch(new RegExp(`^[a-z]+-[a-z2-9]{10}@${DOMAIN}$`))
  expect(await fixture.addressOf(ada)).toBe(address)
  const eve = await fixture.app.signUp()
  const old = await fixture.addressOf(eve)
  expect(old).not.toBe(address)
  const replaced = UpdateSettings.parse(await (await eve.send('POST', '/api/updates/address')).json())
  expect(replaced.address).not.toBe(old)
  const raw = await signedCedar()
  expect(await (await fixture.deliver(raw, { recipient: old })).json()).toEqual({ received: false })
  expect(await fixture.list(eve)).toEqual([])
  expect(await (await fixture.deliver(raw, { recipient: replaced.address ?? '' })).json()).toEqual({ received: true })
  expect(await fixture.list(eve)).toHaveLength(1)
})

test('an update appears in the news of its company, with its metrics, for its owner only', async () => {
  const received = await fixture.receive(ada, address, await signedCedar())
  const companyId = ada.companies.get('Cedar Robotics')
  expect(received).toMatchObject({
    state: 'filed',
    company: { id: companyId, name: 'Cedar Robotics' },
    senderAddress: 'dana@cedarrobotics.com',
    subject: 'Cedar Robotics: January update',
    sentAt: '2026-02-02T17:14:00.000Z',
  })
  const [story] = await storiesOf(ada, companyId)
  expect(story).toMatchObject({ title: 'Cedar Robotics: January update', publishedAt: '2026-02-02T17:14:00.000Z' })
  expect(story && eventLabel(story)).toBe('Founder update')
  expect(story?.evidence).toEqual(['in an email you received from dana@cedarrobotics.com'])
  const updates = z.array(CompanyUpdate).parse(await (await ada.get(`/api/companies/${companyId}/updates`)).json())
  expect(updates[0]?.metrics.map(({ kind, written }) => [kind, written])).toEqual([
    ['arr', '$1.8M'],
    ['growth', '12%'],
    ['runway', '14 months'],
    ['headcount', '23'],
  ])
  expect(updates[0]?.metrics[2]?.sentence).toBe('We have 14 months of runway.')
  const whole = WholeUpdate.parse(await (await ada.get(`/api/updates/${received?.id}`)).json())
  expect(whole.text).toContain('introductions to warehouse operators')
  expect(await (await ada.get('/api/search?q=warehouse+operators')).text()).toContain('January update')
  expect(await (await ada.get('/api/news/feed')).text()).toContain('January update')
  // Another owner of the same company, with the same shared record, doesn't see the update.
  await ben.send('POST', '/api/companies', { name: 'Cedar Robotics', website: 'https://cedarrobotics.com' })
  const [own] = z.array(z.object({ id: z.number() })).parse(await (await ben.get('/api/companies')).json())
  expect(await storiesOf(ben, own?.id)).toEqual([])
  expect(await (await ben.get('/api/search?q=warehouse+operators')).text()).not.toContain('January update')
})

test("another user's update is answered like an absent one", async () => {
  const [mine] = await fixture.list(ada)
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['GET', '/email'],
    ['POST', '/file', { companyId: ada.companies.get('Plume') }],
    ['DELETE', ''],
  ]
  for (const [method, path, body] of calls) {
    const foreign = await ben.send(method, `/api/updates/${mine?.id}${path}`, body)
    const absent = await ben.send(method, `/api/updates/2000000000${path}`, body)
    expect([foreign.status, absent.status]).toEqual([404, 404])
    expect(without(await foreign.text())).toBe(without(await absent.text()))
    expect((await ada.send(method, `/api/updates/x${path}`, body)).status).toBe(404)
    expect((await fixture.app.request(`/api/updates/1${path}`, { method })).status).toBe(401)
  }
  expect((await ben.get(`/api/companies/${ada.companies.get('Plume')}/updates`)).status).toBe(404)
  expect((await fixture.list(ada))[0]).toEqual(mine)
})
const without = (text: string) => text.replace(/"requestId":"[^"]+"/, '')

test('an unverified email waits, can be filed by hand, and leaves nothing when deleted', async () => {
  const waiting = await fixture.receive(ada, address, await build({ ...direct(cedar), subject: 'Unsigned' }))
  const companyId = ada.companies.get('Cedar Robotics')
  expect(waiting).toMatchObject({ state: 'waiting', reason: 'unverified', candidates: [companyId] })
  // It can be read in full before its company is chosen.
  expect((await ada.get(`/api/updates/${waiting?.id}`)).status).toBe(404)
  const email = EmailContent.parse(await (await ada.get(`/api/updates/${waiting?.id}/email`)).json())
  expect(email.text).toContain('introductions to warehouse operators')
  const titles = async () => (await storiesOf(ada, companyId)).map(({ title }) => title)
  expect(await titles()).not.toContain('Unsigned')
  const foreign = await ada.send('POST', `/api/updates/${waiting?.id}/file`, { companyId: 2_000_000_000 })
  expect([foreign.status, await foreign.json()]).toMatchObject([422, { message: 'Company not found' }])
  // An outage is not an invalid company.
  await fixture.app.database.query('alter table companies rename column logo_url to logo_url_away')
  const failed = await ada.send('POST', `/api/updates/${waiting?.id}/file`, { companyId })
  await fixture.app.database.query('alter table companies rename column logo_url_away to logo_url')
  expect(failed.status).toBe(500)
  const filed = await ada.send('POST', `/api/updates/${waiting?.id}/file`, { companyId })
  expect(await filed.json()).toMatchObject({ state: 'filed', reason: null, candidates: [] })
  expect(await titles()).toContain('Unsigned')
  // After a move, it's in only one place.
  const plume = ada.companies.get('Plume')
  await ada.send('POST', `/api/updates/${waiting?.id}/file`, { companyId: plume })
  expect(await titles()).not.toContain('Unsigned')
  expect((await storiesOf(ada, plume)).map(({ title }) => title)).toEqual(['Unsigned'])
  // It wasn't signed, so its sender isn't proven.
  expect(await fixture.receive(ada, address, await build({ ...direct(cedar), subject: 'Again' }))).toMatchObject({
    state: 'waiting',
  })
  expect((await ada.send('DELETE', `/api/updates/${waiting?.id}`)).status).toBe(204)
  expect(await storiesOf(ada, plume)).toEqual([])
  const rows = `select subject from update_messages where id = $1 union all select title from articles where title = 'Unsigned'`
  expect(await fixture.app.database.query(rows, [waiting?.id])).toEqual([])
})

test('in an email about several companies, the figures of one are not attributed to another', async () => {
  const made = MADE_MESSAGES.find(({ name }) => name === 'a letter about several companies') as MadeMessage
  const waiting = await fixture.receive(ada, address, await made.make())
  expect(waiting).toMatchObject({ state: 'waiting', reason: 'several' })
  expect(waiting?.candidates).toContain(ada.companies.get('Northwind Labs'))
  const filedWith = async (name: string) => {
    const companyId = ada.companies.get(name)
    await ada.send('POST', `/api/updates/${waiting?.id}/file`, { companyId })
    const whole = WholeUpdate.parse(await (await ada.get(`/api/updates/${waiting?.id}`)).json())
    return whole.metrics.map(({ kind, written }) => [kind, written])
  }
  expect(await filedWith('Plume')).toEqual([])
  expect(await filedWith('Northwind Labs')).toEqual([['arr', '$2M']])
  await ada.send('DELETE', `/api/updates/${waiting?.id}`)
})

test('filing an email decides where the next update from a proven sender goes', async () => {
  const founder = { from: 'x.founder@gmail.com', name: 'X', subject: 'Month', text: 'We had a good month.' }
  const send = (subject: string) => build({ ...direct({ ...founder, subject }), signedBy: ['gmail.com'] })
  const first = await fixture.receive(ada, address, await send('First'))
  expect(first).toMatchObject({ state: 'waiting', reason: 'unknown-sender' })
  await ada.send('POST', `/api/updates/${first?.id}/file`, { companyId: ada.companies.get('Harbor') })
  expect(await fixture.receive(ada, address, await send('Second'))).toMatchObject({ company: { name: 'Harbor' } })
})

test('adding and removing an alias or a feed does not affect the updates of a company', async () => {
  const companyId = ada.companies.get('Harbor')
  const before = await storiesOf(ada, companyId)
  await ada.send('POST', `/api/companies/${companyId}/aliases`, { alias: 'Harbor Inc' })
  await ada.send('DELETE', `/api/companies/${companyId}/aliases`, { alias: 'Harbor Inc' })
  const feed = { url: 'https://alerts.example/harbor' }
  for (const method of ['POST', 'DELETE'])
    expect((await ada.send(method, `/api/companies/${companyId}/feeds`, feed)).ok).toBe(true)
  expect((await storiesOf(ada, companyId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('updates are removed and restored with their company', async () => {
  const companyId = ada.companies.get('Harbor')
  const has = async () => (await fixture.list(ada)).some(({ company }) => company?.id === companyId)
  expect(await has()).toBe(true)
  const id = (await fixture.list(ada)).find(({ company }) => company?.id === companyId)?.id
  await ada.send('POST', '/api/companies/remove', { ids: [companyId] })
  expect([await has(), (await ada.get(`/api/updates/${id}`)).status]).toEqual([false, 404])
  expect((await ada.get(`/api/updates/${id}/email`)).status).toBe(404)
  await ada.send('POST', '/api/companies/restore', { ids: [companyId] })
  expect([await has(), (await ada.get(`/api/updates/${id}`)).status]).toEqual([true, 200])
})

test('a forwarding confirmation shows its code and link and cannot be filed', async () => {
  const made = MADE_MESSAGES.find(({ name }) => name === 'a confirmation of Gmail') as MadeMessage
  const received = await fixture.receive(ada, address, await made.make())
  expect(received).toMatchObject({
    state: 'confirmation',
    confirmation: {
      provider: 'Gmail',
      code: '481204837',
      url: 'https://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-abcDEF',
    },
  })
  const refused = await ada.send('POST', `/api/updates/${received?.id}/file`, { companyId: ada.companies.get('Plume') })
  expect(refused.status).toBe(409)
})

test('no sample message is lost or filed with the wrong company', async () => {
  const { app, owner, addressOf, receive } = await inboundApp()
  const user = await owner()
  const to = await addressOf(user)
  for (const { name, make, expected } of MADE_MESSAGES) {
    const received = await receive(user, to, await make())
    expect([name, received === null]).toEqual([name, false])
    const company = typeof expected === 'object' && 'company' in expected ? expected.company : null
    expect([name, received?.company?.name ?? null]).toEqual([name, company])
  }
  expect(
    await app.database.query(`select count(*)::int as kept from update_messages where state = 'received'`),
  ).toEqual([{ kept: 0 }])
})

test('the stored emails are not read to list, show or file updates', async () => {
  const { app, owner, list } = await inboundApp()
  const user = await owner()
  const companyId = user.companies.get('Cedar Robotics')
  const [row] = await app.database.query(
    `insert into update_messages (user_id, hash, state, received_at, text, raw)
     values ($1, 'large', 'waiting', now(), repeat('Revenue grew. ', 1000), 'From: x') returning id`,
    [user.id],
  )
  const [{ columns } = {}] = await app.database.query(
    `select string_agg(column_name, ', ') as columns from information_schema.columns
     where table_name = 'update_messages' and column_name <> 'raw'`,
  )
  await app.database.query(`revoke select on update_messages from tidings_app;
    grant select (${String(columns)}) on update_messages to tidings_app`)
  expect((await list(user)).map(({ excerpt }) => excerpt)).toEqual([expect.stringMatching(/^Revenue grew\. Revenue/)])
  const path = `/api/updates/${Number(row?.id)}`
  const { text } = EmailContent.parse(await (await user.get(`${path}/email`)).json())
  expect(text).toHaveLength(14_000)
  expect((await user.send('POST', `${path}/file`, { companyId })).status).toBe(200)
  expect(WholeUpdate.parse(await (await user.get(path)).json()).text).toBe(text)
  const filed = z.array(CompanyUpdate).parse(await (await user.get(`/api/companies/${companyId}/updates`)).json())
  expect(filed).toHaveLength(1)
})

test('updates are exported with the personal data and erased with the account', async () => {
  const { app, owner, addressOf, receive } = await inboundApp()
  const user = await owner()
  await receive(user, await addressOf(user), await build(byOwner({ subject: fwd(cedar), ...gmailForward(cedar) })))
  const exported = unzip(new Uint8Array(await (await user.get('/api/account/export')).arrayBuffer()))
  expect([...exported.values()].join('\n')).toContain('introductions to warehouse operators')
  await app.database.query('delete from users where id = $1', [user.id])
  const left = `select title from articles where kind = 'founder-update' union all select subject from update_messages
    union all select local_part from update_addresses`
  expect(await app.database.query(left)).toEqual([])
})

test('without inbound email there is no address, and deliveries are refused', async () => {
  const { app, addressOf, deliver } = await inboundApp({ INBOUND_DOMAIN: '', INBOUND_WEBHOOK_SECRET: '' })
  const user = await app.signUp(OWNER)
  expect(await addressOf(user)).toBe('')
  expect((await user.send('POST', '/api/updates/address')).status).toBe(409)
  expect((await deliver(await signedCedar(), { recipient: address })).status).toBe(400)
})
