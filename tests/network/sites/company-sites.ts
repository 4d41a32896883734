import { png } from '../../../server/testing/files/pictures.ts'
import { PUBLIC } from '../internet/internet.ts'
import type { Zone } from '../internet/scripted-dns.ts'

export type Reply = {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  way?: 'bomb' | 'drip' | 'reset'
  later?: Reply
}

export type CompanySite = {
  host: string
  website?: string
  records?: Zone[string] | null
  pages?: Record<string, Reply>
  asks?: string[]
  refused?: string
}

const [SITE = '', OTHER = ''] = PUBLIC
const PRIVATE = 'private.lab'
/** Part of every URL that must not be logged. */
export const SECRET = 'lab-secret'
const METADATA = `http://169.254.169.254/latest/?token=${SECRET}`

export const html = (head: string, body = ''): Reply => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><head>${head}</head><body>${body}`,
})
const image = (body: string | Buffer, type = 'image/png'): Reply => ({
  headers: { 'content-type': type },
  body,
})
export const redirect = (location: string): Reply => ({
  status: 302,
  headers: { location, 'set-cookie': 'visitor=1' },
})
const linking = (href: string) => ({ '/': html(`<link rel="icon" sizes="180x180" href="${href}">`) })
const withIcon = (reply: Reply) => ({ ...linking('/icon.png'), '/icon.png': reply })
const manifest = (src: string): Reply => ({ body: JSON.stringify({ icons: [{ src, sizes: '192x192' }] }) })

export const GOOD_SITES: (CompanySite & { picture: Buffer })[] = [
  { host: 'cedar.lab', pages: withIcon(image(png(180), 'text/html')), picture: png(180) },
  {
    host: 'birch.lab',
    website: `https://birch.lab/about?ref=${SECRET}`,
    pages: {
      '/': html('<link rel="manifest" href="/app/manifest.json">'),
      '/app/manifest.json': manifest('large.png'),
      '/app/large.png': image(png(192)),
    },
    picture: png(192),
  },
  {
    host: 'aspen.lab',
    pages: linking('http://static.example.net/aspen.png'),
    asks: ['aspen.lab', 'static.example.net'],
    picture: png(120),
  },
  {
    host: 'elm.lab',
    records: { a: [OTHER] },
    pages: { '/favicon.ico': image(png(64)) },
    picture: png(64),
  },
  {
    host: 'rowan.lab',
    pages: { '/': redirect('https://birch.lab/') },
    asks: ['rowan.lab', 'birch.lab'],
    picture: png(192),
  },
  {
    host: 'willow.lab',
    pages: withIcon(
      image(
        Buffer.concat([
          png(110, 110, [['tEXt', Buffer.from('a\0<script>')]]),
          Buffer.from('<script>alert(1)</script>'),
        ]),
      ),
    ),
    picture: png(110),
  },
]

export const BYSTANDERS: CompanySite[] = [
  { host: 'static.example.net', pages: { '/aspen.png': image(png(120)) } },
  {
    host: 'logos.example.net',
    pages: { '/elm.lab/100': image(png(100)), '/cedar.lab/100': redirect(METADATA) },
  },
  { host: 'icons.example.net', pages: { '/?of=bare.lab&px=64': image(png(72)) } },
]

const named = (name: string, records: Zone[string]): CompanySite => {
  const host = `${name}.lab`
  return { host, records, refused: host }
}

const INNER: CompanySite[] = [
  named('loopback', { a: ['127.0.0.1'] }),
  named('private', { a: ['10.0.0.7'] }),
  named('office', { a: ['192.168.1.1'] }),
  named('carrier', { a: ['100.64.0.1'] }),
  named('metadata', { a: ['169.254.169.254'] }),
  named('zero', { a: ['0.0.0.0'] }),
  named('loopback6', { aaaa: ['::1'] }),
  named('local6', { aaaa: ['fd00::7'] }),
  named('link6', { aaaa: ['fe80::1'] }),
  named('mapped6', { aaaa: ['::ffff:127.0.0.1'] }),
  named('nat64', { aaaa: ['64:ff9b::a9fe:a9fe'] }),
  named('both', { a: [SITE, '10.0.0.7'] }),
  named('families', { a: [SITE], aaaa: ['fd00::7'] }),
  named('alias', { cname: PRIVATE }),
]

const TURNING_PAGES: Record<string, Reply>[] = [
  withIcon(image(png(180))),
  { '/': redirect('/home'), '/home': html('') },
  { '/': { way: 'reset' } },
]
const TURNING = TURNING_PAGES.map((pages, index) => ({
  ...named(`turning-${index}`, { a: [[SITE], [SITE], ['127.0.0.1']] }),
  pages,
}))

