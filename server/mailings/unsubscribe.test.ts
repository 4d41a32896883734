import { beforeAll, beforeEach, expect, test } from 'vitest'
import { mailingsFixture } from '../testing/fixtures/mailings-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let fixture: ReturnType<typeof mailingsFixture>
let ada: TestUser
let links: Record<'digest' | 'alert', string>

beforeAll(async () => {
  app = await testApp()
  fixture = mailingsFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  await fixture.clear()
  ada = await app.signUp()
  const cedar = await fixture.add(ada, 'Cedar')
  await ada.send('POST', '/api/mailings/alerts', { companyId: null, events: ['raise'], delivery: 'at-once' })
  app.time.now = new Date('2026-03-02T08:00:00Z')
  await app.runJob('mailings.run', {})
  await fixture.addStory(cedar, { title: 'Cedar raises $18 million', eventType: 'raise' })
  await fixture.runAt('2026-03-02T08:01:00Z')
  links = { digest: await linkIn('digest'), alert: await linkIn('alert') }
})

async function linkIn(kind: 'digest' | 'alert'): Promise<string> {
  const [email] = await fixture.emails(ada, kind)
  const found = /:\n(\S+\/unsubscribe\/\S+)/.exec(String(email?.text))?.[1] ?? ''
  expect(email?.html).toContain(found)
  return found.slice(app.config.http.publicUrl.length)
}

const own = async () => {
  const [row] = await app.database.query(
    'select digest, wants_alerts, next_digest_at from mailing_preferences where user_id = $1',
    [ada.id],
  )
  return [row?.digest, row?.wants_alerts, row?.next_digest_at === null]
}
const ONE_CLICK = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}

test('RFC 8058: one POST from a mail client turns off that kind of email and nothing else', async () => {
  expect((await app.request(links.digest, ONE_CLICK)).status).toBe(200)
  expect(await own()).toEqual(['off', true, true])
  expect((await app.request(links.alert, ONE_CLICK)).status).toBe(200)
  expect(await own()).toEqual(['off', false, true])
})

test('opening a link changes nothing; submitting the form unsubscribes and can be undone', async () => {
  for (const link of [links.digest, links.alert]) {
    const page = await (await app.request(link)).text()
    expect(page).toContain('<form method="post"')
    expect(page).not.toContain('<script')
  }
  expect(await own()).toEqual(['weekly', true, false])
  const done = await (await app.request(links.digest, { method: 'POST' })).text()
  expect(done).toContain('You won’t get any more digests')
  const back = /action="([^"]+)"/.exec(done)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(await (await app.request(back, { method: 'POST' })).text()).toContain('Digests are on')
  expect(await own()).toEqual(['weekly', true, false])
})

test('an old page does not turn a daily digest into a weekly one', async () => {
  const done = await (await app.request(links.digest, { method: 'POST' })).text()
  const back = /action="([^"]+)"/.exec(done)?.[1]?.replaceAll('&amp;', '&') ?? ''
  await app.database.query(`update mailing_preferences set digest = 'daily', next_digest_at = now()`)
  expect(await (await app.request(back, { method: 'POST' })).text()).toContain('Digests are on')
  expect(await own()).toEqual(['daily', true, false])
})

test('a token is valid only for its own kind of email, and not after the account is deleted', async () => {
  const tokenOf = (link: string) => new URL(link, 'http://x.example').searchParams.get('token') ?? ''
  for (const link of [
    `/unsubscribe/digest?token=${tokenOf(links.alert)}`,
    `/unsubscribe/alerts?token=${tokenOf(links.digest)}`,
    `/unsubscribe?token=${tokenOf(links.digest)}`,
    '/unsubscribe/digest?token=nonsense',
  ])
    for (const method of ['GET', 'POST']) expect((await app.request(link, { method })).status).toBe(404)
  expect(await own()).toEqual(['weekly', true, false])
  await app.database.query('delete from users where id = $1', [ada.id])
  for (const method of ['GET', 'POST']) expect((await app.request(links.digest, { method })).status).toBe(404)
})
