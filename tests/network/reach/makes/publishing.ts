import type { Company, Post } from '../company.ts'
import { britishDate, datePath, longDate, shortDate } from '../dates.ts'
import { emptyRss, feedLink, openRobots, robots, rss, sitemap, sitemapIndex, STATIC_PATHS } from '../documents.ts'
import { articles, escaped, front, furniture, jsonLd, page, type Link, type Pages } from '../markup.ts'

type WordPress = {
  folder?: string
  label?: string
  /** Permalinks that include the date, or just the post name at the root. */
  permalinks?: 'day' | 'name'
  feed?: 'linked' | 'off'
  seoPlugin?: boolean
}

export function wordpress(company: Company, options: WordPress = {}): Pages {
  const { folder = 'blog', label = 'Blog', permalinks = 'name', feed = 'linked', seoPlugin = false } = options
  const pathOf = (post: Post) => (permalinks === 'day' ? `/${datePath(post.date)}/${post.slug}/` : `/${post.slug}/`)
  const absolute = (path: string) => `https://${company.host}${path}`
  const menu: Link[] = [[label, absolute(`/${folder}/`)]]
  const feeds =
    feed === 'linked'
      ? feedLink(absolute('/feed/'), `${company.name} » Feed`) +
        feedLink(absolute('/comments/feed/'), `${company.name} » Comments Feed`)
      : ''
  const look = {
    generator: 'WordPress 6.6.2',
    menu,
    head: `${feeds}<link rel="https://api.w.org/" href="${absolute('/wp-json/')}">`,
  }
  const pages = STATIC_PATHS.map((path) => ({ path: path === '/' ? '/' : `${path}/` }))
  const posts = company.posts.map((post) => ({ path: pathOf(post), date: post.date }))
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}/`]: page(
      company,
      `<main class="wp-block-group"><ul class="wp-block-post-template">${company.posts
        .map(
          (post) =>
            `<li class="wp-block-post post type-post status-publish format-standard hentry category-news"><h2 class="wp-block-post-title"><a href="${absolute(pathOf(post))}" target="_self">${escaped(post.title)}</a></h2><div class="wp-block-post-excerpt"><p>${escaped(post.summary)}</p></div><div class="wp-block-post-date"><time datetime="${post.date.toISOString().replace('.000Z', '+00:00')}">${longDate(post.date)}</time></div></li>`,
        )
        .join('\n')}</ul></main>`,
      { ...look, title: `${label} – ${company.name}` },
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      head: seoPlugin
        ? jsonLd({ '@graph': [{ '@type': 'Article', headline: post.title, datePublished: post.date.toISOString() }] })
        : '',
      dated: `<time class="entry-date published" datetime="${post.date.toISOString()}">${longDate(post.date)}</time>`,
    })),
    ...(feed === 'linked' && {
      '/feed/': rss(company, pathOf, company.name),
      '/comments/feed/': emptyRss(company, `Comments for ${company.name}`),
    }),
    ...(seoPlugin
      ? {
          '/sitemap_index.xml': sitemapIndex(company, ['/page-sitemap.xml', '/post-sitemap.xml']),
          '/page-sitemap.xml': sitemap(company, pages),
          '/post-sitemap.xml': sitemap(company, posts),
        }
      : {
          '/wp-sitemap.xml': sitemapIndex(company, ['/wp-sitemap-posts-post-1.xml', '/wp-sitemap-posts-page-1.xml']),
          '/wp-sitemap-posts-post-1.xml': sitemap(company, posts),
          '/wp-sitemap-posts-page-1.xml': sitemap(company, pages),
        }),
    '/robots.txt': robots(
      'User-agent: *',
      'Disallow: /wp-admin/',
      'Allow: /wp-admin/admin-ajax.php',
      `Sitemap: ${absolute(seoPlugin ? '/sitemap_index.xml' : '/wp-sitemap.xml')}`,
    ),
  }
}

/** Posts are at the root. Without a feed link, the post cards are the only list on the page. */
export function ghost(company: Company, { hasFeed = true } = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${slug}/`
  const look = {
    generator: 'Ghost 5.96',
    head: hasFeed ? feedLink(`https://${company.host}/rss/`, company.name) : '',
  }
  return {
    ...furniture(company),
    '/': page(
      company,
      `<main class="gh-main"><div class="post-feed">${company.posts
        .map(
          (post) =>
            `<article class="post-card post"><a class="post-card-image-link" href="${pathOf(post)}"><img class="post-card-image" src="/content/images/${post.slug}.jpg" alt=""></a><div class="post-card-content"><a class="post-card-content-link" href="${pathOf(post)}"><h2 class="post-card-title">${escaped(post.title)}</h2><div class="post-card-excerpt">${escaped(post.summary)}</div></a><footer class="post-card-meta"><time class="post-card-meta-date" datetime="${post.date.toISOString().slice(0, 10)}">${shortDate(post.date)}</time></footer></div></article>`,
        )
        .join('\n')}</div></main>`,
      look,
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      head: `<meta property="article:published_time" content="${post.date.toISOString()}">${jsonLd({ '@type': 'Article', headline: post.title, datePublished: post.date.toISOString() })}`,
    })),
    ...(hasFeed && { '/rss/': rss(company, pathOf, company.name) }),
    '/sitemap.xml': sitemapIndex(company, ['/sitemap-pages.xml', '/sitemap-posts.xml']),
    '/sitemap-pages.xml': sitemap(company, [{ path: '/' }, { path: '/about/' }]),
    '/sitemap-posts.xml': sitemap(
      company,
      company.posts.map((post) => ({ path: pathOf(post), date: post.date })),
    ),
    '/robots.txt': openRobots(company, '/sitemap.xml'),
  }
}

