import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../../testing/growth.ts'
import { parseFeedDate } from '#domain/dates/feed-date.ts'
import { pageDate } from './page-date.ts'

const day = (html: string, url = 'https://acme.example/blog/post', language: string | null = null) => {
  const { written } = pageDate(html, url, language)
  return written === null ? null : (parseFeedDate(written)?.at.toISOString().slice(0, 10) ?? `unreadable ${written}`)
}
const linked = (json: string) => `<script type="application/ld+json">${json}</script>`

test.each([
  ['JSON-LD', linked('{"@type":"BlogPosting","datePublished":"2026-11-10T08:00:00+00:00"}')],
  ['in @graph', linked('{"@graph":[{"@type":"WebSite"},{"@type":["NewsArticle"],"datePublished":"2026-11-10"}]}')],
  ['in an array', linked('[{"@type":"Organization"},{"@type":"Article","datePublished":"2026-11-10"}]')],
  ['nested', linked('{"@type":"WebPage","mainEntity":{"@type":"Article","datePublished":"2026-11-10"}}')],
  ['with a newline in a string', linked('{"@type":"Article","description":"a\nb","datePublished":"2026-11-10"}')],
  ['in a comment', linked('<!-- {"@type":"Article","datePublished":"2026-11-10"} -->')],
  ['in CDATA', linked('//<![CDATA[\n{"@type":"Article","datePublished":"2026-11-10"}\n//]]>')],
  ['with entities', linked('{&quot;@type&quot;:&quot;Article&quot;,&quot;datePublished&quot;:&quot;2026-11-10&quot;}')],
  ['with a trailing comma', linked('{"@type":"Article","datePublished":"2026-11-10",}')],
  ['as a number', linked('{"@type":"Article","datePublished":1794268800000}')],
  ['as a list', linked('{"@type":"Article","datePublished":["2026-11-10"]}')],
  ['in a script', String.raw`<script>push("{\"datePublished\":\"2026-11-10T00:00:00Z\"}")</script>`],
  ['a video', linked('{"@type":"VideoObject","uploadDate":"2026-11-10"}')],
  ...[
    'article:published_time',
    'og:published_time',
    'parsely-pub-date',
    'sailthru.date',
    'DC.date.issued',
    'dcterms.created',
    'dc.date',
    'citation_publication_date',
    'pubdate',
    'publish_date',
    'cXenseParse:recs:publishtime',
    'date',
  ].flatMap((name) => [
    [`meta ${name}`, `<meta name="${name}" content="2026-11-10">`],
    [`meta property ${name}`, `<META content='2026-11-10T09:00:00Z' property='${name}' />`],
  ]),
  ['meta itemprop', '<meta itemprop="datePublished" content="2026-11-10">'],
  ['citation slashes', '<meta name="citation_publication_date" content="2026/11/10">'],
  ['time', '<h1>News</h1><time datetime="2026-11-10T10:00">10 Nov</time>'],
  ['time in words', '<h1>News</h1><time>November 10, 2026</time>'],
  ['microdata in words', '<span itemprop="datePublished">10 November 2026</span>'],
  ['microdata content', '<span itemprop="headline datePublished" content="2026-11-10">x</span>'],
  ['hAtom', '<abbr class="published" title="2026-11-10T00:00:00">last week</abbr>'],
  ['RDFa', '<span property="schema:datePublished" content="2026-11-10"></span>'],
  ['class of an element', '<div class="post-date">Nov 10, 2026</div><p>On March 1, 2020 it began.</p>'],
  ['beside the headline', '<h1>We grew</h1><p>By Ann · November 10, 2026 · 4 min</p>'],
  ['above the headline', '<p>November 10, 2026</p><h1>We grew</h1><p>Text.</p>'],
])('%s', (_, html) => expect(day(html)).toBe('2026-11-10'))

test('the date comes from the address if the page has none', () => {
  expect(day('<h1>Post</h1>', 'https://acme.example/2026/11/10/post')).toBe('2026-11-10')
})

test('the date is the article’s own, not that of a listed article, a comment or an update', () => {
  const own = '{"@type":"BlogPosting","url":"/blog/post","datePublished":"2026-11-10"}'
  const other = '{"@type":"BlogPosting","url":"/blog/other","datePublished":"2020-01-01"}'
  expect(day(linked(`[${other},${own}]`))).toBe('2026-11-10')
  expect(
    day(linked(`{"@type":"ItemList","itemListElement":[${other}]}`) + '<h1>x</h1><time datetime="2026-11-10">'),
  ).toBe('2026-11-10')
  const comments = linked(`{"@type":"BlogPosting","comment":[{"@type":"Comment","datePublished":"2026-11-12"}]}`)
  expect(day(`${comments}<h1>x</h1><time datetime="2026-11-10">`)).toBe('2026-11-10')
  expect(day(`${comments}<h1>x</h1>`)).toBeNull()
  const answer = linked(`{"@type":"Question","acceptedAnswer":{"@type":"Answer","datePublished":"2026-11-12"}}`)
  expect(day(`${answer}<h1>x</h1><time datetime="2026-11-10">`)).toBe('2026-11-10')
  expect(day('<meta property="article:modified_time" content="2026-11-10">')).toBeNull()
  expect(day('<h1>Terms</h1><p>Last updated: November 10, 2026</p>')).toBeNull()
  expect(day('<h1>About</h1><p>Text</p>')).toBeNull()
  expect(
    day(
      `<time datetime="2026-11-15">Other</time>${'<p>menu</p>'.repeat(900)}<h1>Post</h1><time datetime="2026-11-10">`,
    ),
  ).toBe('2026-11-10')
})

test('a slash date follows the language of the page', () => {
  const html = '<h1>Neu</h1><p class="date">10/11/2026</p>'
  expect(day(html, undefined, 'fr')).toBe('2026-11-10')
  expect(day(html, undefined, 'en-US')).toBe('2026-10-11')
})

test('recognizes articles, but not by og:type alone', () => {
  const isArticle = (html: string) => pageDate(html, 'https://acme.example/').isArticle
  expect(isArticle('<meta property="og:type" content="article">')).toBe(false)
  expect(isArticle('<meta property="article:published_time" content="2026-11-10">')).toBe(true)
  expect(isArticle('<h1>We grew</h1><p>November 10, 2026</p>')).toBe(true)
  expect(isArticle(linked('{"@type":"NewsArticle"}'))).toBe(true)
  expect(isArticle('<div itemscope itemtype="https://schema.org/BlogPosting">')).toBe(true)
  expect(isArticle(linked('{"@type":"WebPage","datePublished":"2026-11-10"}'))).toBe(false)
})

test.each([
  '<time>',
  '<time datetime="',
  '<div class="date">',
  '<meta name=date ',
  '"datePublished":',
  '<h1>',
  linked('{'),
])('repeated %s takes linear time', async (piece) => {
  const page = (length: number) => piece.repeat(Math.floor(length / piece.length))
  expect(await growth(page, 400_000, (html: string) => pageDate(html, 'https://a.example/'))).toBeLessThan(LINEAR)
})

test('spaces in structured data take linear time', async () => {
  const page = (length: number) => linked(`{"headline":"A${' '.repeat(length)}B"}`)
  expect(await growth(page, 50_000, (html: string) => pageDate(html, 'https://a.example/'))).toBeLessThan(LINEAR)
})