const TARGETS: { to: string; refused?: string; asks?: string[] }[] = [
  { to: METADATA, refused: '169.254.169.254' },
  { to: 'http://127.0.0.1:3000/api/companies', refused: '127.0.0.1' },
  { to: 'http://[::1]/icon.png', refused: '::1' },
  { to: 'http://2130706433/icon.png', refused: '127.0.0.1' },
  { to: 'http://0x7f.1/icon.png', refused: '127.0.0.1' },
  { to: 'http://[::ffff:a9fe:a9fe]/', refused: '::ffff:a9fe:a9fe' },
  { to: `http://${PRIVATE}/icon.png?token=${SECRET}`, refused: PRIVATE, asks: [PRIVATE] },
  { to: 'http://localhost/icon.png', refused: 'localhost' },
  { to: 'http://metadata.google.internal/', refused: 'metadata.google.internal' },
  { to: 'http://cedar.lab:8080/icon.png', refused: 'cedar.lab' },
  { to: 'file:///etc/passwd' },
  { to: 'gopher://cedar.lab/' },
  { to: 'data:image/png;base64,aGk=' },
]
export const across = (name: string, pagesTo: (to: string) => Record<string, Reply>, step = 1): CompanySite[] =>
  TARGETS.filter((_, index) => index % step === 0).map(({ to, refused, asks = [] }, index) => {
    const host = `${name}-${index}.lab`
    return { host, pages: pagesTo(to), asks: [host, ...asks], ...(refused && { refused }) }
  })

export const LEADING_PAGES: CompanySite[] = [
  ...across('icon', linking),
  ...across('icon-redirect', (to) => withIcon(redirect(to))),
  ...across('manifest', (to) => ({ '/': html(`<link rel="manifest" href="${to}">`) })),
  ...across('manifest-icon', (to) => ({
    '/': html('<link rel="manifest" href="/m.json">'),
    '/m.json': manifest(to),
  })),
  ...across('base', (to) => ({ '/': html(`<base href="${to}"><link rel="icon" href="icon.png">`) })),
]

const LEADING_SITES: CompanySite[] = [
  ...across('redirect', (to) => ({ '/': redirect(to) })),
  {
    host: 'downgrade.lab',
    website: 'https://downgrade.lab',
    pages: { '/': redirect('http://cedar.lab/') },
    refused: 'cedar.lab',
  },
  { host: 'loop.lab', pages: { '/': redirect('/') } },
  {
    host: 'hops.lab',
    pages: {
      '/': redirect('/1'),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((hop) => [`/${hop}`, redirect(`/${hop + 1}`)])),
      '/6': linking('/icon.png')['/'],
      '/icon.png': image(png(180)),
    },
  },
]

const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
const NO_PICTURES: CompanySite[] = Object.entries({
  svg: image(drawing, 'image/svg+xml'),
  'disguised-svg': image(drawing),
  'disguised-html': image('<!doctype html><script>alert(1)</script>'),
  'cut-off': image(png(180).subarray(0, 60)),
  'too-many-pixels': image(png(5000, 8)),
  'too-many-bytes': image(Buffer.concat([png(180), Buffer.alloc(1024 * 1024)])),
  bomb: { headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' }, way: 'bomb' as const },
  absent: { status: 404 },
}).map(([name, reply]) => ({ host: `${name}.lab`, pages: withIcon(reply) }))

const literal = (website: string, refused: string): CompanySite => ({
  host: refused,
  website,
  records: null,
  asks: [],
  refused,
})

export const BARE_SITES: CompanySite[] = [
  ...INNER,
  ...TURNING,
  ...LEADING_SITES,
  ...NO_PICTURES,
  literal('http://2130706433/', '127.0.0.1'),
  literal('http://0x7f.1/', '127.0.0.1'),
  literal(`http://0251.0376.0251.0376/?token=${SECRET}`, '169.254.169.254'),
  literal('http://0/', '0.0.0.0'),
  literal('http://[::1]/', '::1'),
  literal('http://[fd00::7]/', 'fd00::7'),
  literal('http://cedar.lab:22', 'cedar.lab'),
  { host: 'bare.lab', pages: { '/': html('') } },
  { host: 'nowhere.lab', records: null },
]

export const DRIPPING: CompanySite = { host: 'dripping.lab', pages: { '/': { way: 'drip' } } }
