import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPage } from '../../sources/company-site/page.ts'
import { readSitemap } from '../xml/sitemap.ts'
import { parseFeed } from './parse-feed.ts'

const SIZE = 5_000_000
const fill = (piece: string) => piece.repeat(Math.floor(SIZE / piece.length))
const rss = (rest: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><item><title>One</title><link>https://a.example/1</link></item><item>${rest}`
const doctype = (declarations: string, title: string) =>
  `<?xml version="1.0"?><!DOCTYPE rss [${declarations}]><rss><channel><item><title>${title}</title></item></channel></rss>`
const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')

const LONG = `<item><title>x</title><description>${'&lt;p&gt;x&amp;amp;y&lt;/p&gt;'.repeat(800)}</description></item>`

/** At most 1 s of CPU and 50 MB for a hostile feed as large as the HTTP client lets through. */
test.each<[string, string, unknown]>([
  ['lonely signs', rss(`<title>${fill('<')}`), 1],
  ['lonely signs with spaces', rss(`<title>${fill('< ')}`), 1],
  ['tags that never end', rss(fill('<a ')), 1],
  ['quotes that never end', rss(`<a b="${fill("<a b='")}`), 1],
  ['100k nesting', rss(fill('<a>')), 1],
  ['nesting of a field in itself', rss(fill('<description>')), 1],
  ['ends without beginnings', rss(fill('</a>')), 1],
  ['1 M attributes', rss(`<link ${fill('a="1" ')}/></item>`), 1],
  ['10 M numeric references', rss(`<title>x</title><description>${fill('&#65;')}</description></item>`), 2],
  ['references beyond Unicode', rss(`<title>${fill('&#9999999;')}</title></item>`), 2],
  ['ampersands', rss(`<title>${fill('&')};</title></item>`), 2],
  ['comments that never end', rss(fill('<!--')), 1],
  ['CDATA that never ends', rss(fill('<![CDATA[')), 1],
  ['document types', fill('<!DOCTYPE a ['), null],
  ['short document types', rss(fill('<!DOCTYPE a>')), 1],
  ['instructions', rss(fill('<?a?>')), 1],
  ['half ends', rss(fill('</')), 1],
  ['entries', rss(`<title>x</title></item>${fill('<item><title>x</title></item>')}`), 200],
  ['tags in a text', rss(`<title>x</title><description>${fill('&lt;p&gt;')}</description></item>`), 2],
  ['many long texts', rss(`<title>x</title></item>${fill(LONG)}`), 200],
  ['spaces', rss(`<title>x${fill(' ')}y</title></item>`), 2],
  [
    'many namespaces',
    `<rss>${Array.from({ length: 50_000 }, (_, at) => `<x xmlns:a${at}="y"><a${at}:b/></x>`).join('')}`,
    0,
  ],
  ['JSON nesting', `{"version":"https://jsonfeed.org/version/1","items":[${fill('[')}`, 0],
  ['JSON entries of nothing', `{"version":"https://jsonfeed.org/version/1","items":[${fill('{},')}{}]}`, 0],
  ['JSON keys', `{"version":"https://jsonfeed.org/version/1",${fill('"a":{},')}"items":[]}`, null],
  ['JSON quotes', `{"items":[${fill('"')}`, null],
  ['billion laughs', doctype(`<!ENTITY l0 "ha">${laughs}`, '&l9;'), 1],
  ['an outside entity', doctype('<!ENTITY x SYSTEM "file:///etc/passwd">', 'a &x;'), 1],
  ['a parameter entity', doctype('<!ENTITY % p SYSTEM "http://127.0.0.1:9/canary"> %p;', 'b'), 1],
  [
    'UTF-16 that is none',
    `<?xml version="1.0" encoding="UTF-16"?><rss><channel><item><title>x</title></item></channel></rss>`,
    1,
  ],
])('%s', (_, text, expected) => {
  const bytes = Buffer.from(text)
  const before = process.threadCpuUsage()
  const feed = parseFeed(bytes, 'application/rss+xml', 'https://a.example/feed')
  const { user, system } = process.threadCpuUsage(before)
  expect(feed && feed.items.length).toBe(expected)
  expect((user + system) / 1e6).toBeLessThan(1)
  expect(JSON.stringify(feed)?.length ?? 0).toBeLessThan(500_000)
  expect(JSON.stringify(feed)).not.toMatch(/root:|hahaha/)
})

/** Runs in its own process and prints by how much its memory grew. */
const METER = `
  const { parseFeed } = await import(${JSON.stringify(new URL('parse-feed.ts', import.meta.url).href)})
  const [start, piece] = JSON.parse(process.argv[1])
  const bytes = Buffer.alloc(${SIZE}, piece)
  bytes.write(start)
  parseFeed(Buffer.from('<rss/>'), null, 'https://a.example/')
  const before = process.memoryUsage.rss()
  parseFeed(bytes, null, 'https://a.example/')
  console.log(process.resourceUsage().maxRSS * 1024 - before)`

test.each([
  ['<rss><channel>', LONG],
  ['{"version":"https://jsonfeed.org/version/1","items":[', '{},'],
])('"<=50 MB": %s', (...piece) => {
  // Started through a shell, because a direct child inherits the peak memory of this process and would report that.
  const meter = ['-c', '"$@"; exit $?', 'meter', process.execPath, '--input-type=module', '--eval', METER]
  const rise = Number(execFileSync('/bin/sh', [...meter, JSON.stringify(piece)], { encoding: 'utf8', timeout: 20_000 }))
  expect(rise).toBeGreaterThan(0)
  expect(rise).toBeLessThan(50_000_000)
})

test('names such as __proto__ do not pollute prototypes', () => {
  const text =
    '<rss><channel><__proto__><polluted>1</polluted></__proto__><constructor/><item><__proto__>1</__proto__><title __proto__="x">ok</title></item></channel></rss>'
  expect(parseFeed(Buffer.from(text), null, 'https://a.example/')?.items[0]?.title).toBe('ok')
  const json =
    '{"version":"https://jsonfeed.org/version/1","__proto__":{"polluted":1},"items":[{"id":"1","title":"ok","__proto__":{"polluted":1}}]}'
  expect(parseFeed(Buffer.from(json), null, 'https://a.example/')?.items[0]?.title).toBe('ok')
  expect('polluted' in {}).toBe(false)
})

const PIECES = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '=',
  '&',
  ';',
  '&#',
  '&amp;',
  '&lt;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?',
  '?>',
  '<!DOCTYPE',
  '[',
  ']',
  '{',
  '}',
  ',',
  ':',
  '"items":[',
  '<rss>',
  '<channel>',
  '<item>',
  '</item>',
  '<title>',
  '</title>',
  '<link>',
  '<link href="',
  '<feed xmlns="http://www.w3.org/2005/Atom">',
  '<entry>',
  '</entry>',
  '<content type="xhtml">',
  '<a href="',
  '<script type="application/ld+json">',
  '</script>',
  '<url><loc>',
  '</loc></url>',
  '<urlset>',
  ' ',
  '\n',
  '\0',
  '\ud800',
  'https://a.example/',
  'x',
]

test('any sequence of pieces is parsed without an error and yields clean texts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }),
      fc.constantFrom('', '<rss><channel><item>', '<feed><entry>', '{"version":"jsonfeed","items":['),
      (pieces, start) => {
        const bytes = Buffer.from(start + pieces.join(''))
        const feed = parseFeed(bytes, null, 'https://a.example/feed')
        readPage(bytes, null, 'https://a.example/')
        readSitemap(bytes, null, 'https://a.example/sitemap.xml')
        for (const { url, title, text } of feed?.items ?? []) {
          expect(url).toMatch(/^https?:\/\//)
          expect(title).not.toBe('')
          expect(title + text).not.toMatch(/[\0-\x08\x0e-\x1f]/)
          expect((title + text).isWellFormed()).toBe(true)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
