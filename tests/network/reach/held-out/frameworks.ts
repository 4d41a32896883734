import { company, type Company, type Post } from '../company.ts'
import { isoDay, longDate } from '../dates.ts'
import { rss, wholeSitemap } from '../documents.ts'
import { astro, gatsby, hugo } from '../makes/generators.ts'
import { nextApp } from '../makes/next.ts'
import { plain } from '../makes/plain.ts'
import { anchors, articles, escaped, front, furniture, page, type Pages } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('held-out')

const mistral = company('Mistralworks')
const nutmeg = company('Nutmeg Robotics')
const osprey = company('Osprey Metrics')
const pebble = company('Pebblestream')
const quince = company('Quincely')
const rowanberry = company('Rowanberry')
const seagrass = company('Seagrass')
const thistle = company('Thistledown')
const upland = company('Upland Seeds')

/** The list exists only as data, in each framework's own format. */
const drawn = (own: Company, path: string, label: string, data: string): Pages => ({
  ...furniture(own),
  '/': front(own, [[label, path]]),
  [path]: page(own, `<div id="app"></div>${data}`, { title: `${label} | ${own.name}` }),
  ...articles(
    own,
    ({ slug }) => `${path}/${slug}`,
    (post) => ({ dated: `<p>${longDate(post.date)}</p>` }),
  ),
})

const node = (path: string) => (post: Post) => ({
  node: { uri: `${path}/${post.slug}`, headline: post.title, date: isoDay(post.date), teaser: post.summary },
})

export const FRAMEWORKS = [
  site(
    mistral,
    { make: 'Next.js pages, nested nodes' },
    drawn(
      mistral,
      '/newsroom',
      'Newsroom',
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { layout: { nav: [{ title: 'Product', href: '/product' }] }, data: { articles: { edges: mistral.posts.map(node('/newsroom')) } } } }, page: '/newsroom' })}</script>`,
    ),
  ),
  site(
    nutmeg,
    { make: 'Next.js app router, dated sitemap' },
    nextApp(nutmeg, { folder: 'updates', label: 'Updates', hasSitemap: true }),
  ),
  site(osprey, { make: 'Gatsby with a linked feed' }, gatsby(osprey, { feed: 'linked' })),
  site(
    pebble,
    { make: 'Nuxt 2, state in a script' },
    {
      ...plain(pebble, { label: 'Blog', path: '/blog' }),
      '/blog': page(
        pebble,
        `<div data-server-rendered="true" id="__nuxt"><div class="list">${pebble.posts.map((post) => `<nuxt-link-stub></nuxt-link-stub><a href="/blog/${post.slug}" class="row"><h2>${escaped(post.title)}</h2><span>${longDate(post.date)}</span></a>`).join('')}</div></div><script>window.__NUXT__=(function(a,b){return {layout:"default",data:[{page:a}],fetch:{},error:b}}(1,null));</script>`,
      ),
    },
  ),
  site(quince, { make: 'Astro without a feed' }, astro(quince, { folder: 'news', label: 'News', feed: 'none' })),
  site(
    rowanberry,
    { make: 'Hugo, feed linked from the list' },
    hugo(rowanberry, { folder: 'updates', label: 'Updates', feed: 'linked' }),
  ),
  site(
    seagrass,
    { make: 'SvelteKit, fetched data inline' },
    drawn(
      seagrass,
      '/blog',
      'Blog',
      `<script type="application/json" data-sveltekit-fetched data-url="/api/posts">${JSON.stringify({ status: 200, body: JSON.stringify({ posts: seagrass.posts.map((post) => ({ slug: post.slug, title: post.title, path: `/blog/${post.slug}`, published: post.date.toISOString() })) }) })}</script>`,
    ),
  ),
  site(
    thistle,
    { make: 'Eleventy, feed linked by an anchor' },
    {
      ...plain(thistle, { label: 'Blog', path: '/blog/', pathOf: ({ slug }) => `/blog/${slug}/` }),
      '/': page(
        thistle,
        `<main><h1>Thistledown</h1>${anchors([
          ['Blog', '/blog/'],
          ['Feed', '/feed/feed.xml'],
        ])}</main>`,
      ),
      '/feed/feed.xml': rss(thistle, ({ slug }) => `/blog/${slug}/`),
    },
  ),
  site(
    upland,
    { make: 'list drawn in the browser, dated sitemap' },
    {
      ...plain(upland, { label: 'Blog', path: '/blog', around: () => '<blog-list endpoint="/graphql"></blog-list>' }),
      '/sitemap.xml': wholeSitemap(upland, ({ slug }) => `/blog/${slug}`, { dated: true }),
    },
  ),
]
