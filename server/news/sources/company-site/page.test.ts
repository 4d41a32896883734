import { expect, test } from 'vitest'
import { readPage } from './page.ts'
import { growth, LINEAR } from '../../../testing/growth.ts'

const read = (html: string, url = 'https://www.acme.example/') =>
  readPage(Buffer.from(html), 'text/html; charset=utf-8', url)

test("reads the company's facts and links from its front page", () => {
  const page = read(`<!doctype html><html lang="en_GB"><head><title>Acme &amp; Co | Payments</title>
    <meta name="description" content="Payments &quot;for&quot; all"><meta property="og:site_name" content="Acme">
    <link rel="canonical" href="/home"><link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/1">
    <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed/">
    <LINK REL='alternate home' TYPE='application/atom+xml; charset=utf-8' HREF='feed.atom?a=1&amp;b=2'>
    <link rel=alternate type=application/feed+json href=/feed.json>
    <!-- <link rel="alternate" type="application/rss+xml" href="/hidden"> -->
    <link rel="alternate" hreflang="de" href="/de">
    <script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":["Organization"],"name":"Acme","legalName":"Acme Payments Ltd","alternateName":["Acme Pay"],
      "founder":{"@type":"Person","name":"Ann Lee"},"address":{"addressLocality":"Leeds","addressCountry":{"name":"UK"}},"sameAs":["https://github.com/acmepay"],
      "memberOf":{"@type":"Organization","name":"Bankers Club"}},{"@type":"Organization","name":"Rival","url":"https://rival.example"},{"@type":"WebSite","name":"Acme site"}]}</script>
    <script>var x = "<a href='/never'>"; board("https:\\/\\/boards.greenhouse.io\\/embed\\/job_board\\/js?for=acmeco")</script></head>
    <body><a href="/careers">Work with us</a><a href="/about/newsroom/"><span>News</span>room</a> <a href="/blog/one-post">One post</a>
    <a href="https://blog.acme.example/">Blog</a><a href="https://other.example/news">Elsewhere</a><a href="https://www.linkedin.com/company/acme">in</a>
    <a href="https://jobs.lever.co/acme/123">Job</a><a href="https://jobs.eu.lever.co/acme-eu">Job</a><a href="https://jobs.ashbyhq.com/acme%20inc">Jobs</a><a href="https://www.greenhouse.io/pricing">x</a>
    <a href="https://github.com/themes/nice">theme</a><a href="javascript:x()">no</a></body></html>`)
  expect(page).toMatchObject({
    title: 'Acme & Co | Payments',
    description: 'Payments "for" all',
    siteName: 'Acme',
    names: ['Acme', 'Acme Payments Ltd', 'Acme Pay'],
    people: ['Ann Lee'],
    places: ['Leeds, UK'],
    language: 'en-GB',
    canonicalUrl: 'https://www.acme.example/home',
    feeds: [
      'https://www.acme.example/feed.atom?a=1&b=2',
      'https://www.acme.example/feed.json',
      'https://www.acme.example/comments/feed/',
    ],
    careers: ['https://www.acme.example/careers'],
    newsrooms: ['https://www.acme.example/about/newsroom/', 'https://blog.acme.example/'],
    github: 'acmepay',
  })
  expect(page.boards).toEqual([
    { kind: 'greenhouse', value: 'acmeco' },
    { kind: 'lever', value: 'acme' },
    { kind: 'lever', value: 'eu:acme-eu' },
    { kind: 'ashby', value: 'acme%20inc' },
  ])
  expect(page.links).toContainEqual({ url: 'https://www.acme.example/about/newsroom/', text: 'Newsroom' })
  expect(page.links.map(({ url }) => url).join(' ')).not.toMatch(/never|javascript/)
})

test('a base element changes relative addresses, and UTF-16 is decoded', () => {
  const html = '<base href="https://cdn.example/x/"><link rel="alternate" type="application/rss+xml" href="feed">'
  expect(read(html).feeds).toEqual(['https://cdn.example/x/feed'])
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(html, 'utf16le')])
  expect(readPage(wide, 'text/html', 'https://a.example/').feeds).toEqual(['https://cdn.example/x/feed'])
})

test.each([
  ['nothing', ''],
  ['broken structured data', '<script type="application/ld+json">{"@type":</script><title>x'],
  ['deep structured data', `<script type="application/ld+json">${'['.repeat(50_000)}</script>`],
])('%s does not make reading fail', (_, html) => {
  expect(read(html)).toMatchObject({ names: [], feeds: [] })
})

test.each([
  '<',
  '<a ',
  '<a href="',
  '<a href=\'"',
  '<script>',
  '<title>',
  '<!--',
  '<div>',
  '</div>',
  '<a>',
  'greenhouse.io/',
  '<link rel=alternate type=application/rss+xml href=/x>',
  '&amp',
])('repeated %s is read in linear time', async (piece) => {
  const page = (length: number) => piece.repeat(Math.floor(length / piece.length))
  expect(await growth(page, 600_000, read)).toBeLessThan(LINEAR)
})

test('the text of a page is its first headings and paragraphs', () => {
  const html = `<title>Acme</title><nav><a href="/x">Menu</a></nav><h1>Payments for <b>vets</b></h1><script>var p = 1</script>
    <p>We move money <a href="/how">between</a> clinics.</p><p>${'长'.repeat(3000)}</p>`
  const { text } = readPage(Buffer.from(html), 'text/html', 'https://acme.example/')
  expect(text?.startsWith('Payments for vets We move money between clinics. 长')).toBe(true)
  expect(text?.length).toBe(600)
  expect(readPage(Buffer.from('<title>Acme</title>'), 'text/html', 'https://acme.example/').text).toBeNull()
})
