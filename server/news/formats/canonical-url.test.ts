import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical, redirectTarget } from './canonical-url.ts'

const address = (url: string) => canonical(url)?.address
const key = (url: string) => canonical(url)?.key

test('a fragment is kept if it distinguishes entries on one page', () => {
  const entry = (url: string) => canonical(url, { keepsHash: true })
  expect(entry('https://www.example.com/changelog/?utm_source=rss#v1.2')).toEqual({
    address: 'https://www.example.com/changelog/#v1.2',
    key: 'example.com/changelog#v1.2',
  })
})

test.each([
  ['HTTPS://News.Example.COM:443/Story#top', 'https://news.example.com/Story'],
  ['http://example.com:80/a', 'http://example.com/a'],
  ['http://127.0.0.1:8080/a?x=1', 'http://127.0.0.1:8080/a?x=1'],
  ['https://user:secret@example.com/a', 'https://example.com/a'],
  ['https://example.com./a', 'https://example.com/a'],
  ['https://example.com/a?utm_source=x&id=5&UTM_Campaign=y&fbclid=z', 'https://example.com/a?id=5'],
  ['https://example.com/a?gclid=1&mc_cid=2&mc_eid=3&ref=hn&_hsenc=4&guccounter=1', 'https://example.com/a'],
  ['https://example.com/a?source=rss----b12&source_id=7', 'https://example.com/a?source_id=7'],
  ['https://example.com/a?source=annual-report', 'https://example.com/a?source=annual-report'],
  ['https://github.com/o/r?ref=main', 'https://github.com/o/r?ref=main'],
  ['https://example.com/a?q=a%20b+c&x', 'https://example.com/a?q=a%20b+c&x'],
  ['https://example.com/app#!/story/5', 'https://example.com/app#!/story/5'],
  ['  https://example.com/a  ', 'https://example.com/a'],
  ['https://münchen.example/ä', 'https://xn--mnchen-3ya.example/%C3%A4'],
])('%s is opened at %s', (given, expected) => {
  expect(address(given)).toBe(expected)
})

describe('known redirectors are resolved without a request', () => {
  const target = 'https://news.example.com/acme?id=1'
  const inside = encodeURIComponent(`${target}&utm_source=x`)
  test.each([
    `http://www.bing.com/news/apiclick.aspx?ref=FexRss&aid=&tid=1a2b&url=${inside}&c=99&mkt=en-us`,
    `https://www.google.com/url?rct=j&sa=t&url=${inside}&ct=ga&usg=x`,
    `https://www.google.co.uk/url?q=${inside}&sa=U`,
    `https://l.facebook.com/l.php?u=${inside}&h=AT0`,
    `https://out.reddit.com/t3_x?url=${inside}&token=AQ`,
    `https://www.youtube.com/redirect?event=x&q=${inside}`,
    `https://duckduckgo.com/l/?uddg=${inside}`,
    `https://www.google.com/url/?q=${inside}`,
    `https://eur01.safelinks.protection.outlook.com/?url=${inside}&data=1`,
    `https://feedproxy.google.com/~r/x/~3/y/?url=${inside}`,
    `https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=${inside}/RK=2/RS=x-`,
    `https://www.google.com/url?q=${encodeURIComponent(`https://l.facebook.com/l.php?u=${inside}`)}`,
  ])('%s', (given) => {
    expect(address(given)).toBe(target)
  })

  test('AMP cache addresses resolve to the original page', () => {
    expect(address('https://news-example-com.cdn.ampproject.org/c/s/news.example.com/acme?id=1')).toBe(target)
    expect(key('https://www.google.com/amp/s/news.example.com/acme/amp/?id=1')).toBe(key(target))
  })

  test('a redirector without a valid target is kept as it is', () => {
    expect(address('https://www.google.com/url?q=javascript:alert(1)')).toBe(
      'https://www.google.com/url?q=javascript:alert(1)',
    )
    expect(address('https://feedproxy.google.com/~r/x/~3/abc')).toBe('https://feedproxy.google.com/~r/x/~3/abc')
  })
})

