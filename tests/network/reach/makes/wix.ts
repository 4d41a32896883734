import type { Company, Post } from '../company.ts'
import { shortDate } from '../dates.ts'
import { feedLink, openRobots, rss, sitemap, sitemapIndex, STATIC_PATHS } from '../documents.ts'
import { articles, escaped, front, furniture, jsonLd, page, type Link, type Pages } from '../markup.ts'

/** Posts are under /post/, whatever the list is called. The feed may be turned off. */
export function wix(
  company: Company,
  { folder = 'blog', label = 'Blog', hasFeed = true, hasDates = true } = {},
): Pages {
  const pathOf = ({ slug }: Post) => `/post/${slug}`
  const absolute = (path: string) => `https://${company.host}${path}`
  const menu: Link[] = [[label, absolute(`/${folder}`)]]
  const look = { generator: 'Wix.com Website Builder', menu }
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}`]: page(
      company,
      `<div id="SITE_CONTAINER"><div data-hook="post-list"><div class="pro-gallery">
${company.posts
  .map(
    (
      post,
    ) => `<div data-hook="post-list-item" class="gallery-item-container"><article><a href="${absolute(pathOf(post))}" class="O16KGI" tabindex="-1"><div data-hook="gallery-item-image-img"></div></a>
<div class="post-header">${hasDates ? `<span title="${shortDate(post.date)}" class="post-metadata__date time-ago" data-hook="time-ago">${shortDate(post.date)}</span>` : ''}<span data-hook="time-to-read">3 min read</span></div>
<a class="O16KGI post-title" data-hook="post-list-item__title" href="${absolute(pathOf(post))}"><h2 class="bD0vt9"><p>${escaped(post.title)}</p></h2></a><span data-hook="view-count">0</span></article></div>`,
  )
  .join('\n')}</div></div></div>`,
      {
        ...look,
        title: `${label} | ${company.name}`,
        head: hasFeed ? feedLink(absolute('/blog-feed.xml'), company.name) : '',
      },
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      head: `<meta property="article:published_time" content="${post.date.toISOString()}">${jsonLd({ '@type': 'BlogPosting', headline: post.title, datePublished: post.date.toISOString(), url: absolute(pathOf(post)) })}`,
    })),
    ...(hasFeed && { '/blog-feed.xml': rss(company, pathOf, company.name) }),
    '/sitemap.xml': sitemapIndex(company, ['/pages-sitemap.xml', '/blog-posts-sitemap.xml']),
    '/pages-sitemap.xml': sitemap(
      company,
      STATIC_PATHS.map((path) => ({ path })),
    ),
    '/blog-posts-sitemap.xml': sitemap(
      company,
      company.posts.map((post) => ({ path: pathOf(post), date: post.date })),
    ),
    '/robots.txt': openRobots(company, '/sitemap.xml'),
  }
}
