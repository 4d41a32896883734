import { expect, test } from 'vitest'
import { poll, rssOf } from '../../../testing/network/company-site.ts'

type Pages = Parameters<typeof poll>[0]

const MAX_REQUESTS = 16

/** What a user sees after the first scan, with the day where one is known. */
async function found(pages: Pages) {
  const { feeds, pages: lists, asked, ...rest } = await poll(pages)
  const items = [...feeds.map(({ result }) => result), ...lists.map(({ result }) => result)].flatMap(
    (result) => result?.items ?? [],
  )
  expect(asked.length).toBeLessThanOrEqual(MAX_REQUESTS)
  expect(asked.length).toBe(new Set(asked).size)
  const titles = items.map(({ title, publishedAt }) =>
    publishedAt ? `${publishedAt.toISOString().slice(5, 10)} ${title}` : title,
  )
  return { titles, items, asked, ...rest }
}
const titles = async (pages: Pages) => (await found(pages)).titles

const feed = (day: string, title = 'One') =>
  `<rss version="2.0"><channel><title>Acme</title><item><title>${title}</title><link>/p/${title.toLowerCase()}</link><pubDate>${day}</pubDate></item></channel></rss>`
const RECENT = 'Tue, 10 Nov 2026 09:00:00 GMT'
const LONG_AGO = 'Tue, 10 Nov 2020 09:00:00 GMT'
const linked = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const article = (day: string, title = 'Acme opens an office in Leeds') =>
  `<title>${title} | Acme</title><meta property="og:title" content="${title}"><meta property="og:type" content="article">${linked({ '@type': 'BlogPosting', datePublished: day })}<h1>${title}</h1>`

const NAV =
  '<nav><a href="/">Home</a><a href="/product">Product</a><a href="/pricing">Pricing for every team</a><a href="/careers">Careers</a><a href="/about">About us and more</a></nav>'
const FOOTER =
  '<footer><a href="/privacy">Privacy policy of Acme</a><a href="/terms">Terms of our service</a><a href="/author/ann">Ann Lee the author</a></footer>'
const home = (link: string) => `<title>Acme</title>${NAV}<main>${link}</main>${FOOTER}`

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

