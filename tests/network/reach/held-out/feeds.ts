import { gzipSync } from 'node:zlib'
import { company, OLD, type Company } from '../company.ts'
import { atom, emptyRss, feedLink, openRobots, redirect, rss, wholeSitemap } from '../documents.ts'
import { plain, undatedEntry } from '../makes/plain.ts'
import { escaped, front, furniture, page, type Pages, type Reply } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('held-out')

const vellum = company('Vellum Robotics')
const wickerly = company('Wickerly')
const yarrow = company('Yarrow Health')
const zinnia = company('Zinnia Cloud')
const amberjack = company('Amberjack')
const bellweather = company('Bellweather')
const cormorant = company('Cormorant AI')
const dunlin = company('Dunlin')
const elderflower = company('Elderflower')

const bare = (own: Company, head = ''): Pages => ({ ...furniture(own), '/': front(own, [], { head }) })
const asPage = (reply: Reply): Reply =>
  typeof reply === 'string' ? reply : { ...reply, type: 'text/html; charset=utf-8' }

const archive = { ...company('Bellweather Diaries', { ages: OLD }), host: bellweather.host }
const packed = wholeSitemap(cormorant, ({ slug }) => `/press-releases/${slug}`, { dated: true })

export const FEEDS = [
  site(
    vellum,
    { make: 'feed behind an icon' },
    {
      ...furniture(vellum),
      '/': page(
        vellum,
        '<main><h1>Vellum Robotics</h1><a class="icon" href="/syndication/news"><svg role="img"><title>RSS feed</title></svg></a></main>',
      ),
      '/syndication/news': rss(vellum, ({ slug }) => `/n/${slug}`),
    },
  ),
  site(
    wickerly,
    { make: '/news/feed/, not linked' },
    {
      ...plain(wickerly, { around: () => '<div data-loader></div>' }),
      '/news/feed/': rss(wickerly, ({ slug }) => `/news/${slug}`),
      '/news/feed': redirect('/news/feed/'),
    },
  ),
  site(
    yarrow,
    { make: 'feed link of type text/xml, base address' },
    {
      ...bare(
        yarrow,
        `<base href="https://yarrowhealth.lab/site/"><link rel="alternate" type="text/xml" href="feed.xml">`,
      ),
      '/site/feed.xml': atom(yarrow, ({ slug }) => `/site/${slug}`),
    },
  ),
  site(
    zinnia,
    { make: 'feed served as a web page' },
    { ...bare(zinnia, feedLink('/rss')), '/rss': asPage(rss(zinnia, ({ slug }) => `/read/${slug}`)) },
  ),
  site(
    amberjack,
    { make: 'feed scheme in the link' },
    {
      ...furniture(amberjack),
      '/': page(amberjack, '<main><a href="feed:https://amberjack.lab/posts.atom">Subscribe</a></main>'),
      '/posts.atom': atom(amberjack, ({ slug }) => `/posts/${slug}`),
    },
  ),
  site(
    bellweather,
    { make: 'empty and dead feeds beside a living list', posts: [...bellweather.posts, ...archive.posts] },
    {
      ...plain(bellweather, {
        label: 'Press releases',
        path: '/press-releases',
        frontHead: feedLink('/comments/feed/') + feedLink('/diary.xml'),
      }),
      '/comments/feed/': emptyRss(bellweather, 'Comments'),
      '/diary.xml': rss(archive, ({ slug }) => `/diary/${slug}`),
    },
  ),
  site(
    cormorant,
    { make: 'gzipped sitemap' },
    {
      ...plain(cormorant, { path: '/press-releases', menu: [], entry: undatedEntry }),
      '/robots.txt': openRobots(cormorant, '/sitemap-news.xml.gz'),
      '/sitemap-news.xml.gz': {
        type: 'application/x-gzip',
        body: gzipSync(typeof packed === 'string' ? packed : (packed.body ?? '')),
      },
    },
  ),
  site(
    dunlin,
    { make: 'news sitemap with titles' },
    {
      ...plain(dunlin, { path: '/media-centre', menu: [], entry: undatedEntry }),
      '/robots.txt': openRobots(dunlin, '/news-sitemap.xml'),
      '/news-sitemap.xml': {
        type: 'application/xml',
        body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">${dunlin.posts.map((post) => `<url><loc>https://dunlin.lab/media-centre/${post.slug}</loc><news:news><news:publication><news:name>Dunlin</news:name><news:language>en</news:language></news:publication><news:publication_date>${post.date.toISOString()}</news:publication_date><news:title>${escaped(post.title)}</news:title></news:news></url>`).join('')}</urlset>`,
      },
    },
  ),
  site(
    elderflower,
    { make: 'meta refresh to another folder' },
    {
      ...plain(elderflower, { path: '/site/news', menu: [['News', '/site/news']] }),
      '/': '<html><head><META HTTP-EQUIV="Refresh" CONTENT="1;URL=https://elderflower.lab/site/home"></head><body>Loading…</body></html>',
      '/site/home': front(elderflower, [['News', '/site/news']]),
    },
  ),
]
