import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { companySite } from '../../testing/network/company-site.ts'
import { briefOf, titlesOf, type Tracker } from '../../testing/fixtures/overrides-fixture.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'

const PAGE =
  '<html><head><title>Robots</title><meta property="og:site_name" content="Cedar Robotics"><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head><body>Robots</body></html>'
const rss = (title: string, text: string) => ({
  headers: { 'content-type': 'application/rss+xml' },
  body: `<rss version="2.0"><channel><title>Cedar Robotics</title><link>/</link><item><title>${title}</title><link>/news/round</link><pubDate>Fri, 27 Feb 2026 10:00:00 GMT</pubDate><description>${text}</description></item></channel></rss>`,
})

let app: TestApp
let site: Awaited<ReturnType<typeof companySite>>
let ada: Tracker

beforeAll(async () => {
  site = await companySite({ '/': PAGE })
  write('5 million')
  app = await testApp({
    realFetch: true,
    environment: { FETCH_ALLOW: '127.0.0.0/8', SOURCES: 'company-site' },
  })
  const user = await app.signUp()
  const response = await user.send('POST', '/api/companies', { name: 'Cedar Robotics', website: site.url })
  const { id } = z.object({ id: z.number() }).parse(await response.json())
  ada = { ...user, companyId: id, path: `/api/companies/${id}` }
})
afterAll(() => site.close())

function write(amount: string) {
  const title = `Cedar Robotics raises $${amount}`
  site.pages['/feed.xml'] = rss(title, `Cedar Robotics has raised $${amount} in a seed round led by Willow Ventures.`)
}

async function later() {
  app.time.now = new Date(app.time.now.getTime() + 2 * 60_000)
  await app.database.execute('update watches set next_at = $1', [app.time.now])
  await app.runJob('news.poll', {})
  await app.runJob('news.classify', {})
}

const revisions = async () =>
  z
    .array(z.object({ title: z.string() }))
    .parse((await app.database.execute('select title from article_revisions order by replaced_at')).rows)
    .map(({ title }) => title)
const facts = async () =>
  JSON.stringify((await app.database.execute('select extracted_facts from tracked_company_articles')).rows)

test('a corrected figure replaces the old one in the story, its facts and the brief', async () => {
  await later()
  expect([await titlesOf(ada), await revisions()]).toEqual([['Cedar Robotics raises $5 million'], []])
  expect(await facts()).toContain('5000000')

  write('15 million')
  await later()
  expect(await titlesOf(ada)).toEqual(['Cedar Robotics raises $15 million'])
  expect(await revisions()).toEqual(['Cedar Robotics raises $5 million'])
  expect(await facts()).toContain('15000000')
  const brief = await briefOf(ada)
  expect([brief.includes('$15 million'), brief.includes('$5 million')]).toEqual([true, false])
})

test('another feed with a different wording of the article changes nothing', async () => {
  const before = await revisions()
  site.pages['/short.xml'] = rss('Funding news', 'Read more on our blog.')
  await app.database.execute(`
    insert into watches (tracked_company_id, source, kind, url, every_seconds, next_at, checked_at)
    select tracked_company_id, source, kind, replace(url, '/feed.xml', '/short.xml'), every_seconds, next_at, checked_at
    from watches where kind = 'feed'`)
  await later()
  expect(site.asked).toContain('/short.xml')
  expect(await titlesOf(ada)).toEqual(['Cedar Robotics raises $15 million'])
  expect(await revisions()).toEqual(before)
})

test('the last ten revisions are kept', async () => {
  for (let amount = 20; amount < 32; amount += 1) {
    write(`${amount} million`)
    await later()
  }
  const kept = await revisions()
  expect([kept.length, kept.at(-1)]).toEqual([10, 'Cedar Robotics raises $30 million'])
})
