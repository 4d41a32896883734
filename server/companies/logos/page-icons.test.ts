import { expect, test } from 'vitest'
import { readIcons, readManifest } from './page-icons.ts'
import { growth, LINEAR } from '../../testing/growth.ts'

const PAGE = 'https://cedar.example/'
const icons = (html: string, page = PAGE) => readIcons(Buffer.from(html), page).icons.map(({ url }) => url)

test('the smallest icon that is large enough comes first, then the largest of the rest', () => {
  const html = `<!doctype html><head>
    <link rel="icon" sizes="16x16" href="/16.png">
    <link rel="icon" sizes="512x512" href="/512.png">
    <link rel="shortcut icon" href="/favicon.ico">
    <LINK REL='ICON' SIZES='48x48 192x192' HREF='/192.png'>
    <link rel="apple-touch-icon" href="/touch.png">
    <link rel=icon sizes=96x96 href=/96.png>
    <link rel="icon" sizes="180x180" media="(prefers-color-scheme: dark)" href="/dark.png">`
  expect(icons(html)).toEqual([
    'https://cedar.example/touch.png',
    'https://cedar.example/192.png',
    'https://cedar.example/512.png',
    'https://cedar.example/96.png',
    'https://cedar.example/favicon.ico',
    'https://cedar.example/dark.png',
    'https://cedar.example/16.png',
  ])
})

test('SVG icons are skipped by type and by name', () => {
  const html = `<link rel="icon" type="image/svg+xml" href="/a"><link rel="icon" href="/b.SVG?v=1">
    <link rel="mask-icon" href="/c.svg"><link rel="icon" href="/d.png">`
  expect(icons(html)).toEqual(['https://cedar.example/d.png'])
})

test.each([
  ['/i.png?a=1&amp;b=2', 'https://cedar.example/i.png?a=1&b=2'],
  ['&#x2f;i&#46;png', 'https://cedar.example/i.png'],
  ['&sol;i.png?x&#0;', 'https://cedar.example/i.png?x%EF%BF%BD'],
  [' i.png\n', 'https://cedar.example/i.png'],
  ['//static.cedar.example/i.png#x', 'https://static.cedar.example/i.png'],
  ['../../i.png', 'https://cedar.example/i.png'],
  ['ä b.png', 'https://cedar.example/%C3%A4%20b.png'],
])('the address %j is resolved as in a browser', (href, url) => {
  expect(icons(`<link rel=icon href="${href}">`)).toEqual([url])
})

test.each([
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'https://user:pass@cedar.example/i.png',
  'https://',
  '',
])('the address %j is not a candidate', (href) => {
  expect(icons(`<link rel="icon" href="${href}">`)).toEqual([])
})

test('the first base element of a page is used, if it is a web address', () => {
  const link = '<link rel=icon href=i.png>'
  expect(icons(`<base href="/static/">${link}`)).toEqual(['https://cedar.example/static/i.png'])
  expect(icons(`<base href="https://cdn.example/x/"><base href="/y/">${link}`)).toEqual(['https://cdn.example/x/i.png'])
  expect(icons(`<base href="data:text/html,x">${link}`)).toEqual(['https://cedar.example/i.png'])
  expect(icons(link, 'https://cedar.example/en/home')).toEqual(['https://cedar.example/en/i.png'])
})

test('links in comments, scripts, templates and the body are ignored', () => {
  const link = '<link rel="icon" href="/bad.png">'
  const html = `<!-- ${link} --><title>${link}</title><script>"${link}"</script><style>${link}</style>
    <meta content='${link}'><template>${link}</template><!-->--><link rel="icon" href="/good.png"><body>${link}`
  expect(icons(html)).toEqual(['https://cedar.example/good.png'])
})

test('broken pages yield whatever can be read', () => {
  expect(icons('<link rel="icon" href="/a.png"')).toEqual([])
  expect(icons('<link rel="icon" href="/a.png><p><link rel="icon" href="/b.png>')).toEqual([])
  expect(icons('<link rel="icon" "" = href="/a.png"/>')).toEqual(['https://cedar.example/a.png'])
  expect(icons('<<link/rel="icon"/href="/a.png">')).toEqual(['https://cedar.example/a.png'])
  expect(icons('\0\u{feff}<link rel="icon" href="/a.png" href="/b.png">')).toEqual(['https://cedar.example/a.png'])
})

const KB512 = 512 * 1024
test.each([
  '<',
  '<a',
  '<a ',
  '<a>',
  '<a b=c d>',
  '<a b="',
  '<!--',
  '<link rel=icon href=/x>',
  '<script>',
  '</script',
  '<a b= ',
  '<a\n\n\n\n\n\n\n\n',
  '&#',
  '<link href="&amp;&amp;&amp;"',
  '<base',
  "<a '",
  '<!',
  ' = ',
])('512 KB of %j is read in linear time', async (part) => {
  const page = (length: number) => Buffer.from(part.repeat(Math.ceil(length / part.length)))
  expect(await growth(page, KB512, (bytes) => readIcons(bytes, PAGE))).toBeLessThan(LINEAR)
})

test('a web app manifest names icons too; monochrome and maskable-only icons are skipped', () => {
  const manifest = {
    icons: [
      { src: 'mono.png', sizes: '192x192', purpose: 'monochrome' },
      { src: 'mask.png', sizes: '192x192', purpose: 'maskable' },
      { src: 'a.png', sizes: '512x512', type: 'image/png' },
      { src: 'b.png', sizes: '192x192', purpose: 'any maskable' },
      { src: 'c.svg', sizes: 'any' },
      { src: 7 },
      null,
    ],
  }
  const url = 'https://cedar.example/static/site.webmanifest'
  const read = (text: string) => readManifest(Buffer.from(text), url).map((each) => each.url)
  expect(read(JSON.stringify(manifest))).toEqual([
    'https://cedar.example/static/b.png',
    'https://cedar.example/static/a.png',
  ])
  for (const text of ['', '[]', 'null', '{"icons":{}}', '<html>', '['.repeat(50_000)]) expect(read(text)).toEqual([])
  expect(readIcons(Buffer.from('<link rel=manifest href=/m.json>'), PAGE).manifest).toBe('https://cedar.example/m.json')
})
