import { expect, test } from 'vitest'
import { parseFeed } from './parse-feed.ts'

const URL_OF_FEED = 'https://acme.example/blog/feed.xml'
const read = (text: string | Uint8Array, contentType: string | null = null) =>
  parseFeed(typeof text === 'string' ? Buffer.from(text) : text, contentType, URL_OF_FEED)
const rss = (items: string, head = '<title>Acme</title><link>https://acme.example/blog/</link>') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${head}${items}</channel></rss>`
const one = (item: string) => read(rss(`<item>${item}</item>`))?.items[0]

test('parses RSS 2.0', () => {
  expect(
    read(
      rss(
        `<item><title>Acme raises $5M &amp; hires</title><link>https://acme.example/blog/raise?a=1&amp;b=2</link>
         <guid isPermaLink="false">tag:1</guid><pubDate>Tue, 03 Nov 2026 09:30:00 +0100</pubDate><dc:creator>Ann</dc:creator>
         <enclosure url="https://acme.example/a.mp3" type="audio/mpeg"/><description>&lt;p&gt;Short&lt;/p&gt;</description>
         <content:encoded><![CDATA[<p>Acme said &quot;yes&quot;.</p><script>x()</script><p>More&nbsp;to come.</p>]]></content:encoded></item>`,
        '<title>Acme &#38; friends</title><link>https://acme.example/blog/</link><language>en-us</language><image><title>Logo</title><link>https://x.example</link></image>',
      ),
    ),
  ).toEqual({
    kind: 'rss',
    title: 'Acme & friends',
    siteUrl: 'https://acme.example/blog/',
    language: 'en-us',
    isCut: false,
    items: [
      {
        url: 'https://acme.example/blog/raise?a=1&b=2',
        title: 'Acme raises $5M & hires',
        text: 'Acme said "yes".\nMore to come.',
        publishedAt: new Date('2026-11-03T08:30:00Z'),
        precision: 'second',
        publisher: 'Acme & friends',
        language: 'en-us',
        kind: 'post',
        facts: {},
      },
    ],
  })
})

test('an ambiguous date is read by the feed’s language or its other dates, or not at all', () => {
  const dates = (head: string, ...written: string[]) =>
    read(
      rss(
        written.map((date) => `<item><title>${date}</title><pubDate>${date}</pubDate></item>`).join(''),
        `<title>Acme</title>${head}`,
      ),
    )?.items.map(({ publishedAt, precision }) => publishedAt?.toISOString().slice(0, 10) ?? precision)
  expect(dates('', '10/11/2026')).toEqual(['none'])
  expect(dates('', '10/11/2026', '25/10/2026')).toEqual(['2026-11-10', '2026-10-25'])
  expect(dates('<language>en-US</language>', '10/11/2026')).toEqual(['2026-10-11'])
  expect(dates('<language>fr</language>', '10/11/2026')).toEqual(['2026-11-10'])
})

test('parses a JSON Feed with numeric dates', () => {
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Acme', items: [{ id: 7, title: 'Launch' }] }
  const items = feed.items.map((item) => ({ ...item, date_published: 1793698215 }))
  expect(read(JSON.stringify({ ...feed, items }))?.items[0]?.publishedAt).toEqual(new Date('2026-11-03T09:30:15Z'))
})

test('parses Atom with xml:base, several links and different types of text', () => {
  const feed = read(`<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="https://acme.example/" xml:lang="de">
    <a:title type="html">Acme &amp;amp; Co</a:title><a:link rel="self" href="feed.xml"/><a:link href="/"/>
    <a:entry xml:base="news/"><a:title>1 &lt; 2 &amp;amp; so on</a:title><a:id>urn:1</a:id>
      <a:link rel="enclosure" href="x.mp3"/><a:link rel="alternate" type="application/json" href="one.json"/><a:link rel="alternate" type="text/html" href="one"/>
      <a:updated>2026-11-04T10:00:00.123Z</a:updated><a:published>2026-11-03</a:published>
      <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello <title>deep</title> <b>you</b></p></div></a:content></a:entry>
    <a:entry><a:title type="html">&lt;b&gt;Bold&lt;/b&gt;</a:title><a:id>https://acme.example/two</a:id><a:source><a:id>x</a:id><a:title>Other Paper</a:title></a:source></a:entry></a:feed>`)
  expect(feed).toMatchObject({
    kind: 'atom',
    title: 'Acme & Co',
    siteUrl: 'https://acme.example/',
    language: 'de',
  })
  expect(feed?.items).toMatchObject([
    {
      title: '1 < 2 &amp; so on',
      url: 'https://acme.example/news/one',
      text: 'Hello deep you',
      publishedAt: new Date('2026-11-03T00:00:00Z'),
      precision: 'day',
    },
    { title: 'Bold', url: 'https://acme.example/two', publisher: 'Other Paper', precision: 'none' },
  ])
})