test('feeds that are empty, dead or of a category do not hide the others', async () => {
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

test('a list with dates: the recent posts at once, without opening them', async () => {
  const { titles: all, asked } = await found({
    '/': home('<a href="/blog">Blog</a>'),
    '/blog': `${NAV}<main><article><a href="/blog/tag/news">News</a><h2><a href="/blog/one-post">One post</a></h2><time datetime="2026-11-12">12</time></article>
      <article><a href="/blog/tag/news">News</a><h2><a href="/blog/two-post">Two post</a></h2><time datetime="2026-10-01">1</time></article>
      <article><h2><a href="/blog/old-post">Old post</a></h2><time datetime="2026-01-01">1</time></article></main>${FOOTER}`,
  })
  expect(all).toEqual(['11-12 One post', '10-01 Two post'])
  expect(asked.filter((path) => path.startsWith('/blog/') && !/rss|feed/.test(path))).toEqual([])
})

test('a list without dates: the newest are opened, those of the last 90 days kept', async () => {
  const slugs = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh']
  const { titles: all, asked } = await found({
    '/': home('<a href="/news">News</a>'),
    '/news': `${NAV}${slugs.map((slug) => `<a href="/news/${slug}-post">The ${slug} post</a>`).join('')}${FOOTER}`,
    '/news/first-post': article('2026-11-11'),
    '/news/second-post': article('2026-11-01'),
    '/news/third-post': article('2026-05-01'),
    '/news/fourth-post': article('2025-05-01'),
    '/news/fifth-post': '<title>Undated</title>',
  })
  expect(all).toEqual(['11-11 The first post', '11-01 The second post'])
  expect(asked.filter((path) => path.endsWith('-post'))).toHaveLength(5)
})

test('where nothing has a date a few posts are kept without one, never as of now', async () => {
  const slugs = ['first', 'second', 'third', 'fourth', 'fifth']
  const { items } = await found({
    '/': home('<a href="/news">News</a>'),
    '/news': `${NAV}${slugs.map((slug) => `<a href="/news/${slug}-post">The ${slug} post</a>`).join('')}${FOOTER}`,
    ...Object.fromEntries(slugs.map((slug) => [`/news/${slug}-post`, `<title>${slug}</title><h1>Text</h1>`])),
  })
  expect(items.map(({ publishedAt, precision }) => [publishedAt, precision])).toEqual([
    [null, 'none'],
    [null, 'none'],
    [null, 'none'],
  ])
})

test.each([
  ['German', 'Aktuelles', '/unternehmen/neues'],
  ['French', 'Actualités', '/fr/vie'],
  ['Spanish', 'Noticias', '/empresa/hoy'],
  ['Japanese', 'お知らせ', '/info'],
  ['Portuguese', 'Novidades', '/empresa/novo'],
  ['Italian', 'Comunicati stampa', '/azienda/x'],
  ['English', 'What’s new', '/hello'],
  ['English', 'Learn', '/academy'],
])('a page of news is known by the text of its link: %s, %s', async (_, text, path) => {
  const pages = {
    '/': home(`<a href="${path}">${text}</a>`),
    [path]: `${NAV}<main><div><span>10.11.2026</span><h3><a href="${path}/eins-zwei">Eins und zwei</a></h3></div></main>`,
  }
  expect(await titles(pages)).toEqual(['11-10 Eins und zwei'])
})

test('posts at root slugs: the cards of the list tell them from other pages', async () => {
  const card = (slug: string, title: string) => `<div class="card"><h3><a href="/${slug}">${title}</a></h3></div>`
  expect(
    await titles({
      '/': home('<a href="/blog">Blog</a>'),
      '/blog': `${NAV}<main>${card('acme-opens-in-leeds', 'Acme opens in Leeds')}${card('our-great-platform-page', 'Our great platform')}</main>${FOOTER}`,
      '/acme-opens-in-leeds': article('2026-11-09'),
      '/our-great-platform-page': linked({ '@type': 'WebPage', datePublished: '2026-11-09' }),
    }),
  ).toEqual(['11-09 Acme opens in Leeds'])
})

test('a list of press about the company: the stories of publishers', async () => {
  const { items } = await found({
    '/': home('<a href="/press">Press</a>'),
    '/press': `${NAV}<main><div><p>Nov 9, 2026</p><a href="https://paper.example/2026/acme">Acme raises ten million dollars</a></div>
      <div><p>Nov 2, 2026</p><a href="https://daily.example/acme">The rise and rise of Acme</a></div>
      <a href="https://www.linkedin.com/company/acme">Follow us on LinkedIn</a></main>${FOOTER}`,
  })
  expect(items.map(({ url, kind }) => [new URL(url).host, kind])).toEqual([
    ['paper.example', 'press'],
    ['daily.example', 'press'],
  ])
})

test('data for scripts: posts of a page that shows none without running them', async () => {
  const data = { posts: [{ title: 'Acme opens in Leeds', slug: 'acme-opens', publishedAt: '2026-11-10' }] }
  expect(
    await titles({
      '/': home('<a href="/blog">Blog</a>'),
      '/blog': `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: data })}</script>`,
      '/blog/acme-opens': article('2026-11-10'),
    }),
  ).toEqual(['11-10 Acme opens in Leeds'])
})

test('a sitemap that robots.txt names: its newest posts are opened', async () => {
  expect(
    await titles({
      '/': '<div id="root"></div>',
      '/robots.txt': 'Sitemap: /maps/all.xml',
      '/maps/all.xml':
        '<urlset><url><loc>/blog/new-post</loc><lastmod>2026-11-11</lastmod></url><url><loc>/blog/older-post</loc><lastmod>2026-11-09</lastmod></url><url><loc>/blog/old-post</loc><lastmod>2024-01-01</lastmod></url><url><loc>/pricing</loc></url></urlset>',
      '/blog/new-post': article('2026-11-11', 'New'),
      '/blog/older-post': article('2022-01-01', 'Edited'),
      '/blog/old-post': article('2024-01-01', 'Old'),
    }),
  ).toEqual(['11-11 New'])
})

test('the front page is the list where it shows posts itself', async () => {
  expect(
    await titles({
      '/': home(
        '<h2>Latest news</h2><ul><li>2026-11-10 <a href="/news/acme-opens">Acme opens in Leeds</a></li><li>2026-11-01 <a href="/news/acme-grows">Acme grows and grows</a></li></ul>',
      ),
    }),
  ).toEqual(['11-10 Acme opens in Leeds', '11-01 Acme grows and grows'])
})

test('a site without news has none: menus, products, legal pages, careers, authors and tags', async () => {
  const page = (text: string) =>
    `<title>Acme</title>${NAV}<main><h1>${text}</h1><p>Last updated: November 10, 2026</p><div class="card"><h3><a href="/product/fast-new-widget">The fast new widget</a></h3></div></main>${FOOTER}`
  const paths = [
    '/',
    '/product',
    '/pricing',
    '/careers',
    '/about',
    '/privacy',
    '/terms',
    '/author/ann',
    '/product/fast-new-widget',
  ]
  expect(
    await titles({
      ...Object.fromEntries(paths.map((path) => [path, page(path)])),
      '/sitemap.xml': `<urlset>${paths.map((path) => `<url><loc>${path}</loc><lastmod>2026-11-10</lastmod></url>`).join('')}</urlset>`,
    }),
  ).toEqual([])
})

test('too large and too slow are said as such', async () => {
  const { notes } = await poll({ '/': home('<a href="/news">News</a>'), '/news': 'x'.repeat(6 * 1024 * 1024) })
  expect(notes).toEqual(['A page of the website is too large to read.'])
})

test('entries of a changelog that have no page of their own stay apart', async () => {
  const entry = (id: string, day: string, title: string) =>
    `<section id="${id}"><time datetime="${day}"></time><h2>${title}</h2><p>Text</p></section>`
  const { items } = await found({
    '/': home('<a href="/changelog">Changelog</a>'),
    '/changelog': `${NAV}<main><h1>Changelog</h1>${entry('v2', '2026-11-10', 'Dashboards')}${entry('v1', '2026-11-01', 'Saved views')}${entry('v0', '2025-11-01', 'Old')}</main>${FOOTER}`,
  })
  expect(items.map(({ url, title, isAnchored }) => [new URL(url).hash, title, isAnchored])).toEqual([
    ['#v2', 'Dashboards', true],
    ['#v1', 'Saved views', true],
  ])
  const dated =
    '<h2 id="a">November 10, 2026</h2><h3>Dashboards</h3><p>x</p><h2 id="b">November 1, 2026</h2><h3>Saved views</h3>'
  expect(await titles({ '/': home('<a href="/changelog">Changelog</a>'), '/changelog': dated })).toEqual([
    '11-10 Dashboards',
    '11-01 Saved views',
  ])
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

test('an old feed is kept beside a living page of news', async () => {
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