export function hubspot(company: Company, { folder = 'blog', label = 'Blog', hasFeed = true } = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}`
  const absolute = (path: string) => `https://${company.host}${path}`
  const menu: Link[] = [[label, absolute(`/${folder}`)]]
  const look = { generator: 'HubSpot', menu }
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}`]: page(
      company,
      `<div class="body-wrapper hs-content-id-1 hs-blog-listing"><div class="blog-index">${company.posts
        .map(
          (post) =>
            `<article class="blog-index__post blog-index__post--small"><a class="blog-index__post-image" href="${absolute(pathOf(post))}" aria-label="Featured image: ${escaped(post.title)}"></a><div class="blog-index__post-content"><h2><a href="${absolute(pathOf(post))}">${escaped(post.title)}</a></h2><div class="blog-index__post-meta"><span>by Dana Cole</span> on ${britishDate(post.date)}</div><p>${escaped(post.summary)}</p></div></article>`,
        )
        .join('\n')}</div></div>`,
      { ...look, title: `${company.name} ${label}`, head: hasFeed ? feedLink(absolute(`/${folder}/rss.xml`)) : '' },
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      head: jsonLd({ '@type': 'BlogPosting', headline: post.title, datePublished: `${post.date.getTime()}` }),
      dated: `<div class="blog-post__meta"><time datetime="${post.date.toISOString()}" class="blog-post__timestamp">${longDate(post.date)}</time></div>`,
    })),
    ...(hasFeed && { [`/${folder}/rss.xml`]: rss(company, pathOf) }),
    '/sitemap.xml': sitemap(company, [
      ...STATIC_PATHS.map((path) => ({ path })),
      ...company.posts.map((post) => ({ path: pathOf(post), date: post.date })),
    ]),
    '/robots.txt': robots('User-agent: *', 'Disallow: /_hcms/preview/', 'Disallow: /hs/manage-preferences/'),
  }
}

/** A database from a note-taking tool, published as a site: posts at the root, dates as properties. */
export function notion(company: Company, { label = 'Updates', path = '/updates' } = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${slug}`
  const menu: Link[] = [[label, path]]
  const look = { menu, generator: 'Super' }
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [path]: page(
      company,
      `<main class="super-content page__${label.toLowerCase()}"><div class="notion-collection-list">${company.posts
        .map(
          (post) =>
            `<div class="notion-collection-list__item"><a href="${pathOf(post)}" class="notion-link notion-collection-list__item__anchor" aria-label="${escaped(post.title)}"></a><div class="notion-property notion-property__title"><div class="notion-semantic-string"><span>${escaped(post.title)}</span></div></div><div class="notion-collection-list__item-content"><div class="notion-property notion-property__date property-7a46"><span class="date">${longDate(post.date)}</span></div></div></div>`,
        )
        .join('\n')}</div></main>`,
      { ...look, title: label },
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      dated: `<div class="notion-property notion-property__date"><span class="date">${longDate(post.date)}</span></div>`,
    })),
  }
}
