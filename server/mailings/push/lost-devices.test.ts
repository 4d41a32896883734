import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { pushFixture } from '../../testing/fixtures/push-fixture.ts'
import { isWaitingForLock } from '../../testing/test-database.ts'
import { mailingStore } from '../store.ts'
import { pushStore } from './store.ts'

const push = await pushFixture()
const { alertAt, app, emails, found, listed, mailings, notices, send, turnOn } = push

beforeEach(push.reset)
afterAll(() => push.service.close())

/** What a new device gets. */
async function nextMorning() {
  const device = await turnOn()
  push.answer = (response) => response.writeHead(201).end()
  await mailings.runAt('2026-03-02T08:00:00Z')
  await send()
  const { title, body } = device.read(push.received.at(-1)?.body ?? Buffer.of())
  return { title, body }
}

test.each([404, 410])('a subscription that is gone (%i) is deleted, and the others stay', async (status) => {
  const [old, phone] = [await turnOn(), await turnOn()]
  push.answer = (response, path) => response.writeHead(path === old.path ? status : 201).end()
  await alertAt('2026-03-01T13:00:00Z')
  expect((await listed()).devices.map(({ id }) => id)).toEqual([phone.id])
  await alertAt('2026-03-01T14:00:00Z', 'Cedar cuts 40 jobs', 'layoffs')
  expect(push.received.map(({ path }) => path).toSorted()).toEqual([old.path, phone.path, phone.path].toSorted())
})

test('with emails off, losing the last device sends a notice, and a new device gets the alerts that waited', async () => {
  await push.ada.send('PATCH', '/api/mailings', { alerts: false, digest: 'off', timeZone: 'UTC' })
  const [old] = [await turnOn(), await turnOn()]
  push.answer = (response, path) => response.writeHead(path === old.path ? 410 : 201).end()
  await alertAt('2026-03-01T13:00:00Z')
  expect(await notices()).toEqual([])
  push.answer = (response) => response.writeHead(503).end()
  await alertAt('2026-03-01T13:58:00Z', 'Cedar raises $5 million')
  push.answer = (response) => response.writeHead(410).end()
  await alertAt('2026-03-01T14:00:00Z', 'Cedar cuts 40 jobs', 'layoffs')
  expect((await listed()).devices).toEqual([])
  expect(await nextMorning()).toEqual({ title: '2 alerts: Cedar', body: 'Cedar raises $5M\nCedar cuts 40 jobs' })
  const notice = { subject: 'Your alerts no longer reach you', text: expect.stringContaining('/profile/email') }
  expect(await notices()).toMatchObject([notice])
})

test('an alert recorded while the last device turns out to be gone waits for a new one too', async () => {
  await push.ada.send('PATCH', '/api/mailings', { alerts: false, digest: 'off', timeZone: 'UTC' })
  await turnOn()
  push.answer = (response) => response.writeHead(503).end()
  await alertAt('2026-03-01T13:00:00Z', 'Cedar raises $5 million')
  push.answer = (response) => response.writeHead(410).end()
  const articleId = await found('2026-03-01T13:02:00Z', 'Cedar cuts 40 jobs', 'layoffs')
  let sent: Promise<void> = Promise.resolve()
  await app.database.asUser(push.ada.id, async (queries) => {
    const [store, devices] = [mailingStore(queries, push.ada.id), pushStore(queries, push.ada.id)]
    await store.preferences(app.time.now)
    sent = send()
    await vi.waitUntil(() => isWaitingForLock(app.database), { timeout: 10_000 })
    const content = { kind: 'alert' as const, events: [], notice: null }
    const mailingId = await store.insert('alert', content, '2026-03-01', app.time.now)
    const delivery = { companyId: push.cedar, articleId, about: 'story' as const }
    await store.recordDeliveries([delivery], { way: 'alert', mailingId, now: app.time.now })
    await devices.prepare(mailingId, await devices.list(), app.time.now)
  })
  await sent
  expect(await nextMorning()).toEqual({ title: '2 alerts: Cedar', body: 'Cedar raises $5M\nCedar cuts 40 jobs' })
})

test('if that notice cannot be sent, the device is gone anyway and the notice is sent later, once', async () => {
  await push.ada.send('PATCH', '/api/mailings', { alerts: false })
  await turnOn()
  push.answer = (response) => response.writeHead(410).end()
  await app.database.query('alter table outbox add constraint mail_is_down check (false)')
  await expect(alertAt('2026-03-01T13:00:00Z')).rejects.toThrow('outbox')
  await app.database.query('alter table outbox drop constraint mail_is_down')
  expect((await listed()).devices).toEqual([])
  const [mailing] = await app.database.query('select id from mailings')
  for (const mailingId of [Number(mailing?.id), Number(mailing?.id)])
    await app.runJob('mailings.alerts-silent', { userId: push.ada.id, mailingId })
  expect(await notices()).toHaveLength(1)
  const [sent] = await app.database.query(`select message_id from outbox where kind = 'alerts-silent'`)
  expect(sent?.message_id).toMatch(/^[\w-]+@localhost$/)
})

test('with emails on, losing a device sends no notice', async () => {
  await turnOn()
  push.answer = (response) => response.writeHead(410).end()
  await alertAt('2026-03-01T13:00:00Z')
  expect([(await emails()).length, await notices()]).toEqual([1, []])
})
