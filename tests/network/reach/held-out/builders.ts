import { company } from '../company.ts'
import { britishDate, shortDate } from '../dates.ts'
import { atom, feedLink, redirect } from '../documents.ts'
import { framer } from '../makes/framer.ts'
import { plain } from '../makes/plain.ts'
import { ghost, hubspot, wordpress } from '../makes/publishing.ts'
import { squarespace } from '../makes/squarespace.ts'
import { webflow } from '../makes/webflow.ts'
import { wix } from '../makes/wix.ts'
import { escaped, front, furniture } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('held-out')

const acornly = company('Acornly')
const bluestem = company('Bluestem Grid')
const clovermint = company('Clovermint')
const duskfall = company('Duskfall')
const everglen = company('Everglen')
const flintlock = company('Flintlock Cyber')
const goldcrest = company('Goldcrest Audio')
const hearthside = company('Hearthside')
const indigoarc = company('Indigo Arc')
const jasmine = company('Jasmineware')
const kingfisher = company('Kingfisher Drones')
const lanternfish = company('Lanternfish')

const www = (own: typeof acornly) => ({ ...own, host: `www.${own.host}` })

export const BUILDERS = [
  site(
    acornly,
    {
      make: 'Webflow behind www',
      elsewhere: { [www(acornly).host]: webflow(www(acornly), { folder: 'newsroom', label: 'Newsroom' }) },
    },
    { '*': redirect(`https://${www(acornly).host}/`) },
  ),
  site(
    bluestem,
    { make: 'Webflow collection with its own folder' },
    webflow(bluestem, { folder: 'blog-posts', label: 'Blog', dateIn: 'article', writeDate: britishDate }),
  ),
  site(clovermint, { make: 'Framer, called Journal' }, framer(clovermint, { folder: 'journal', label: 'Journal' })),
  site(duskfall, { make: 'Wix without feed and dates' }, wix(duskfall, { hasFeed: false, hasDates: false })),
  site(
    everglen,
    { make: 'Squarespace without a feed' },
    squarespace(everglen, { folder: 'journal', label: 'Journal', hasFeed: false }),
  ),
  site(flintlock, { make: 'Ghost with a feed' }, ghost(flintlock)),
  site(
    goldcrest,
    { make: 'WordPress, SEO plugin, root slugs, no feed' },
    wordpress(goldcrest, { feed: 'off', seoPlugin: true }),
  ),
  site(
    hearthside,
    {
      make: 'HubSpot on a subdomain, no feed',
      elsewhere: {
        'blog.hearthside.lab': hubspot(
          { ...hearthside, host: 'blog.hearthside.lab' },
          { folder: 'company-news', label: 'News', hasFeed: false },
        ),
      },
    },
    { ...furniture(hearthside), '/': front(hearthside, [['News', 'https://blog.hearthside.lab/company-news']]) },
  ),
  site(
    indigoarc,
    { make: 'Shopify blog' },
    {
      ...plain(indigoarc, {
        label: 'News',
        path: '/blogs/news',
        listHead: feedLink('/blogs/news.atom', 'Feed', 'application/atom+xml'),
        entry: (post, href) =>
          `<div class="article-card"><a class="full-unstyled-link" href="${href}"><h3>${escaped(post.title)}</h3></a><time datetime="${post.date.toISOString()}">${shortDate(post.date)}</time></div>`,
      }),
      '/blogs/news.atom': atom(indigoarc, ({ slug }) => `/blogs/news/${slug}`),
    },
  ),
  site(
    jasmine,
    { make: 'WordPress page builder' },
    plain(jasmine, {
      label: 'Blog',
      path: '/our-blog/',
      pathOf: ({ slug }) => `/${slug}/`,
      entry: (post, href) =>
        `<article class="elementor-post elementor-grid-item type-post"><a class="elementor-post__thumbnail__link" href="${href}"></a><div class="elementor-post__text"><h3 class="elementor-post__title"><a href="${href}">${escaped(post.title)}</a></h3><div class="elementor-post__meta-data"><span class="elementor-post-date">${shortDate(post.date)}</span></div><a class="elementor-post__read-more" href="${href}">Read More »</a></div></article>`,
      articleLook: (post) => ({
        head: `<meta property="article:published_time" content="${post.date.toISOString()}">`,
      }),
    }),
  ),
  site(
    kingfisher,
    { make: 'Drupal view' },
    plain(kingfisher, {
      path: '/en/news-events',
      pathOf: ({ slug }) => `/en/node/${slug}`,
      entry: (post, href) =>
        `<div class="views-row"><div class="views-field views-field-title"><span class="field-content"><a href="${href}" hreflang="en">${escaped(post.title)}</a></span></div><div class="views-field views-field-created"><span class="field-content"><time datetime="${post.date.toISOString()}" class="datetime">${britishDate(post.date)}</time></span></div></div>`,
    }),
  ),
  site(
    lanternfish,
    { make: 'posts on the front page only' },
    {
      ...plain(lanternfish, { menu: [] }),
      '/news': { status: 404 },
      '/': front(lanternfish, [], {}).replace(
        '</main>',
        `<section><h2>Latest news</h2>${lanternfish.posts
          .slice(0, 4)
          .map(
            (post) =>
              `<div class="news-teaser"><span>${shortDate(post.date)}</span><a href="/news/${post.slug}">${escaped(post.title)}</a></div>`,
          )
          .join('')}</section></main>`,
      ),
    },
  ),
]
