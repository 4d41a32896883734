import {
  atom,
  feedLink,
  frontPage,
  html,
  jsonFeed,
  newsroom,
  rss,
  sitemap,
  zipped,
  type Answer,
  type Pages,
  type Post,
} from './answers.ts'

type Behavior = 'answers' | 'nobody there' | 'hangs up' | 'says nothing'

export type FakeSite = {
  name: string
  behavior?: Behavior
  afterMs?: number
  posts?: Post[]
  pages?: (site: { name: string; origin: string; posts: Post[]; elsewhere: string }) => Pages
}

const RSS = 'application/rss+xml'
const post = (title: string, slug: string, more: Partial<Post> = {}): Post => ({
  title,
  path: `/news/${slug}`,
  ...more,
})
const always = (answer: Answer) => () => answer

type Feed = (name: string, origin: string, posts: Post[]) => Answer

const withFeed =
  (feed: Feed, type = RSS, path = '/feed.xml'): FakeSite['pages'] =>
  ({ name, origin, posts }) => ({
    '/': () => frontPage(name, feedLink(type, path)),
    [path]: () => feed(name, origin, posts),
  })

const onlySays = (answer: Answer): FakeSite['pages'] => {
  const say = always(answer)
  return () => ({ '*': say })
}

const careers =
  (board: string): FakeSite['pages'] =>
  ({ name }) => ({
    '/': () => frontPage(name, '<a href="/careers">Careers</a>'),
    '/careers': () => html(`<title>Careers</title><a href="${board}">Open roles</a>`),
  })

const plain: FakeSite['pages'] = ({ name }) => ({ '/': () => frontPage(name) })

