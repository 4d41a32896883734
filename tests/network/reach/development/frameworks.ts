import { company } from '../company.ts'
import { longDate } from '../dates.ts'
import { openRobots, wholeSitemap } from '../documents.ts'
import { astro, docusaurus, gatsby, hugo, nuxt } from '../makes/generators.ts'
import { nextApp, nextPages } from '../makes/next.ts'
import { escaped } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('development')

const northbeam = company('Northbeam Labs')
const orchardly = company('Orchardly')
const pinecrest = company('Pinecrest Bio')
const quarrystone = company('Quarrystone')
const riverbend = company('Riverbend Logistics')
const saltmarsh = company('Saltmarsh')
const tidewell = company('Tidewell')
const umberfield = company('Umberfield')
const verity = company('Verityloop')

const shell = (title: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="UTF-8"><title>${escaped(title)}</title>${head}<script type="module" crossorigin src="/assets/index-B3f.js"></script></head><body><div id="root"></div></body></html>`

export const FRAMEWORKS = [
  site(northbeam, { make: 'Next.js pages, drawn in the browser' }, nextPages(northbeam)),
  site(
    orchardly,
    { make: 'Next.js pages, rendered' },
    nextPages(orchardly, { folder: 'news', label: 'News', isRendered: true }),
  ),
  site(pinecrest, { make: 'Next.js app router, inline JSON' }, nextApp(pinecrest)),
  site(quarrystone, { make: 'Next.js app router, rendered' }, nextApp(quarrystone, { isRendered: true })),
  site(riverbend, { make: 'Gatsby without a feed' }, gatsby(riverbend)),
  site(saltmarsh, { make: 'Nuxt 3' }, nuxt(saltmarsh)),
  site(tidewell, { make: 'Astro, feed linked by an anchor' }, astro(tidewell, { feed: 'anchor' })),
  site(umberfield, { make: 'Hugo, index.xml not linked' }, hugo(umberfield)),
  site(company('Docuvane'), { make: 'Docusaurus blog' }, docusaurus(company('Docuvane'))),
  site(
    verity,
    { make: 'single-page application, sitemap only' },
    {
      '*': shell('Verityloop'),
      ...Object.fromEntries(
        verity.posts.map((post) => [
          `/blog/${post.slug}`,
          shell(
            `${post.title} | Verityloop`,
            `<meta property="og:title" content="${escaped(post.title)}"><meta property="og:type" content="article"><meta name="description" content="${longDate(post.date)}. ${escaped(post.summary)}">`,
          ),
        ]),
      ),
      '/sitemap.xml': wholeSitemap(verity, ({ slug }) => `/blog/${slug}`, { dated: true }),
      '/robots.txt': openRobots(verity, '/sitemap.xml'),
    },
  ),
]
