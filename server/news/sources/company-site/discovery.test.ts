import { expect, test } from 'vitest'
import type { TrackedCompany } from '../source.ts'
import { discover } from './discovery.ts'
import { companySite, rssOf, poll, mayFetch, now, sitemapsOf } from '../../../testing/network/company-site.ts'

test('a feed linked on the front page takes two requests, and its first result is included', async () => {
  const { state, facts, asked, feeds } = await poll({
    '/': '<title>Acme</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">',
    '/feed.xml': { headers: { etag: '"1"' }, body: rssOf('One', 'Two') },
  })
  expect(state).toBe('found')
  expect(facts).toEqual(['title Acme @ /', 'feed /feed.xml @ /'])
  expect(asked).toEqual(['/', '/feed.xml'])
  expect(feeds[0]?.result).toMatchObject({ state: 'ok', memory: { etag: '"1"' } })
  expect(feeds[0]?.result.items).toHaveLength(2)
})

test('the website address can itself be a feed', async () => {
  const { facts } = await poll({ '/feed': rssOf('One') }, '/feed')
  expect(facts).toEqual(['feed /feed @ /feed'])
})

test('finds a feed linked only on the blog and a job board linked only on the careers page', async () => {
  const { facts, notes } = await poll({
    '/': '<title>Acme</title><a href="/careers">Jobs</a><a href="/blog">Blog</a>',
    '/careers': '<iframe src="https://boards.greenhouse.io/embed/job_board?for=acme"></iframe>',
    '/blog':
      '<link rel="alternate" type="application/atom+xml" href="/blog/atom"><a href="/blog/hello-world">Hello</a>',
    '/blog/atom': '<feed xmlns="http://www.w3.org/2005/Atom"><title>Blog</title></feed>',
  })
  expect(facts).toEqual([
    'title Acme @ /',
    'careers /careers @ /',
    'greenhouse acme @ /careers',
    'newsroom /blog @ /',
    'feed /blog/atom @ /blog',
  ])
  expect(notes).toEqual([])
})

test('an unlinked feed is found at a well-known path; a redirect to the front page is not a feed', async () => {
  const { facts, asked } = await poll({
    '/': '<title>Acme</title>',
    '/feed': { status: 302, headers: { location: '/' } },
    '/rss.xml': rssOf('One'),
  })
  expect(facts).toEqual(['title Acme @ /', 'feed /rss.xml @ /rss.xml'])
  expect(asked.length).toBeLessThanOrEqual(15)
})

test('without a feed, the newsroom and the sitemap are found in at most 15 requests', async () => {
  const { state, facts, notes, requests } = await poll({
    '/': '<title>Acme</title><a href="/news">News</a>',
    '/news': '<a href="/news/acme-raises-5m">Acme raises $5M in a round</a>',
    '/robots.txt': 'Sitemap: /map.xml',
    '/map.xml': '<urlset><url><loc>/news/acme-raises-5m</loc></url></urlset>',
  })
  expect(state).toBe('no-feed')
  expect(facts).toEqual(['title Acme @ /', 'newsroom /news @ /', 'sitemap /map.xml @ /robots.txt'])
  expect(notes).toEqual(['We found no feed or news page on the website.'])
  expect(requests).toBeLessThanOrEqual(15)
})

test('a site that answers every address with the same page has no feed, and requests are bounded', async () => {
  const page = '<title>Acme</title><div id="root"></div>'
  const pages = Object.fromEntries(
    [
      '/',
      '/blog',
      '/news',
      '/newsroom',
      '/press',
      '/feed',
      '/rss.xml',
      '/feed.xml',
      '/atom.xml',
      '/robots.txt',
      '/sitemap.xml',
    ].map((path) => [path, page]),
  )
  const { state, facts, requests } = await poll(pages)
  expect(state).toBe('no-feed')
  expect(facts).toEqual(['title Acme @ /'])
  expect(requests).toBeLessThanOrEqual(15)
})

