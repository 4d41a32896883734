import { expect, test } from 'vitest'
import { poll, rssOf } from '../../../testing/network/company-site.ts'
import { LONG_AGO, RECENT, feed, home, titles, type Pages } from '../../../testing/network/first-scan.ts'

test.each<[string, Pages]>([
  ['by a link in the text', { '/': home('<a href="/rss.php">RSS</a>'), '/rss.php': feed(RECENT) }],
  ['by its address in a link', { '/': home('<a href="/blog/feed/"><img></a>'), '/blog/feed/': feed(RECENT) }],
  [
    'by an alternate without a type',
    { '/': '<link rel="alternate" href="/updates.xml">', '/updates.xml': feed(RECENT) },
  ],
  [
    'under the blog',
    { '/': home('<a href="/blog">Blog</a>'), '/blog': '<h1>Blog</h1>', '/blog/rss.xml': feed(RECENT) },
  ],
  ['at the root', { '/': home('<a href="/blog">Blog</a>'), '/blog': '<h1>Blog</h1>', '/feed.xml': feed(RECENT) }],
  [
    'of Wix',
    {
      '/': `<meta name="generator" content="Wix.com Website Builder">${home('<a href="/blog">Blog</a>')}`,
      '/blog': '<div id="SITE_CONTAINER">',
      '/blog-feed.xml': feed(RECENT),
    },
  ],
  [
    'of Squarespace',
    {
      '/': `<!-- This is Squarespace. -->${home('<a href="/journal">Journal</a>')}`,
      '/journal': 'x',
      '/journal?format=rss': feed(RECENT),
    },
  ],
  [
    'of HubSpot',
    {
      '/': `<meta name="generator" content="HubSpot">${home('<a href="/insights">Insights</a>')}`,
      '/insights': 'x',
      '/insights/rss.xml': feed(RECENT),
    },
  ],
  [
    'of Webflow',
    { '/': `<html data-wf-site="1">${home('<a href="/blog">Blog</a>')}`, '/blog': 'x', '/blog/rss.xml': feed(RECENT) },
  ],
  ['of Ghost', { '/': `<meta name="generator" content="Ghost 5.2">${home('')}`, '/rss/': feed(RECENT) }],
  [
    'behind a redirect',
    {
      '/': home(''),
      '/feed': { status: 301, headers: { location: '/blog/index.xml' } },
      '/blog/index.xml': feed(RECENT),
    },
  ],
  [
    'after a meta refresh',
    {
      '/': '<meta http-equiv="refresh" content="0; url=/en/">',
      '/en/': '<link rel="alternate" type="application/rss+xml" href="/f">',
      '/f': feed(RECENT),
    },
  ],
])('a feed is found %s', async (_, pages) => expect(await titles(pages)).toEqual(['11-10 One']))

test('empty, outdated and category feeds do not hide other news', async () => {
  const declares = (...hrefs: string[]) =>
    hrefs.map((href) => `<link rel="alternate" type="application/rss+xml" href="${href}">`).join('')
  const empty = rssOf()
  expect(
    await titles({
      '/': declares('/category/a/feed', '/category/b/feed', '/category/c/feed', '/feed'),
      '/category/a/feed': empty,
      '/category/b/feed': empty,
      '/category/c/feed': empty,
      '/feed': feed(RECENT),
    }),
  ).toEqual(['11-10 One'])
  const news = '<ul><li>Nov 10, 2026 <a href="/news/acme-opens">Acme opens in Leeds</a></li></ul>'
  for (const hidden of [empty, feed(LONG_AGO, 'Old')]) {
    const { titles: all, feeds } = await (async () => {
      const result = await poll({
        '/': `${declares('/feed')}${home('<a href="/news">News</a>')}`,
        '/feed': hidden,
        '/news': news,
      })
      return {
        titles: result.pages.flatMap(({ result: list }) => list?.items.map(({ title }) => title) ?? []),
        feeds: result.feeds.map(({ url }) => new URL(url).pathname),
      }
    })()
    expect([all, feeds]).toEqual([['Acme opens in Leeds'], ['/feed']])
  }
})

test('a podcast page leads to the feed of the podcast', async () => {
  expect(
    await titles({
      '/': home('<a href="/podcast">The Acme Podcast</a>'),
      '/podcast': '<h1>Podcast</h1><a href="/episodes.xml">RSS</a>',
      '/episodes.xml': feed(RECENT, 'Episode'),
    }),
  ).toEqual(['11-10 Episode'])
})

test('an old feed is kept alongside a news page that is still updated', async () => {
  const old = feed('Tue, 14 Apr 2026 09:00:00 GMT', 'Spring')
  const pages = {
    '/': `<link rel="alternate" type="application/rss+xml" href="/feed">${home('<a href="/news">News</a>')}`,
    '/feed': old,
  }
  expect(
    await titles({
      ...pages,
      '/news': '<ul><li>Nov 10, 2026 <a href="/news/acme-opens">Acme opens in Leeds</a></li></ul>',
    }),
  ).toEqual(['04-14 Spring', '11-10 Acme opens in Leeds'])
  const { pages: lists } = await poll({
    ...pages,
    '/news': '<ul><li>Apr 14, 2026 <a href="/p/spring">Spring has come to Acme</a></li></ul>',
  })
  expect(lists).toEqual([])
})
