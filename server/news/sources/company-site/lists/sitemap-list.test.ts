import { expect, test } from 'vitest'
import { article, found, titles } from '../../../../testing/network/first-scan.ts'

const EMPTY = '<title>Acme</title><div id="root"></div>'
const sitemap = (...entries: string[]) => `<urlset>${entries.map((entry) => `<url>${entry}</url>`).join('')}</urlset>`
const entry = (path: string, more = '') => `<loc>${path}</loc><lastmod>2026-11-10</lastmod>${more}`

test('the title of a picture is neither news nor the title of a page', async () => {
  const picture = '<image:image><image:loc>/a.jpg</image:loc><image:title>A photo of us</image:title></image:image>'
  expect(
    await titles({
      '/': EMPTY,
      '/sitemap.xml': sitemap(entry('/our-team', picture), entry('/news/acme-opens', picture)),
      '/our-team': '<title>Team</title><h1>Our team</h1>',
      '/news/acme-opens': article('2026-11-10', 'Acme opens in Leeds'),
    }),
  ).toEqual(['11-10 Acme opens in Leeds'])
})

test('without news, articles in a folder with several pages are news', async () => {
  const slugs = ['acme-opens-in-leeds', 'acme-grows-and-grows', 'the-story-of-acme']
  const { titles: all, asked } = await found({
    '/': EMPTY,
    '/sitemap.xml': sitemap(
      ...slugs.map((slug) => entry(`/undertow/${slug}`)),
      entry('/team/ann-lee-smith'),
      ...['one', 'two', 'six'].map((name) => entry(`/a-page-at-the-root-${name}`)),
      entry('/people/bob-van-dyke'),
    ),
    '/undertow/acme-opens-in-leeds': article('2026-11-10', 'Acme opens in Leeds'),
    '/undertow/acme-grows-and-grows': article('2026-11-03', 'Acme grows'),
    '/undertow/the-story-of-acme': '<h1>The story of Acme</h1>',
    '/people/bob-van-dyke': article('2026-11-03', 'Bob'),
    '/a-page-at-the-root-one': article('2026-11-03', 'A page'),
  })
  expect(all).toEqual(['11-10 Acme opens in Leeds', '11-03 Acme grows'])
  expect(asked.filter((path) => path.startsWith('/people/') || path.startsWith('/a-'))).toEqual([])
})

test('the titles of the pages are read without the name of the site', async () => {
  const paths = ['/news/acme-opens', '/news/acme-grows']
  const page = (path: string) => `<title>${path.slice(6)} | The tide people</title><p>Nov 10, 2026</p>`
  const pages = Object.fromEntries(paths.map((path) => [path, page(path)]))
  expect(await titles({ '/': EMPTY, '/sitemap.xml': sitemap(...paths.map((path) => entry(path))), ...pages })).toEqual([
    '11-10 acme-opens',
    '11-10 acme-grows',
  ])
})

test('a sitemap of other pages is not watched', async () => {
  const paths = ['/machines/red-and-fast', '/machines/blue-and-fast', '/machines/small-and-slow']
  const { facts, items } = await found({
    '/': EMPTY,
    '/sitemap.xml': sitemap(...paths.map((path) => entry(path))),
    ...Object.fromEntries(paths.map((path) => [path, '<h1>A machine</h1>'])),
  })
  expect(items).toEqual([])
  expect(facts.filter((fact) => fact.startsWith('sitemap'))).toEqual([])
})

test('a sitemap that the front page declares is read', async () => {
  const { titles: all, facts } = await found({
    '/': `<link rel="sitemap" href="/meta/all.xml">${EMPTY}`,
    '/meta/all.xml': sitemap(entry('/news/acme-opens')),
    '/news/acme-opens': article('2026-11-10', 'Acme opens in Leeds'),
  })
  expect(all).toEqual(['11-10 Acme opens in Leeds'])
  expect(facts).toContain('sitemap /meta/all.xml @ /')
})

test('a sitemap that lists only the news page leads to it', async () => {
  const { titles: all, facts } = await found({
    '/': EMPTY,
    '/sitemap.xml': sitemap(entry('/company/newsroom'), entry('/about')),
    '/company/newsroom':
      '<ul><li>Nov 10, 2026 <a href="/company/newsroom/acme-opens">Acme opens in Leeds</a></li></ul>',
  })
  expect(all).toEqual(['11-10 Acme opens in Leeds'])
  expect(facts).toContain('newsroom /company/newsroom @ /sitemap.xml')
})

test('enough requests are left for the sitemap and its posts', async () => {
  const slugs = ['alpha', 'bravo', 'charlie', 'delta', 'echo']
  const { titles: all } = await found({
    '/': EMPTY,
    '/robots.txt': 'Sitemap: /index.xml.gz',
    '/index.xml.gz': '<sitemapindex><sitemap><loc>/all.xml</loc></sitemap></sitemapindex>',
    '/all.xml': sitemap(...slugs.map((slug) => entry(`/news/${slug}-opens`))),
    ...Object.fromEntries(slugs.map((slug) => [`/news/${slug}-opens`, article('2026-11-10', slug)])),
  })
  expect(all.toSorted()).toEqual(slugs.map((slug) => `11-10 ${slug}`))
})
