import { across as acrossAll, html, redirect, type CompanySite, type Reply } from './company-sites.ts'
import { PUBLIC } from '../internet/internet.ts'

const [SITE = ''] = PUBLIC

/** Only a sample of addresses, because safe-fetch.test.ts covers them all. */
const across = (name: string, pagesTo: (to: string) => Record<string, Reply>) => acrossAll(name, pagesTo, 3)

const xml = (body: string): Reply => ({ headers: { 'content-type': 'application/xml' }, body })
const text = (body: string): Reply => ({ headers: { 'content-type': 'text/plain' }, body })
const written = (address: string) => address.replaceAll('&', '&amp;')
const feed = (link: string, rest = '') =>
  xml(`<?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title>${rest}<item><title>A story of note</title>
<link>${written(link)}</link><enclosure url="${written(link)}" type="image/png" length="1"/></item></channel></rss>`)
const sitemap = (...addresses: string[]) =>
  xml(`<urlset>${addresses.map((address) => `<url><loc>${written(address)}</loc></url>`).join('')}</urlset>`)
const parts = (address: string) => xml(`<sitemapindex><sitemap><loc>${written(address)}</loc></sitemap></sitemapindex>`)
const named = (href: string) => html(`<link rel="alternate" type="application/rss+xml" href="${href}">`)
const linked = (href: string) => html('', `<a href="${href}">More of this</a>`)

const untouched = (sites: CompanySite[]): CompanySite[] =>
  sites.map(({ host, pages = {} }) => ({ host, pages, asks: [host] }))

const FOLLOWED: CompanySite[] = [
  ...across('feed', (to) => ({ '/': named(to) })),
  ...across('feed-redirect', (to) => ({ '/': named('/feed.xml'), '/feed.xml': redirect(to) })),
  ...across('usual-feed', (to) => ({ '/': html(''), '/feed': redirect(to) })),
  ...across('newsroom-redirect', (to) => ({ '/': linked('/news'), '/news': redirect(to) })),
  ...across('newsroom-feed', (to) => ({ '/': linked('/news'), '/news': named(to) })),
  ...across('careers-redirect', (to) => ({ '/': linked('/careers'), '/careers': redirect(to) })),
  ...across('robots-redirect', (to) => ({ '/robots.txt': redirect(to) })),
  ...across('sitemap-redirect', (to) => ({ '/': html(''), '/sitemap.xml': redirect(to) })),
  ...across('sitemap-part', (to) => ({ '/': html(''), '/sitemap.xml': parts(to) })),
  ...across('base-feed', (to) => ({
    '/': html(`<base href="${to}"><link rel="alternate" type="application/rss+xml" href="feed.xml">`),
  })),
  ...across('later-story', (to) => ({
    '/': html(''),
    '/sitemap.xml': { ...sitemap('/news/old-story'), later: sitemap('/news/old-story', '/news/new-story') },
    '/news/new-story': redirect(to),
  })),
  ...across('later-feed', (to) => ({
    '/': named('/feed.xml'),
    '/feed.xml': { ...feed('/news/one'), later: redirect(to) },
  })),
]

const UNTOUCHED: CompanySite[] = untouched([
  ...across('newsroom', (to) => ({ '/': linked(`${to}/news`) })),
  ...across('careers', (to) => ({ '/': linked(`${to}/careers`) })),
  ...across('named-sitemap', (to) => ({ '/': html(''), '/robots.txt': text(`Sitemap: ${to}`) })),
  ...across('sitemap-story', (to) => ({
    '/': html(''),
    '/sitemap.xml': { ...sitemap('/news/old-story'), later: sitemap('/news/old-story', `${to}/news/story`) },
  })),
  ...across('story', (to) => ({ '/': named('/feed.xml'), '/feed.xml': feed(to) })),
  ...across('feed-home', (to) => ({ '/': feed('/one', `<link>${written(to)}</link>`) })),
  ...across('canonical', (to) => ({
    '/': html(`<link rel="canonical" href="${to}"><meta property="og:url" content="${to}">
<meta property="og:image" content="${to}"><meta http-equiv="refresh" content="0;url=${to}">
<script type="application/ld+json">{"@type":"Organization","url":"${to}","logo":"${to}","sameAs":["${to}"]}</script>`),
  })),
])

const TURNING: CompanySite[] = [1, 2, 3, 4, 5].map((after) => {
  const host = `turning-later-${after}.lab`
  return {
    host,
    records: { a: [...Array.from({ length: after }, () => [SITE]), ['127.0.0.1']] },
    pages: { '/': named('/feed.xml'), '/feed.xml': feed('/news/one') },
    refused: host,
  }
})

export const POLLED_SITES: CompanySite[] = [...FOLLOWED, ...UNTOUCHED, ...TURNING]
