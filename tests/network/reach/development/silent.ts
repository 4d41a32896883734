import { company, OLD } from '../company.ts'
import { emptyRss, feedLink, openRobots, rss, sitemap, STATIC_PATHS } from '../documents.ts'
import { webflow } from '../makes/webflow.ts'
import { front, furniture, page } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('development')

const northway = company('Northway Optics', { ages: OLD })
const oakridge = company('Oakridge Water', { ages: OLD })
const pepperwood = company('Pepperwood')
const quietus = company('Quietude Sleep')
const redstart = company('Redstart Tools')
const shoreline = company('Shoreline Kitchens')

const goods = ['Oak dining table', 'Walnut bench', 'Pendant lamp', 'Linen curtain', 'Ash bookshelf']

/** These sites have no news, and none may be invented. */
export const SILENT = [
  site(
    northway,
    { make: 'feed of old posts', truth: 'quiet' },
    {
      ...furniture(northway),
      '/': front(northway, [], { head: feedLink('/feed.xml') }),
      '/feed.xml': rss(northway, ({ slug }) => `/blog/${slug}`),
    },
  ),
  site(
    oakridge,
    { make: 'news page of old posts', truth: 'quiet' },
    webflow(oakridge, { folder: 'news', label: 'News' }),
  ),
  site(
    pepperwood,
    { make: 'product pages only', truth: 'no news anywhere' },
    {
      ...furniture(pepperwood),
      '/': front(pepperwood, [['Integrations', '/integrations']]),
      '/integrations': page(
        pepperwood,
        '<main><h1>Integrations</h1><a href="/integrations/ledgerly">Connect your accounting</a><a href="/integrations/mailroom">Connect your mailbox today</a></main>',
      ),
      '/sitemap.xml': sitemap(
        pepperwood,
        [...STATIC_PATHS, '/integrations/ledgerly', '/integrations/mailroom'].map((path) => ({ path })),
      ),
      '/robots.txt': openRobots(pepperwood, '/sitemap.xml'),
    },
  ),
  site(
    quietus,
    { make: 'blog page that is coming soon', truth: 'no news anywhere' },
    {
      ...furniture(quietus),
      '/': front(quietus, [['Blog', '/blog']]),
      '/blog': page(quietus, '<main><h1>Blog</h1><p>Coming soon. Check back later.</p></main>'),
    },
  ),
  site(
    redstart,
    { make: 'empty feed and nothing else', truth: 'no news anywhere' },
    {
      ...furniture(redstart),
      '/': front(redstart, [], { head: feedLink('/index.xml') }),
      '/index.xml': emptyRss(redstart),
    },
  ),
  site(
    shoreline,
    { make: 'shop', truth: 'no news anywhere' },
    {
      ...furniture(shoreline),
      '/': page(
        shoreline,
        `<main>${goods.map((name) => `<a href="/products/${name.toLowerCase().replaceAll(' ', '-')}"><h3>${name} handmade in small batches</h3><span class="price">$420.00</span></a>`).join('')}</main>`,
      ),
    },
  ),
]
