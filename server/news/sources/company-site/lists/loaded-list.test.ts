import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../../../testing/growth.ts'
import { article, found, home, titles } from '../../../../testing/network/first-scan.ts'
import { siteOf } from '../../../site/site.ts'
import { readPage } from '../page.ts'
import { listAddresses } from './loaded-list.ts'

const POST = { title: 'Acme opens in Leeds', slug: 'acme-opens', date: '2026-11-10' }
const JSON_LIST = JSON.stringify({ items: [{ ...POST, url: '/news/acme-opens' }] })
const MARKUP =
  '<article><h2><a href="/news/acme-opens">Acme opens in Leeds</a></h2><time datetime="2026-11-10"></time></article>'
const FLAT = [{ posts: 1 }, [2], { title: 3, slug: 4, date: 5 }, POST.title, POST.slug, POST.date]

test.each([
  ['preloaded data', '<link rel="preload" as="fetch" href="/x/page-data.json">', '/x/page-data.json', JSON_LIST],
  ['the data of Gatsby', '<div id="___gatsby"></div>', '/page-data/news/page-data.json', JSON_LIST],
  [
    'the data of SvelteKit',
    '<script>__sveltekit_1 = {base: ""}</script>',
    '/news/__data.json',
    JSON.stringify({ type: 'data', nodes: [null, { type: 'data', data: FLAT }] }),
  ],
  [
    'a flat payload',
    '<link rel="preload" as="fetch" href="/news/_payload.json?1">',
    '/news/_payload.json?1',
    JSON.stringify(FLAT),
  ],
  [
    'the API of WordPress',
    '<link rel="https://api.w.org/" href="/wp-json/">',
    '/wp-json/wp/v2/posts',
    JSON.stringify([{ title: { rendered: POST.title }, link: '/news/acme-opens', date: POST.date }]),
  ],
  ['a fragment for htmx', '<div hx-get="/parts/list" hx-trigger="load"></div>', '/parts/list', MARKUP],
  ['a frame of Turbo', '<turbo-frame src="/parts/list"></turbo-frame>', '/parts/list', MARKUP],
  ['an attribute', '<div data-api-url="/api/all?a=1&amp;b=2"></div>', '/api/all?a=1&b=2', JSON_LIST],
  ['a script', `<script>fetch('/all.json').then(show)</script>`, '/all.json', JSON_LIST],
  ['a script with jQuery', `<script>$.ajax({ url: "/all.php" })</script>`, '/all.php', MARKUP],
  ['a frame', '<iframe src="/inner/list.html"></iframe>', '/inner/list.html', MARKUP],
  ['the page of the year', '<a href="/old/2025">2025</a><a href="/old/this">2026</a>', '/old/this', MARKUP],
  ['another page', '<meta http-equiv="refresh" content="0; url=/latest-of-all">', '/latest-of-all', MARKUP],
])('posts are read from %s that a page without posts loads', async (_, page, path, body) => {
  const pages = {
    '/': home('<a href="/news">News</a>'),
    '/news': page,
    [path]: body,
    '/news/acme-opens': article(POST.date),
  }
  expect(await titles(pages)).toEqual(['11-10 Acme opens in Leeds'])
})

test('relative links in a frame are relative to the frame, and those in a fragment to the page', async () => {
  const list = MARKUP.replace('/news/', '')
  const page = (part: string) => ({ '/': home('<a href="/news/">News</a>'), '/news/': part, '/inner/list': list })
  const pathOf = async (part: string) => new URL((await found(page(part))).items[0]?.url ?? '').pathname
  expect(await pathOf('<iframe src="/inner/list"></iframe>')).toBe('/inner/acme-opens')
  expect(await pathOf('<div hx-get="/inner/list"></div>')).toBe('/news/acme-opens')
})

test('a page with posts loads nothing more', async () => {
  const { asked } = await found({
    '/': home('<a href="/news">News</a>'),
    '/news': `${MARKUP}<div hx-get="/parts/list"></div>`,
  })
  expect(asked).not.toContain('/parts/list')
})

const site = siteOf('https://acme.example/')
const read = (html: string) => {
  const page = readPage(Buffer.from(html), 'text/html', 'https://acme.example/news')
  if (!site) throw new Error('no site')
  return listAddresses(html, page, site, new Date('2026-11-15')).map(({ url }) =>
    url.replace('https://acme.example', ''),
  )
}

test.each([
  ['files', '<div data-src="/a.jpg"></div><link rel="preload" as="fetch" href="/a.woff2">'],
  [
    'what every page loads',
    '<link rel="preload" as="fetch" href="/page-data/app-data.json"><div data-url="/cart"></div>',
  ],
  ['other sites', '<div data-url="https://other.example/news"></div><iframe src="https://maps.example/x"></iframe>'],
  ['the page itself', '<div data-url="/news"></div><div data-url="https://acme.example/news/"></div>'],
  ['words', '<div data-source="newsletter"></div>'],
  ['pictures and buttons', '<img data-src="/one"><button data-url="/two">x</button>'],
  ['years long ago', '<a href="/news/2019">2019</a>'],
])('%s are not lists', (_, html) => expect(read(html)).toEqual([]))

test('a word that only contains the name of such data is a list', () => {
  expect(read('<div data-url="/api/research"></div>')).toEqual(['/api/research'])
})

test('the address that names posts is tried first, and so is the latest year', () => {
  expect(read('<a href="/a">2025</a><a href="/b/2026.html">Now</a>')).toEqual(['/b/2026.html', '/a'])
  expect(read('<div data-url="/api/a"></div><div data-url="/api/posts"></div>')).toEqual(['/api/posts', '/api/a'])
})

test.each([
  '<div data-url="/a">',
  '<script>fetch("',
  'fetch("/a")',
  '<iframe src=/a>',
  '<a href=/2026>2026</a>',
  'fetch   ',
])('repeated %s is read in linear time', async (piece) => {
  const html = (length: number) => `<script>${piece.repeat(Math.floor(length / piece.length))}`
  expect(await growth(html, 300_000, read)).toBeLessThan(LINEAR)
})
