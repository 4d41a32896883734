import { expect, test } from 'vitest'
import type { Fetch } from '../../../platform/fetch/fetch.ts'
import { mayFetch, now, sitemapsOf } from '../../../testing/network/company-site.ts'
import { discover } from './discovery.ts'

const feed = (title: string, link = '') =>
  `<rss version="2.0"><channel><title>${title}</title><link>${link}</link><item><title>${title} post</title><link>/p/1</link><pubDate>Tue, 10 Nov 2026 09:00:00 GMT</pubDate></item></channel></rss>`

/** Maps URLs on any host to response bodies; any other URL returns 404. */
async function found(pages: Record<string, string>, website = 'https://acme.example/') {
  const asked: string[] = []
  const fetch: Fetch = ({ url }) => {
    asked.push(url)
    const body = pages[url]
    const status = body === undefined ? 404 : 200
    return Promise.resolve({ url, status, headers: {}, bytes: Buffer.from(body ?? ''), notModified: false })
  }
  const company = { name: 'Acme', domain: null, website, aliases: [], facts: [] }
  const { feeds, pages: lists } = await discover(company, { fetch, now, mayFetch, sitemapsOf })
  expect(asked.length).toBeLessThanOrEqual(15)
  return { watched: [...feeds, ...lists].map(({ url }) => url), asked }
}
const home = (links: string) => `<title>Acme</title>${links}`

test.each([
  ['Substack', 'https://acme.substack.com/', 'https://acme.substack.com/feed'],
  ['Medium, as a person', 'https://medium.com/@acmehq', 'https://medium.com/feed/@acmehq'],
  ['Medium, as a publication', 'https://medium.com/acme-engineering/', 'https://medium.com/feed/acme-engineering'],
  ['Medium, as a host', 'https://acme.medium.com/', 'https://acme.medium.com/feed'],
  ['Ghost', 'https://acme.ghost.io/', 'https://acme.ghost.io/rss/'],
  ['Hashnode', 'https://acme.hashnode.dev/', 'https://acme.hashnode.dev/rss.xml'],
])('a blog hosted by a publishing service is found: %s', async (_, link, address) => {
  const { watched } = await found({
    'https://acme.example/': home(`<a href="${link}">Blog</a>`),
    [address]: feed('Posts'),
  })
  expect(watched).toEqual([address])
})

test("a hosted blog is the company's only if its title names the company or it links back", async () => {
  const link = '<a href="https://payments.substack.com/">Blog</a>'
  const feedUrl = 'https://payments.substack.com/feed'
  const watched = async (text: string) =>
    (await found({ 'https://acme.example/': home(link), [feedUrl]: text })).watched
  expect(await watched(feed('Payments weekly'))).toEqual([])
  expect(await watched(feed('Payments by Acme'))).toEqual([feedUrl])
  expect(await watched(feed('Payments weekly', 'https://acme.example/'))).toEqual([feedUrl])
})

test('a blog on another domain is found if the site links to it as a blog and it links back', async () => {
  const blog = (back: string, more = '') =>
    `<title>Notes</title><link rel="alternate" type="application/rss+xml" href="/feed.xml">${back}${more}`
  const pages = (back: string) => ({
    'https://acme.example/': home(
      '<a href="https://notes.other.example/">Blog</a><a href="https://partner.example/">Partner</a>',
    ),
    'https://notes.other.example/': blog(back),
    'https://notes.other.example/feed.xml': feed('Notes'),
  })
  const proven = await found(pages('<a href="https://acme.example/">Home</a>'))
  expect(proven.watched).toEqual(['https://notes.other.example/feed.xml'])
  expect(proven.asked.join(' ')).not.toContain('partner')
  expect((await found(pages(''))).watched).toEqual([])
})

test('a blog on another domain without a feed is read as a list', async () => {
  const { watched } = await found({
    'https://acme.example/': home('<a href="https://acmeblog.example/">News</a>'),
    'https://acmeblog.example/':
      '<title>The Acme Blog</title><ul><li>Nov 10, 2026 <a href="/acme-opens">Acme opens in Leeds</a></li></ul>',
  })
  expect(watched).toEqual(['https://acmeblog.example/'])
})

test('video, podcast, status and changelog feeds are added to the news page and do not replace it', async () => {
  const id = 'UC1234567890123456789012'
  const { watched } = await found({
    'https://acme.example/': home(
      `<a href="/news">News</a><a href="https://www.youtube.com/channel/${id}">YouTube</a><a href="https://feeds.podcasts.example/acme.xml">RSS</a><a href="https://status.acme.example/">Status</a><a href="/changelog">Changelog</a>`,
    ),
    'https://acme.example/news': '<ul><li>Nov 10, 2026 <a href="/news/acme-opens">Acme opens in Leeds</a></li></ul>',
    [`https://www.youtube.com/feeds/videos.xml?channel_id=${id}`]: feed('Acme'),
    'https://feeds.podcasts.example/acme.xml': feed('The Acme Podcast').replace('/p/1', '/p/2'),
    'https://status.acme.example/history.atom': feed('Acme Status').replace('/p/1', '/p/3'),
    'https://acme.example/changelog/rss.xml': feed('Acme Changelog').replace('/p/1', '/p/4'),
  })
  expect(watched.toSorted()).toEqual([
    'https://acme.example/changelog/rss.xml',
    'https://acme.example/news',
    'https://feeds.podcasts.example/acme.xml',
    'https://status.acme.example/history.atom',
    `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`,
  ])
})

test('a YouTube handle is resolved to its channel; of two channels neither is followed', async () => {
  const handle = 'https://www.youtube.com/@acme'
  const channelFeed = 'https://www.youtube.com/feeds/videos.xml?channel_id=UC1234567890123456789012'
  const pages = {
    'https://acme.example/': home(`<a href="${handle}">YouTube</a>`),
    [handle]: '<link rel="canonical" href="https://www.youtube.com/channel/UC1234567890123456789012">',
    [channelFeed]: feed('Acme'),
  }
  expect((await found(pages)).watched).toEqual([channelFeed])
  const two = home(`<a href="${handle}">YouTube</a><a href="https://www.youtube.com/@other">Other</a>`)
  expect((await found({ ...pages, 'https://acme.example/': two })).watched).toEqual([])
})

test('a linked feed on another domain is not attributed to the company', async () => {
  const { watched } = await found({
    'https://acme.example/': home('<a href="https://paper.example/feed.xml">RSS</a>'),
    'https://paper.example/feed.xml': feed('The Daily Paper'),
  })
  expect(watched).toEqual([])
})

test('a path of the site that redirects to a hosted blog is followed', async () => {
  const answers: Record<string, [string, string]> = {
    'https://acme.example/': ['https://acme.example/', '<title>Acme</title><a href="/blog">Blog</a>'],
    'https://acme.example/blog': ['https://medium.com/acme-stories', '<title>Stories</title>'],
    'https://medium.com/feed/acme-stories': ['https://medium.com/feed/acme-stories', feed('Stories')],
  }
  const fetch: Fetch = ({ url }) => {
    const [landed, body] = answers[url] ?? [url, null]
    const status = body === null ? 404 : 200
    return Promise.resolve({ url: landed, status, headers: {}, bytes: Buffer.from(body ?? ''), notModified: false })
  }
  const company = { name: 'Acme', domain: null, website: 'https://acme.example/', aliases: [], facts: [] }
  const { feeds } = await discover(company, { fetch, now, mayFetch, sitemapsOf })
  expect(feeds.map(({ url }) => url)).toEqual(['https://medium.com/feed/acme-stories'])
})
