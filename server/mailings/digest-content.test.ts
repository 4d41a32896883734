import { beforeAll, beforeEach, expect, test } from 'vitest'
import { mailingsFixture } from '../testing/fixtures/mailings-fixture.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let fixture: ReturnType<typeof mailingsFixture>
let ada: TestUser

/** START is a Sunday; the default is Monday at 8:00. */
const MONDAY = '2026-03-02T08:00:00Z'

beforeAll(async () => {
  app = await testApp({ environment: { MAIL_POSTAL_ADDRESS: '1 Main Street, Springfield' } })
  fixture = mailingsFixture(app)
})
beforeEach(async () => {
  app.time.now = START
  await fixture.clear()
  ada = await app.signUp()
  await app.database.query(`update users set trial_ends_at = '2027-01-01' where id = $1`, [ada.id])
  await app.runJob('mailings.run', {})
})

const titles = async () => (await fixture.emails(ada, 'digest')).map(({ subject }) => subject)

test('the digest lists the most important events first, with linked sources and escaped titles', async () => {
  const [cedar, fernway, elm] = [
    await fixture.add(ada, 'Cedar'),
    await fixture.add(ada, 'Fernway'),
    await fixture.add(ada, 'Elm'),
  ]
  await fixture.add(ada, 'Lumen')
  await fixture.addStory(cedar, { title: 'Cedar names a chief financial officer', eventType: 'arrival', weight: 0.55 })
  await fixture.addStory(fernway, { title: 'Fernway cuts jobs <b>now</b>', eventType: 'layoffs', weight: 0.8 })
  await fixture.addStory(elm, { title: 'Elm opens a shop' })
  await fixture.runAt(MONDAY)
  const [digest] = await fixture.emails(ada, 'digest')
  expect(digest?.subject).toBe('Fernway cuts jobs <b>now</b>, Cedar names a chief financial officer')
  const text = String(digest?.text)
  expect(text).toMatch(
    /^Monday, March 2\n\n3 of your 4 companies have news\.\n\nLayoffs · Sun, Mar 1\nFernway cuts jobs/,
  )
  expect(text).toMatch(/<b>now<\/b>[^]*names a chief financial officer[^]*Also\nElm opens a shop\. Mar 1\n/)
  expect(text).toContain('press.example: https://press.example/')
  expect(text).toContain('1 company: nothing new.')
  expect(text).toContain('Weekly, Mondays at 8:00 AM (UTC). Change this: ')
  expect(text).toContain('/unsubscribe/digest?token=')
  expect(text).toContain('1 Main Street, Springfield')
  const html = String(digest?.html)
  expect(html).toContain('</b> cuts jobs &lt;b&gt;now&lt;/b&gt;')
  expect(html).toContain('href="https://press.example/')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).not.toMatch(/<script|<img|javascript:/i)
})

test('what an investor read before stays out of the daily digest, and in the weekly as the week', async () => {
  const cedar = await fixture.add(ada, 'Cedar')
  const id = await fixture.addStory(cedar, { title: 'Cedar raises $18 million', eventType: 'raise', weight: 0.95 })
  await ada.send('POST', '/api/news/read', { stories: [{ companyId: cedar, roots: [id] }] })
  await fixture.runAt(MONDAY)
  const [digest] = await fixture.emails(ada, 'digest')
  expect(digest?.subject).toBe('Cedar raises $18M')
  expect(digest?.text).toContain('Nothing new at your company since yesterday morning.\n\nThis week\n\nFunding')
})

test('a day without news has no daily digest, and the next one says since when', async () => {
  await ada.send('PATCH', '/api/mailings', { digest: 'daily' })
  const cedar = await fixture.add(ada, 'Cedar')
  await fixture.addStory(cedar, { title: 'Cedar raises $18 million', eventType: 'raise', weight: 0.95 })
  for (const day of [2, 3, 4]) await fixture.runAt(`2026-03-0${day}T08:00:00Z`)
  expect(await titles()).toEqual(['Cedar raises $18M'])
  await fixture.addStory(cedar, { title: 'Cedar opens an office in Oslo', eventType: 'expansion', weight: 0.5 })
  await fixture.runAt('2026-03-05T08:00:00Z')
  const [, next] = await fixture.emails(ada, 'digest')
  expect(next?.text).toContain('Your company has news since Monday.')
  expect(next?.text).not.toContain('$18')
})

test('a second digest on the same day repeats nothing, and what was found late is still told', async () => {
  await ada.send('PATCH', '/api/mailings', { digest: 'daily' })
  const cedar = await fixture.add(ada, 'Cedar')
  await app.database.query(`update companies set created_at = '2026-01-01'`)
  await fixture.addStory(cedar, { title: 'Cedar raises $18 million', eventType: 'raise', weight: 0.95 })
  await fixture.runAt(MONDAY)
  app.time.now = new Date('2026-03-02T10:00:00Z')
  await fixture.addStory(cedar, {
    title: 'Cedar opens an office in Oslo',
    eventType: 'expansion',
    publishedAt: '2026-02-20T00:00:00Z',
  })
  await app.database.query(`update mailing_preferences set hour = 20, next_digest_at = '2026-03-02T20:00:00Z'`)
  await fixture.runAt('2026-03-02T20:00:00Z')
  await fixture.runAt('2026-03-03T20:00:00Z')
  expect(await titles()).toEqual(['Cedar raises $18M', 'Cedar opens an office in Oslo'])
  app.time.now = new Date('2026-03-03T21:00:00Z')
  await fixture.addStory(cedar, {
    title: 'Cedar opens an office in Rome',
    eventType: 'expansion',
    publishedAt: '2026-02-20T00:00:00Z',
  })
  await fixture.runAt('2026-03-04T20:00:00Z')
  expect((await titles()).at(-1)).toBe('Cedar opens an office in Rome')
})

test('a quiet week says so, and which sources fail', async () => {
  for (const name of ['Cedar', 'Fernway', 'Paperlark']) await fixture.add(ada, name)
  await app.database.query(`
    insert into watches (tracked_company_id, source, kind, url, state, every_seconds, next_at, checked_at, good_at)
    select tracked_company_id, 'company-site', 'feed', website || case failed when 1 then '/feed' else '/blog' end,
      case when name = 'Paperlark' and failed = 1 then 'failed' else 'unchanged' end, 3600, now(), now(), now()
    from companies, generate_series(0, 1) as failed`)
  await fixture.runAt(MONDAY)
  const [digest] = await fixture.emails(ada, 'digest')
  expect(digest?.subject).toBe('A quiet week')
  expect(digest?.text).toContain('A quiet week: nothing new at your 3 companies.')
  expect(digest?.text).toContain('1 source of Paperlark is not responding.')
})