test('dead, blocked, throttled and missing sites have distinct results', async () => {
  expect(await poll({ '/': { status: 403 } })).toMatchObject({
    state: 'blocked',
    notes: ['The site refused our request.'],
    requests: 1,
  })
  const gone = await poll({ '/': '' })
  await gone.site.goDown()
  expect(await discover(gone.trackedCompany, { fetch: gone.site.safeFetch, now, mayFetch, sitemapsOf })).toMatchObject({
    state: 'dead',
    notes: ['It could not be reached.'],
  })
  expect(
    await discover(
      { ...gone.trackedCompany, website: null },
      { fetch: gone.site.safeFetch, now, mayFetch, sitemapsOf },
    ),
  ).toMatchObject({
    state: 'no-website',
    requests: 0,
  })
  const retryAt = new Date('2026-11-15T13:00:00Z')
  const throttled = () =>
    Promise.reject(Object.assign(new Error('later'), { name: 'FetchError', kind: 'throttled', retryAt }))
  expect(await discover(gone.trackedCompany, { fetch: throttled, now, mayFetch, sitemapsOf })).toMatchObject({
    state: 'blocked',
    retryAt,
    requests: 1,
  })
})

test('finds the feeds of GitHub and YouTube pages', async () => {
  const asked: string[] = []
  const fetch = ({ url }: { url: string }) => {
    asked.push(url)
    return Promise.resolve({
      url,
      status: url.includes('atom') || url.includes('videos.xml') ? 200 : 404,
      headers: {},
      bytes: Buffer.from(rssOf('v1')),
      notModified: false,
    })
  }
  const trackedCompany: TrackedCompany = {
    name: 'Acme',
    domain: null,
    website: 'https://github.com/acme/tool',
    aliases: [],
    facts: [],
  }
  expect((await discover(trackedCompany, { fetch, now, mayFetch, sitemapsOf })).facts).toEqual([
    { kind: 'github', value: 'acme', foundAt: 'https://github.com/acme/tool' },
    {
      kind: 'feed',
      value: 'https://github.com/acme/tool/releases.atom',
      foundAt: 'https://github.com/acme/tool',
    },
  ])
  const channel = 'https://www.youtube.com/channel/UC1234567890123456789012'
  expect((await discover({ ...trackedCompany, website: channel }, { fetch, now, mayFetch, sitemapsOf })).facts).toEqual(
    [
      {
        kind: 'feed',
        value: 'https://www.youtube.com/feeds/videos.xml?channel_id=UC1234567890123456789012',
        foundAt: channel.replace('www.', ''),
      },
    ],
  )
})

test('pages that robots.txt disallows are not read, but the front page and feeds are', async () => {
  const site = await companySite({
    '/': '<title>Acme</title><a href="/careers">Careers</a><a href="/news">News</a>',
    '/careers': '<a href="https://boards.greenhouse.io/acme">Jobs</a>',
    '/news': '<a href="/news/first-product-ships">First product ships</a>',
  })
  try {
    const trackedCompany = { name: 'Acme', domain: null, website: site.url, aliases: [], facts: [] }
    const asked: string[] = []
    const forbid = async (url: string) => {
      asked.push(new URL(url).pathname)
      return false
    }
    const scan = () => discover(trackedCompany, { fetch: site.safeFetch, now, sitemapsOf, mayFetch: forbid })
    const found = await scan()
    expect(asked).toEqual(['/careers', '/news'])
    expect(site.asked).not.toContain('/careers')
    expect(site.asked).not.toContain('/news')
    expect(found.facts.map(({ kind }) => kind)).toEqual(['title', 'careers'])
    expect(found.notes).toEqual(['The robots.txt of the site does not allow us to read it.'])
    site.pages['/feed'] = rssOf('One')
    expect((await scan()).facts.map(({ kind }) => kind)).toEqual(['title', 'careers', 'feed'])
  } finally {
    await site.close()
  }
})