const LAUGHS = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><title>&d;</title><item><title>Laughs &d; &e;</title><link>/news/laughs</link></item></channel></rss>`

const HOSTILE_POSTS: Post[] = [
  post('<img src=x onerror=window.__x=1> a picture that is none', 'picture', { author: '<b>Mallory</b>' }),
  post('<script>window.__x=1</script> a script that is none', 'script'),
  { title: 'A link that would run', path: 'javascript:window.__x=1' },
  { title: 'A link that is a page itself', path: 'data:text/html,<script>window.__x=1</script>' },
  { title: 'A link with a tab in it', path: 'java\tscript:window.__x=1' },
  { title: 'A link to a file', path: 'file:///etc/passwd' },
]

export const SITES: FakeSite[] = [
  {
    name: 'Amber Loom',
    posts: [
      post('Amber Loom weaves its first solar cloth', 'cloth?utm_source=rss&utm_medium=feed'),
      post('Amber Loom weaves its first solar cloth', 'cloth?utm_source=letter'),
      post('Amber Loom weaves its first solar cloth', 'cloth#top'),
      post('Amber Loom opens a mill in Ghent', 'mill', { hoursAgo: 50 }),
    ],
    pages: withFeed(rss),
  },
  {
    name: 'Basalt Foods',
    posts: [post('Basalt Foods bakes bread without an oven', 'bread')],
    pages: withFeed(atom, 'application/atom+xml', '/atom'),
  },
  {
    name: 'Copper Finch',
    posts: [post('Copper Finch sings in tune', 'tune')],
    pages: withFeed(jsonFeed, 'application/feed+json', '/feed.json'),
  },
  {
    name: 'Dune Optics',
    posts: [post('Dune Optics grinds a lens from sand', 'lens')],
    pages: ({ name, origin, posts }) => ({
      '/': () => frontPage(name),
      '/feed': () => rss(name, origin, posts),
    }),
  },
  {
    name: 'Elm Harbor',
    posts: [post('Elm Harbor launches a quiet ferry', 'ferry')],
    pages: ({ name, origin, posts }) => ({
      '/': () => frontPage(name, '<a href="/blog">Blog</a>'),
      '/blog': () => html(`<title>Blog</title>${feedLink(RSS, '/blog/index.xml')}`),
      '/blog/index.xml': () => rss(name, origin, posts),
    }),
  },
  {
    name: 'Fern Analytics',
    posts: [post('Fern Analytics counts every leaf', 'every-leaf')],
    pages: ({ name, posts }) => ({
      '/': () => frontPage(name, '<a href="/news">News</a>'),
      '/news': () => newsroom(name, posts),
    }),
  },
  {
    name: 'Granite Works',
    posts: [post('Granite Works cuts stone with water', 'stone-and-water')],
    pages: ({ name, origin, posts }) => ({
      '/': () => frontPage(name),
      '/sitemap.xml': () => sitemap(origin, posts),
    }),
  },
  { name: 'Harvest Bay', pages: careers('https://boards.greenhouse.io/harvestbay') },
  { name: 'Indigo Kiln', pages: careers('https://jobs.lever.co/indigokiln') },
  { name: 'Jasper Rail', pages: careers('https://jobs.ashbyhq.com/jasperrail') },
  {
    name: 'Kelp Motors',
    pages: ({ name }) => ({
      '/': () => frontPage(name, '<a href="https://github.com/kelp-motors">Our code</a>'),
    }),
  },
  { name: 'Linden Pay', pages: plain },
  { name: 'Maple Sonar', pages: plain },
  { name: 'Nectar Grid', pages: plain },
  { name: 'Opal Farms', behavior: 'nobody there' },
  { name: 'Pebble Air', pages: onlySays({ status: 404, body: 'Not here' }) },
  { name: 'Quartz Labs', pages: onlySays({ status: 500, body: 'Broken' }) },
  { name: 'Raven Textiles', pages: onlySays({ status: 403, body: 'No robots' }) },
  {
    name: 'Saffron Sky',
    posts: [post('Saffron Sky flies at night', 'at-night')],
    pages: ({ name, posts }) => ({
      '/': () => frontPage(name, '<a href="/news">News</a>'),
      '/news': () => newsroom(name, posts),
      '/robots.txt': () => ({ type: 'text/plain', body: 'User-agent: *\nDisallow: /news' }),
    }),
  },
  {
    name: 'Tundra Bio',
    afterMs: 1500,
    posts: [post('Tundra Bio thaws a mammoth idea', 'mammoth')],
    pages: withFeed(rss),
  },
  { name: 'Umber Health', behavior: 'says nothing' },
  { name: 'Velvet Orchard', posts: HOSTILE_POSTS, pages: withFeed(rss) },
  {
    name: 'Willow Cloud',
    pages: ({ name }) => ({
      '/': () => frontPage(name, feedLink(RSS, '/laughs.xml') + feedLink(RSS, '/endless.xml')),
      '/laughs.xml': () => ({ type: RSS, body: LAUGHS }),
      '/endless.xml': () => ({ type: RSS, body: Buffer.alloc(7 * 1024 * 1024, '<item>') }),
    }),
  },
  {
    name: 'Xenon Bakery',
    posts: [post('Xenon Bakery sells light loaves', 'loaves')],
    pages: ({ name, origin, posts, elsewhere }) => ({
      '/': () => ({ status: 301, headers: { location: `${elsewhere}/xenon/` } }),
      '/xenon/': () => frontPage(name, feedLink(RSS, `${origin}/xenon/feed`)),
      '/xenon/feed': () => rss(name, origin, posts),
    }),
  },
  { name: 'Yarrow Games', pages: onlySays({ status: 302, headers: { location: '/round-and-round' } }) },
  {
    name: 'Zephyr Tools',
    posts: [post('Zephyr Tools sharpens the wind', 'wind')],
    pages: withFeed((...about) => zipped(rss(...about))),
  },
  {
    name: 'Ash Bindery',
    posts: [post('Ash Bindery eröffnet ein Café in Köln', 'koeln')],
    pages: withFeed((...about) => {
      const { body = '' } = rss(...about)
      return { type: 'text/xml', body: Buffer.from(String(body).replace('utf-8', 'iso-8859-1'), 'latin1') }
    }),
  },
  { name: 'Birch Ledger', pages: withFeed(rss) },
  { name: 'Cedar Compass', pages: plain },
  {
    name: 'Flint Harbor',
    behavior: 'hangs up',
    posts: [post('Flint Harbor is back on the water', 'back')],
    pages: withFeed(rss),
  },
]
