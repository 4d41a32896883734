import type { Company, Post } from './company.ts'
import { escaped, type Reply } from './markup.ts'

type PathOf = (post: Post) => string

const absolute = ({ host }: Company, path: string) => (path.startsWith('/') ? `https://${host}${path}` : path)

export const rss = (company: Company, pathOf: PathOf, title = `${company.name} Blog`): Reply => ({
  type: 'application/rss+xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escaped(title)}</title><link>https://${company.host}/</link><description>${escaped(title)}</description>
${company.posts
  .map(
    (post) => `<item><title>${escaped(post.title)}</title><link>${escaped(absolute(company, pathOf(post)))}</link>
<guid isPermaLink="true">${escaped(absolute(company, pathOf(post)))}</guid><pubDate>${post.date.toUTCString()}</pubDate><description>${escaped(post.summary)}</description></item>`,
  )
  .join('\n')}</channel></rss>`,
})

export const atom = (company: Company, pathOf: PathOf, title = company.name): Reply => ({
  type: 'application/atom+xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>${escaped(title)}</title>
<id>https://${company.host}/</id><updated>${(company.posts[0]?.date ?? new Date(0)).toISOString()}</updated>
${company.posts
  .map(
    (
      post,
    ) => `<entry><id>tag:${company.host},2026:${post.slug}</id><title>${escaped(post.title)}</title><link rel="alternate" href="${escaped(absolute(company, pathOf(post)))}"/>
<published>${post.date.toISOString()}</published><updated>${post.date.toISOString()}</updated><summary>${escaped(post.summary)}</summary></entry>`,
  )
  .join('\n')}</feed>`,
})

export const jsonFeed = (company: Company, pathOf: PathOf): Reply => ({
  type: 'application/feed+json',
  body: JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: company.name,
    home_page_url: `https://${company.host}/`,
    items: company.posts.map((post) => ({
      id: absolute(company, pathOf(post)),
      url: absolute(company, pathOf(post)),
      title: post.title,
      summary: post.summary,
      date_published: post.date.toISOString(),
    })),
  }),
})

export const emptyRss = ({ name, host }: Company, title = name): Reply => ({
  type: 'application/rss+xml',
  body: `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>${escaped(title)}</title><link>https://${host}/</link></channel></rss>`,
})

export const feedLink = (href: string, title = '', type = 'application/rss+xml') =>
  `<link rel="alternate" type="${type}"${title && ` title="${escaped(title)}"`} href="${href}">`

type Listed = { path: string; date?: Date }

const XML = 'application/xml'

export const sitemap = ({ host }: Pick<Company, 'host'>, listed: Listed[]): Reply => ({
  type: XML,
  body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${listed
  .map(
    ({ path, date }) =>
      `<url><loc>https://${host}${path}</loc>${date ? `<lastmod>${date.toISOString()}</lastmod>` : ''}</url>`,
  )
  .join('\n')}</urlset>`,
})

export const sitemapIndex = ({ host }: Pick<Company, 'host'>, paths: string[]): Reply => ({
  type: XML,
  body: `<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<sitemap><loc>https://${host}${path}</loc></sitemap>`).join('\n')}</sitemapindex>`,
})

export const STATIC_PATHS = ['/', '/product', '/pricing', '/customers', '/about', '/careers', '/privacy', '/terms']

/** Ordered the way most site builders do it, with the static pages first. */
export const wholeSitemap = (company: Company, pathOf: PathOf, { dated = false } = {}): Reply =>
  sitemap(company, [
    ...STATIC_PATHS.map((path) => ({ path })),
    ...company.posts.map((post) => ({ path: pathOf(post), ...(dated && { date: post.date }) })),
  ])

export const robots = (...lines: string[]): Reply => ({ type: 'text/plain', body: `${lines.join('\n')}\n` })

export const openRobots = ({ host }: Pick<Company, 'host'>, ...sitemaps: string[]): Reply =>
  robots('User-agent: *', 'Allow: /', ...sitemaps.map((path) => `Sitemap: https://${host}${path}`))

export const json = (value: unknown): Reply => ({ type: 'application/json', body: JSON.stringify(value) })

export const redirect = (location: string, status = 301): Reply => ({ status, headers: { location } })