test.each([
  'http://example.com/story',
  'https://www.example.com/story/',
  'https://m.example.com/story?utm_medium=rss',
  'https://amp.example.com/story',
  'https://example.com/story/amp/',
  'https://example.com/amp/story',
  'https://example.com/story.amp.html',
  'https://example.com/story?amp=1',
  'https://example.com/story?outputType=amp',
  'https://example.com//story/index.html',
  'https://EXAMPLE.com/st%6Fry#comments',
])('%s is the same story', (given) => {
  expect(key(given)).toBe('example.com/story')
})

test('different addresses have different keys, but parameter order does not matter', () => {
  const keys = [
    'https://example.com/Story',
    'https://example.com/story?id=2',
    'https://example.com/story?id=1',
    'https://example.com:8443/story',
    'https://news.example.com/story',
    'https://example.com/story/2',
    'https://example.com/camp',
    'https://m.com/story',
    'https://example.com/story?a=1%262',
    'https://example.com/story?a=1&2',
  ].map(key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(key('https://example.com/s?b=2&a=1')).toBe(key('https://example.com/s?a=1&b=2'))
})

test.each([
  '',
  'story',
  'ftp://example.com/a',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://',
  'https://[::1',
  'mailto:a@b.c',
])('%j is not a web address', (given) => {
  expect(canonical(given)).toBeNull()
})

const part = fc.stringMatching(/^[A-Za-z0-9%._~ ü&=/?#-]{0,12}$/)
const parameterName = fc.constantFrom('utm_source', 'id', 'ref', 'amp', 'source', 'q', 'url', 'b', 'a', 'output')
const host = fc.constantFrom(
  'example.com',
  'WWW.example.com',
  'm.example.co.uk',
  'amp.m.example.com',
  'www.google.com',
  'bing.com',
  '10.0.0.1',
  'www.com',
  'example.com.',
)
const anyAddress = fc
  .record({
    scheme: fc.constantFrom('http', 'https', 'HTTPS'),
    host,
    port: fc.constantFrom('', ':80', ':443', ':8080'),
    path: fc.array(fc.oneof(part, fc.constantFrom('amp', 'index.html', 'url', '', 'x.amp')), {
      maxLength: 4,
    }),
    query: fc.array(fc.tuple(parameterName, fc.oneof(part, fc.webUrl())), { maxLength: 5 }),
    hash: fc.oneof(
      fc.constant(''),
      part.map((text) => `#${text}`),
    ),
  })
  .map(
    ({ scheme, host: name, port, path, query, hash }) =>
      `${scheme}://${name}${port}/${path.join('/')}?${query.map(([key_, value]) => `${key_}=${encodeURIComponent(value)}`).join('&')}${hash}`,
  )

test('canonicalization is idempotent', () => {
  fc.assert(
    fc.property(fc.oneof(anyAddress, fc.webUrl({ withQueryParameters: true, withFragments: true })), (given) => {
      const once = canonical(given)
      if (!once) return true
      const again = canonical(once.address)
      return again?.address === once.address && again.key === once.key
    }),
    { numRuns: 3000 },
  )
})

test('a key read as an address has the same key', () => {
  fc.assert(
    fc.property(anyAddress, (given) => {
      const once = canonical(given)?.key
      const spelt = once === undefined ? null : URL.parse(`https://${once}`)
      // Keys are never opened, so one that happens to look like a redirector does no harm.
      if (!spelt || redirectTarget(spelt)) return true
      return canonical(spelt.href)?.key === once
    }),
    { numRuns: 3000 },
  )
})

test('a chain of redirectors is resolved, and one that is too long or an oversized address is rejected', () => {
  let nested = 'https://example.com/story'
  for (let depth = 0; depth < 4; depth += 1) nested = `https://www.google.com/url?q=${encodeURIComponent(nested)}`
  expect(address(nested)).toBe('https://example.com/story')
  const chain = (redirectors: number) => `https://${'www.google.com/amp/s/'.repeat(redirectors)}example.com/story`
  expect([address(chain(20)), canonical(chain(21))]).toEqual(['https://example.com/story', null])
  expect(canonical(`https://example.com/${'a'.repeat(5000)}`)).toBeNull()
  expect(canonical('h'.repeat(1_000_000))).toBeNull()
})
