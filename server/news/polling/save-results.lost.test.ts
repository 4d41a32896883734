import { afterAll, expect, test } from 'vitest'
import { Coverage } from '#domain/news/coverage.ts'
import { loopbackSite } from '../../testing/network/loopback-site.ts'
import { rssOf } from '../../testing/network/company-site.ts'
import { testApp } from '../../testing/test-app.ts'

test('the feed of a domain that has a new owner is no longer polled or shown; coverage says why and what to do', async () => {
  const feedLink = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">'
  const pages: Record<string, string> = {
    '/': `<title>Copse Genomics</title>${feedLink}`,
    '/feed.xml': rssOf('Copse raises a round'),
  }
  const site = await loopbackSite((request, response) => {
    const page = pages[request.url ?? '']
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page)
  })
  afterAll(site.close)
  const app = await testApp({ realFetch: true, environment: { FETCH_ALLOW: '127.0.0.0/8' } })
  const ada = await app.signUp()
  const added = await ada.send('POST', '/api/companies', { name: 'Copse Genomics', website: site.url })
  const { id } = (await added.json()) as { id: number }
  await app.runJob('news.poll', {})
  const read = async (what: string) => (await ada.get(`/api/companies/${id}/${what}`)).json()
  const titles = async () => ((await read('stories')) as { title: string }[]).map(({ title }) => title)
  const briefs = async () => JSON.stringify(await app.database.query('select body from briefs'))
  expect(await titles()).toEqual(['Copse raises a round'])

  app.time.now = new Date(app.time.now.getTime() + 60_000)
  pages['/feed.xml'] = rssOf('Free spins for everybody', 'Copse raises a round')
  await app.database.query(`update watches set next_at = $1 where kind = 'feed'`, [app.time.now])
  await app.runJob('news.poll', {})
  expect(await titles()).toContain('Free spins for everybody')
  expect(await briefs()).toContain('Free spins')

  pages['/'] = `<title>LuckyReels777</title>${feedLink}<h1>Online slots</h1><h2>Casino bonus codes</h2>`
  pages['/feed.xml'] = rssOf('More free spins')
  await app.database.query(
    `update watches set next_at = case kind when 'discover' then $1::timestamptz else '2027-01-01' end`,
    [app.time.now],
  )
  await app.runJob('news.poll', {})

  const coverage = Coverage.parse(await read('coverage'))
  expect(coverage.state).toBe('broken')
  expect(coverage.entries).toMatchObject([
    {
      address: null,
      state: 'failed',
      problem: expect.stringMatching(/another company \(LuckyReels777\).*Correct the website under Edit/) as string,
    },
  ])
  expect(await titles()).toEqual(['Copse raises a round'])
  expect(await briefs()).toContain('Copse raises')
  expect(await briefs()).not.toContain('Free spins')
})