test('parses RDF', () => {
  const feed =
    read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="x"><title>Acme</title><link>https://acme.example</link><items><rdf:Seq><rdf:li rdf:resource="u"/></rdf:Seq></items></channel>
    <item rdf:about="https://acme.example/1"><title>One</title><d:date>2026-11-03T10:00:00+01:00</d:date></item></rdf:RDF>`)
  expect(feed).toMatchObject({ kind: 'rdf', title: 'Acme' })
  expect(feed?.items).toMatchObject([
    { url: 'https://acme.example/1', title: 'One', publishedAt: new Date('2026-11-03T09:00:00Z') },
  ])
})

test('parses a JSON Feed, even a truncated one, and rejects other JSON', () => {
  const items = `[{"id":1,"url":"/a","title":"A & B <i>","content_html":"<p>x &amp; y</p>","date_published":"2026-11-03T10:00:00Z"},{"id":"2","url":"https://acme.example/b","content_text":"Only a text with {braces} and \\"quotes\\" in it here now, quite long it is"}`
  const head = `{"version":"https://jsonfeed.org/version/1.1","title":"Acme","home_page_url":"https://acme.example/","items":${items}`
  const expected = [
    { url: 'https://acme.example/a', title: 'A & B <i>', text: 'x & y' },
    { url: 'https://acme.example/b', title: 'Only a text with {braces} and "quotes" in it here now, quite…' },
  ]
  expect(read(`${head}]}`)).toMatchObject({ kind: 'json', isCut: false, items: expected })
  expect(read(`${head},{"id":"3","url":"https://acme.example/c","title":"br`)).toMatchObject({
    isCut: true,
    items: expected,
  })
  expect(read('{"items":[{"id":1,"name":"x"}],"title":"t"}')).toBeNull()
  expect(read('{"a":')).toBeNull()
})

test('a long JSON Feed is parsed whether its head comes first or last', () => {
  const entry = { id: '1', url: 'https://acme.example/a', title: 'A', content_text: 'x'.repeat(600_000) }
  const items = `"items":${JSON.stringify([entry, { ...entry, title: 'B', url: '/b' }])}`
  const head = `"version":"https://jsonfeed.org/version/1.1","title":"Acme","home_page_url":"https://acme.example/"`
  const expected = {
    title: 'Acme',
    isCut: false,
    items: [
      { title: 'A', url: 'https://acme.example/a' },
      { title: 'B', url: 'https://acme.example/b' },
    ],
  }
  expect(read(`{${head},${items}}`)).toMatchObject(expected)
  expect(read(`{${items},${head}}`)).toMatchObject(expected)
  expect(read(`{${head},${items.slice(0, -9)}`)).toMatchObject({ isCut: true, items: [{ title: 'A' }] })
})

test('in a feed of very long texts the later ones are shortened, but no entry is lost', () => {
  const text = 'word '.repeat(3900)
  const items = Array.from(
    { length: 80 },
    (_, at) => `<item><title>n${at}</title><description>${text}</description></item>`,
  )
  const found = read(rss(items.join('')))?.items ?? []
  expect(found).toHaveLength(80)
  expect(found[0]?.text).toHaveLength(text.length - 1)
  expect(found[79]?.text).toHaveLength(3999)
})

test('anything other than a feed yields null', () => {
  for (const text of [
    '',
    'hello',
    '<!DOCTYPE html><html><head><title>x</title></head><body><rss><channel><item><title>y</title></item></channel></rss>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<urlset><url><loc>x</loc></url></urlset>',
  ])
    expect(read(text)).toBeNull()
})

test('script warnings before the document are skipped', () => {
  expect(read(`\n<br />\n<b>Warning</b>: oops\n${rss('<item><title>One</title></item>')}`)?.items).toHaveLength(1)
})

test('detects the encoding by byte order mark, header, declaration or content', () => {
  const of = (bytes: Uint8Array, type?: string) => read(bytes, type ?? null)?.items[0]?.title
  const doc = (encoding: string, title: string) =>
    `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?><rss><channel><item><title>${title}</title></item></channel></rss>`
  const latin = (text: string) => Buffer.from(text, 'latin1')
  expect(of(latin(doc('ISO-8859-1', 'Zürich')))).toBe('Zürich')
  expect(of(latin(doc('', 'Z\xfcrich \x96 now')))).toBe('Zürich – now')
  expect(of(latin(doc('utf-8', 'Zürich')), 'text/xml; charset=utf-8')).toBe('Zürich')
  expect(of(Buffer.from(doc('iso-8859-1', 'Zürich')))).toBe('Zürich')
  expect(of(latin(doc('', '\xc1\xc2')), 'application/rss+xml; charset="koi8-r"')).toBe('аб')
  expect(of(latin(doc('iso-8859-7', '\xe1\xe2')))).toBe('αβ')
  expect(of(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(doc('utf-16', 'Zürich'), 'utf16le')]))).toBe('Zürich')
  expect(of(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(doc('iso-8859-1', 'Zürich'))]))).toBe('Zürich')
  expect(of(Buffer.from(doc('made-up', 'Zürich')), 'text/xml; charset=nonsense')).toBe('Zürich')
})

