import { company, OLD } from '../company.ts'
import {
  atom,
  emptyRss,
  feedLink,
  jsonFeed,
  openRobots,
  robots,
  rss,
  sitemapIndex,
  wholeSitemap,
} from '../documents.ts'
import { plain, undatedEntry } from '../makes/plain.ts'
import { anchors, front, furniture, page } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('development')

const alderway = company('Alderway')
const basaltic = company('Basaltic')
const copperleaf = company('Copperleaf Systems')
const driftwood = company('Driftwood Data')
const eastgate = company('Eastgate Mobility')
const fernhill = company('Fernhill')
const graniteworks = company('Graniteworks')
const harborlight = company('Harborlight')
const ironbark = company('Ironbark Security')
const jadepoint = company('Jadepoint')

const drawnLater = '<div class="posts" data-src="/api/posts"></div>'
const archive = { ...company('Fernhill Archive', { ages: OLD }), host: fernhill.host }

export const FEEDS = [
  site(
    alderway,
    { make: 'feed linked only by an anchor' },
    {
      ...furniture(alderway),
      '/': page(alderway, `<main><h1>Alderway</h1>${anchors([['RSS', '/subscribe/all.xml']])}</main>`),
      '/subscribe/all.xml': rss(alderway, ({ slug }) => `/stories/${slug}`),
    },
  ),
  site(
    basaltic,
    { make: '/blog/rss.xml, not linked' },
    {
      ...plain(basaltic, { label: 'Blog', path: '/blog', around: () => drawnLater }),
      '/blog/rss.xml': rss(basaltic, ({ slug }) => `/blog/${slug}`),
    },
  ),
  site(
    copperleaf,
    { make: '/changelog/feed, not linked' },
    {
      ...plain(copperleaf, { label: 'Changelog', path: '/changelog', around: () => drawnLater }),
      '/changelog/feed': atom(copperleaf, ({ slug }) => `/changelog#${slug}`),
    },
  ),
  site(
    driftwood,
    { make: 'feed link without a type' },
    {
      ...furniture(driftwood),
      '/': front(driftwood, [], { head: '<link rel="alternate" title="Driftwood Data news" href="/updates.xml">' }),
      '/updates.xml': rss(driftwood, ({ slug }) => `/updates/${slug}`),
    },
  ),
  site(
    eastgate,
    { make: 'empty feed beside a living news page' },
    { ...plain(eastgate, { frontHead: feedLink('/feed.xml') }), '/feed.xml': emptyRss(eastgate) },
  ),
  site(
    fernhill,
    { make: 'long-dead feed beside a living news page', posts: [...fernhill.posts, ...archive.posts] },
    {
      ...plain(fernhill, { frontHead: feedLink('/feed/') }),
      '/feed/': rss(archive, ({ slug }) => `/archive/${slug}`),
    },
  ),
  site(
    graniteworks,
    { make: 'three empty category feeds before the main one' },
    {
      ...furniture(graniteworks),
      '/': front(graniteworks, [], {
        head: ['events', 'webinars', 'guides', 'all'].map((name) => feedLink(`/feeds/${name}.xml`, name)).join(''),
      }),
      ...Object.fromEntries(
        ['events', 'webinars', 'guides'].map((name) => [`/feeds/${name}.xml`, emptyRss(graniteworks, name)]),
      ),
      '/feeds/all.xml': rss(graniteworks, ({ slug }) => `/articles/${slug}`),
    },
  ),
  site(
    harborlight,
    { make: 'meta refresh to the language' },
    {
      ...plain(harborlight, { path: '/en/news', menu: [['News', '/en/news']] }),
      '/': '<!doctype html><html><head><title>Harborlight</title><meta http-equiv="refresh" content="0; url=/en/"></head><body></body></html>',
      '/en/': front(harborlight, [['News', '/en/news']]),
    },
  ),
  site(
    ironbark,
    { make: 'sitemap named in robots.txt only' },
    {
      ...plain(ironbark, { path: '/newsroom', menu: [], entry: undatedEntry }),
      '/robots.txt': openRobots(ironbark, '/maps/index.xml'),
      '/maps/index.xml': sitemapIndex(ironbark, ['/maps/news.xml']),
      '/maps/news.xml': wholeSitemap(ironbark, ({ slug }) => `/newsroom/${slug}`, { dated: true }),
    },
  ),
  site(
    jadepoint,
    { make: 'JSON Feed' },
    {
      ...furniture(jadepoint),
      '/': front(jadepoint, [], { head: feedLink('/feed.json', 'Jadepoint', 'application/feed+json') }),
      '/feed.json': jsonFeed(jadepoint, ({ slug }) => `/writing/${slug}`),
      '/robots.txt': robots('User-agent: *', 'Crawl-delay: 1'),
    },
  ),
]
