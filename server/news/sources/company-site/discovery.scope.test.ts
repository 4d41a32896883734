import { expect, onTestFinished, test } from 'vitest'
import { companySite, rssOf, poll } from '../../../testing/network/company-site.ts'

const declares = (href: string) => `<link rel="alternate" type="application/rss+xml" href="${href}">`

test('a site below a path gets nothing from its host or its neighbors', async () => {
  const pages = {
    '/': `<title>Host</title>${declares('/feed.xml')}<a href="/news">News</a>`,
    '/feed.xml': rssOf('Host'),
    '/feed': rssOf('Host'),
    '/blog': `<title>Host blog</title>${declares('/feed.xml')}`,
    '/sitemap.xml': '<urlset><url><loc>/news/host-did-it</loc></url></urlset>',
    '/robots.txt': 'Sitemap: /sitemap.xml',
    '/two/feed.xml': rssOf('Neighbor'),
    '/one': `<title>One</title><meta property="og:site_name" content="Host">${declares('/feed.xml')}${declares('/two/feed.xml')}<script type="application/ld+json">{"@type":"Organization","name":"Host Inc","url":"/"}</script><a href="/careers">Careers</a><a href="/blog">Blog</a>`,
  }
  const { state, facts, asked } = await poll(pages, '/one/')
  expect(state).toBe('no-feed')
  expect(facts).toEqual(['title One @ /one'])
  expect(asked.filter((path) => !path.startsWith('/one'))).toEqual(['/robots.txt'])
  const own = await poll({ ...pages, '/one/feed.xml': rssOf('Mine') }, '/one')
  expect(own.facts).toEqual(['title One @ /one', 'feed /one/feed.xml @ /one/feed.xml'])
})

test('a page that is gone is not replaced by the front page of its host', async () => {
  const { state, asked } = await poll({ '/': `<title>Host</title>${declares('/feed.xml')}` }, '/one')
  expect([state, asked]).toEqual(['dead', ['/one']])
  const sent = await poll(
    { '/one': { status: 302, headers: { location: '/' } }, '/': `<title>Host</title>${declares('/feed')}` },
    '/one',
  )
  expect([sent.state, sent.facts, sent.joins]).toEqual(['no-feed', [], []])
})

test('a landing page such as /en finds the feed of the whole host', async () => {
  const { facts } = await poll(
    { '/en': `<title>Acme</title>${declares('/feed.xml')}`, '/feed.xml': rssOf('One') },
    '/en/',
  )
  expect(facts).toEqual(['title Acme @ /en', 'feed /feed.xml @ /en'])
})

test('a site that redirects to another or names it as canonical is joined to it, without its own facts', async () => {
  const real = await companySite({ '/': '<title>Acme</title>', '/en': '<title>Acme</title>' })
  onTestFinished(real.close)
  const joinsOf = async (pages: Parameters<typeof companySite>[0]) => {
    const { facts, joins } = await poll(pages)
    return [facts, joins.map(({ to, evidence }) => `${evidence} ${to.url.replace(real.url, '')}`)]
  }
  const sent = { '/': { status: 301, headers: { location: `${real.url}/en` } } }
  expect(await joinsOf(sent)).toEqual([[], ['redirect /']])
  expect(await joinsOf({ '/': `<link rel="canonical" href="${real.url}/">` })).toEqual([[], ['canonical /']])
  expect((await joinsOf({ '/': '<title>A</title><link rel="canonical" href="/">' }))[1]).toEqual([])
  const login = { '/': { status: 302, headers: { location: `${real.url}/login?next=1` } } }
  expect(await joinsOf(login)).toEqual([[], []])
})