test('handles links that are relative, in guids, of wrong schemes or missing', () => {
  expect(one('<title>a</title><link>../x y</link>')?.url).toBe('https://acme.example/x%20y')
  expect(one('<title>a</title><guid>https://acme.example/g</guid>')?.url).toBe('https://acme.example/g')
  expect(one('<title>a</title><link><![CDATA[ https://acme.example/c?a=1&b=2 ]]></link>')?.url).toBe(
    'https://acme.example/c?a=1&b=2',
  )
  expect(one('<title>a</title><link>javascript:alert(1)</link>')?.url).toMatch(
    /^https:\/\/acme\.example\/blog\/#entry-[0-9a-f]{12}$/,
  )
  expect(one('<title>a</title><guid isPermaLink="false">https://acme.example/g</guid>')?.url).toMatch(/#entry-/)
  expect(one('<description>x</description><link>data:text/html,x</link>')?.url).toMatch(/#entry-/)
})

test('an entry without a title gets the first words of its text; an empty entry is left out', () => {
  expect(
    one('<description>one two three four five six seven eight nine ten eleven twelve thirteen</description>')?.title,
  ).toBe('one two three four five six seven eight nine ten eleven twelve…')
  expect(read(rss('<item></item><item/><item><title> </title></item>'))?.items).toEqual([])
})

test('a headline keeps the tags that it talks about, but not formatting', () => {
  expect(one('<title>Use of &lt;title&gt; &amp;amp; &lt;em&gt;more&lt;/em&gt;</title>')?.title).toBe(
    'Use of <title> & more',
  )
  expect(one('<title>a<![CDATA[ <b>b</b> ]]>c</title>')?.title).toBe('a b c')
})

test('a truncated or unclosed document yields its complete entries', () => {
  const whole = '<item><title>One</title><link>https://acme.example/1</link></item>'
  for (const rest of [
    '<item><title>Tw',
    '<item><title>Two</title><link>https://acme',
    '<item><description><![CDATA[<p>cut',
    '<item a="',
  ])
    expect(read(rss('').replace('</channel></rss>', whole + rest))).toMatchObject({
      isCut: true,
      items: [{ title: 'One' }],
    })
  expect(read(rss('<item><title>One<item><title>Two</title></item>'))?.items.map(({ title }) => title)).toEqual(['Two'])
  expect(read(rss('<item><title>One</title><item><title>Two</title></item>'))?.items.map(({ title }) => title)).toEqual(
    ['One', 'Two'],
  )
  expect(read(rss('<item><title>One</title><description>a <br> b <p> c</description></item>'))?.items[0]?.text).toBe(
    'a\nb\nc',
  )
})

test('control characters and lone surrogates never get through', () => {
  const item = one('<title>a\0b\x01c&#0;&#1;&#xD800;&#9999999;d</title><description>x\x02&amp;#3;y</description>')
  expect(item?.title).toBe('abc\uFFFD\uFFFD\uFFFDd')
  expect(item?.text).toBe('xy')
})

test('a feed with too many entries keeps the newest, wherever they are', () => {
  const items = Array.from(
    { length: 500 },
    (_, at) =>
      `<item><title>n${at}</title><pubDate>${new Date(Date.UTC(2020, 0, 1 + at)).toUTCString()}</pubDate></item>`,
  )
  const feed = read(rss(items.join('')))
  expect(feed?.items).toHaveLength(200)
  expect(feed?.items[0]?.title).toBe('n499')
})

test('entries that share a page are kept apart by their fragments or ids', () => {
  const entry = (title: string, link: string, guid = title) =>
    `<item><title>${title}</title><link>${link}</link><guid isPermaLink="false">${guid}</guid></item>`
  const urls = (...items: string[]) => read(rss(items.join('')))?.items.map(({ url, isAnchored }) => [url, isAnchored])
  const page = 'https://acme.example/changelog'
  expect(urls(entry('One', `${page}#v1.1`), entry('Two', `${page}#v1.2`))).toEqual([
    [`${page}#v1.1`, true],
    [`${page}#v1.2`, true],
  ])
  const [first, second, again] = urls(entry('One', page), entry('Two', page), entry('One', page)) ?? []
  expect(first?.[0]).toMatch(/changelog#entry-[0-9a-f]{12}$/)
  expect([second?.[0] === first?.[0], again]).toEqual([false, first])
  // The URL is the same whether or not its neighbors are still listed.
  const home = 'https://acme.example/blog/'
  expect(urls(entry('One', home))).toEqual(urls(entry('One', home), entry('Two', home))?.slice(0, 1))
  expect(urls(entry('One', `${page}/one#comments`), entry('One', `${page}/one`))).toEqual([
    [`${page}/one#comments`, undefined],
    [`${page}/one`, undefined],
  ])
})
