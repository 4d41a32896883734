import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { isNewsAddress, titleFromAddress } from '../../sources/company-site/lists/news-address.ts'
import { readSitemap, sitemapsIn } from './sitemap.ts'

const SITEMAP = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="i">
  <url><loc>https://acme.example/news/a?x=1&amp;y=2</loc><lastmod>2026-11-03</lastmod><image:image><image:loc>https://acme.example/i.png</image:loc></image:image>
  <news:news><news:publication_date>2026-11-02T10:00:00Z</news:publication_date><news:title><![CDATA[A & B]]></news:title></news:news></url><url><loc>/b</loc></url><url/></urlset>`

test('reads a sitemap, plain or compressed, and an index, and rejects anything else', () => {
  const expected = {
    kind: 'pages',
    entries: [
      {
        url: 'https://acme.example/news/a?x=1&y=2',
        changedAt: new Date('2026-11-03'),
        title: 'A & B',
        publishedAt: new Date('2026-11-02T10:00:00Z'),
      },
      { url: 'https://acme.example/b', changedAt: null, title: null, publishedAt: null },
    ],
  }
  const read = (bytes: Uint8Array) => readSitemap(bytes, null, 'https://acme.example/sitemap.xml')
  expect(read(Buffer.from(SITEMAP))).toEqual(expected)
  expect(read(gzipSync(SITEMAP))).toEqual(expected)
  expect(
    read(Buffer.from('<sitemapindex><sitemap><loc>https://acme.example/s.xml</loc></sitemap></sitemapindex>')),
  ).toMatchObject({
    kind: 'index',
    entries: [{ url: 'https://acme.example/s.xml' }],
  })
  expect(read(Buffer.from('<html></html>'))).toBeNull()
  expect(read(gzipSync(Buffer.alloc(40_000_000)))).toBeNull()
  expect(read(Buffer.from([0x1f, 0x8b, 1, 2]))).toBeNull()
})

test('finds the sitemaps in robots.txt', () => {
  expect(
    sitemapsIn(
      'User-agent: *\r\nSitemap: https://acme.example/a.xml\r\nsitemap : /b.xml\nSitemap: ftp://x/y',
      'https://acme.example/robots.txt',
    ),
  ).toEqual(['https://acme.example/a.xml', 'https://acme.example/b.xml'])
})

test('recognizes news addresses and derives a title from one', () => {
  const news = [
    'https://a.example/news/acme-raises',
    'https://a.example/2026/11/launch',
    'https://blog.a.example/launch',
    'https://a.example/en/press/x-123',
  ]
  const others = [
    'https://a.example/',
    'https://a.example/news',
    'https://a.example/news/',
    'https://a.example/about/team',
    'https://a.example/news/tag/ai',
    'https://a.example/blog/page/2',
    'https://a.example/blog/2026',
    'nonsense',
  ]
  expect(news.filter((url) => isNewsAddress(url))).toEqual(news)
  expect(others.filter((url) => isNewsAddress(url))).toEqual([])
  expect(isNewsAddress('https://a.example/company/latest/launch', 'https://a.example/company/latest')).toBe(true)
  expect(titleFromAddress('https://a.example/news/acme-raises-%2410m.html')).toBe('Acme raises $10m')
})
