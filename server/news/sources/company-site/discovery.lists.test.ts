import { expect, test } from 'vitest'
import { poll } from '../../../testing/network/company-site.ts'
import { FOOTER, NAV, article, found, home, linked, titles } from '../../../testing/network/first-scan.ts'

test('a dated list yields its recent posts without opening them', async () => {
  const { titles: all, asked } = await found({
    '/': home('<a href="/blog">Blog</a>'),
    '/blog': `${NAV}<main><article><a href="/blog/tag/news">News</a><h2><a href="/blog/one-post">One post</a></h2><time datetime="2026-11-12">12</time></article>
      <article><a href="/blog/tag/news">News</a><h2><a href="/blog/two-post">Two post</a></h2><time datetime="2026-10-01">1</time></article>
      <article><h2><a href="/blog/old-post">Old post</a></h2><time datetime="2026-01-01">1</time></article></main>${FOOTER}`,
  })
  expect(all).toEqual(['11-12 One post', '10-01 Two post'])
  expect(asked.filter((path) => path.startsWith('/blog/') && !/rss|feed/.test(path))).toEqual([])
})

test('the newest posts of an undated list are opened, and those of the last 90 days are kept', async () => {
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

test('if no post has a date, a few are kept undated instead of dated now', async () => {
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
  ['Swedish', 'Pressmeddelanden', '/bolaget/x'],
  ['Dutch', 'Persberichten', '/bedrijf/x'],
  ['Finnish', 'Tiedotteet', '/yritys/x'],
  ['English', 'What’s new', '/hello'],
  ['English', 'News archive', '/past'],
  ['English', 'View all posts', '/all'],
  ['English', 'Learn', '/academy'],
])('a news page is recognized by its link text: %s, %s', async (_, text, path) => {
  const pages = {
    '/': home(`<a href="${path}">${text}</a>`),
    [path]: `${NAV}<main><div><span>10.11.2026</span><h3><a href="${path}/eins-zwei">Eins und zwei</a></h3></div></main>`,
  }
  expect(await titles(pages)).toEqual(['11-10 Eins und zwei'])
})

test('posts at root slugs are distinguished from other pages', async () => {
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

test("a press page yields the publishers' stories about the company", async () => {
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

test('posts are read from the embedded data of a page that is rendered by scripts', async () => {
  const data = { posts: [{ title: 'Acme opens in Leeds', slug: 'acme-opens', publishedAt: '2026-11-10' }] }
  expect(
    await titles({
      '/': home('<a href="/blog">Blog</a>'),
      '/blog': `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: data })}</script>`,
      '/blog/acme-opens': article('2026-11-10'),
    }),
  ).toEqual(['11-10 Acme opens in Leeds'])
})

test('the newest posts of a sitemap named in robots.txt are opened', async () => {
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

test('a front page that shows posts is read as a list', async () => {
  expect(
    await titles({
      '/': home(
        '<h2>Latest news</h2><ul><li>2026-11-10 <a href="/news/acme-opens">Acme opens in Leeds</a></li><li>2026-11-01 <a href="/news/acme-grows">Acme grows and grows</a></li></ul>',
      ),
    }),
  ).toEqual(['11-10 Acme opens in Leeds', '11-01 Acme grows and grows'])
})

test('menus, products, legal pages, careers, authors and tags are not news', async () => {
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

test('case studies and webinars listed among posts are not news', async () => {
  const card = (path: string, title: string) =>
    `<div><h3><a href="/insights/${path}">${title}</a></h3><time datetime="2026-11-10"></time></div>`
  const cards =
    card('new-depot', 'A new depot') +
    card('case-studies/farm', 'How a farm saves') +
    card('webinars/may', 'Live in May')
  expect(await titles({ '/': home('<a href="/insights">Insights</a>'), '/insights': cards })).toEqual([
    '11-10 A new depot',
  ])
})

test('a page that is too large is reported as such', async () => {
  const { notes } = await poll({ '/': home('<a href="/news">News</a>'), '/news': 'x'.repeat(6 * 1024 * 1024) })
  expect(notes).toEqual(['A page of the website is too large to read.'])
})

test('changelog entries without their own page are separate items', async () => {
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
  const parts = entry('v2', '2026-11-10', 'Dashboards</h2><h3 id="fixes">Fixes</h3><p>Some</p><h2>')
  const withParts = parts + entry('v1', '2026-11-01', 'Saved views')
  expect(await titles({ '/': home('<a href="/changelog">Changelog</a>'), '/changelog': withParts })).toEqual([
    '11-10 Dashboards',
    '11-01 Saved views',
  ])
  const dated =
    '<h2 id="a">November 10, 2026</h2><h3>Dashboards</h3><p>x</p><h2 id="b">November 1, 2026</h2><h3>Saved views</h3>'
  expect(await titles({ '/': home('<a href="/changelog">Changelog</a>'), '/changelog': dated })).toEqual([
    '11-10 Dashboards',
    '11-01 Saved views',
  ])
})

test('a page that only links to lists is followed', async () => {
  expect(
    await titles({
      '/': home('<a href="/resources">Resources</a>'),
      '/resources': `${NAV}<main><a href="/company/press-room">Press releases</a></main>`,
      '/company/press-room':
        '<ul><li>Nov 10, 2026 <a href="/company/press-room/acme-opens">Acme opens in Leeds</a></li></ul>',
    }),
  ).toEqual(['11-10 Acme opens in Leeds'])
})

test('posts are read from attributes and from scripts with several statements', async () => {
  const posts = JSON.stringify({
    posts: [{ title: 'Acme opens in Leeds', url: '/blog/acme-opens', publishedAt: '2026-11-10' }],
  })
  for (const page of [
    `<div id="app" data-page="${posts.replaceAll('"', '&quot;')}"></div>`,
    `<script>window.a = 1; window.__STATE__ = ${posts}; window.b = [2]</script>`,
    `<script>window.__DATA__ = JSON.parse(${JSON.stringify(posts)})</script>`,
  ])
    expect(await titles({ '/': home('<a href="/blog">The Acme blog</a>'), '/blog': page })).toEqual([
      '11-10 Acme opens in Leeds',
    ])
})

test('undated cards on a front page are opened to check whether they are articles', async () => {
  const card = (slug: string) => `<article><h2><a href="/${slug}">About ${slug}</a></h2></article>`
  const pages = { '/': home(['one-two-three', 'two-three-four', 'three-four-five'].map(card).join('')) }
  const post = (day: string) => `<h1>Post</h1><p class="meta">${day}</p>`
  expect(
    await titles({
      ...pages,
      '/one-two-three': post('November 10, 2026'),
      '/two-three-four': post('November 3, 2026'),
      '/three-four-five': '<h1>Product</h1>',
    }),
  ).toEqual(['11-10 About one-two-three', '11-03 About two-three-four'])
})

test('a truncated title is completed from its page', async () => {
  expect(
    await titles({
      '/': home('<a href="/news"><img alt="News"></a>'),
      '/news': '<ul><li>Nov 10, 2026 <a href="/news/acme-opens">Acme opens an office in …</a></li></ul>',
      '/news/acme-opens': article('2026-11-10'),
    }),
  ).toEqual(['11-10 Acme opens an office in Leeds'])
})

test('a front page that only offers languages is skipped', async () => {
  expect(
    await titles({
      '/': '<title>Acme</title><a href="/en/">English</a><a href="/de/">Deutsch</a>',
      '/en/': home('<a href="/en/news">News</a>'),
      '/en/news': '<ul><li>Nov 10, 2026 <a href="/en/news/acme-opens">Acme opens in Leeds</a></li></ul>',
    }),
  ).toEqual(['11-10 Acme opens in Leeds'])
})
