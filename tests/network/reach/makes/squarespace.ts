import type { Company, Post } from '../company.ts'
import { slashDate } from '../dates.ts'
import { feedLink, rss, wholeSitemap, robots } from '../documents.ts'
import { articles, escaped, front, furniture, page, type Link, type Pages } from '../markup.ts'

/** Microdata in the article, a short American date in the list, and a feed at `?format=rss`. */
export function squarespace(company: Company, { folder = 'blog', label = 'Blog', hasFeed = true } = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}`
  const menu: Link[] = [[label, `/${folder}`]]
  const look = { menu, head: '<!-- This is Squarespace. -->' }
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}`]: page(
      company,
      `<main id="page" class="container"><section class="page-section"><div class="blog-basic-grid">
${company.posts
  .map(
    (
      post,
    ) => `<article class="blog-basic-grid--container entry blog-item is-loaded"><div class="blog-basic-grid--text"><div class="blog-meta-section"><span class="blog-meta-primary"><a href="/${folder}/category/News" class="blog-category">News</a></span>
<span class="blog-meta-secondary"><time class="blog-date" pubdate>${slashDate(post.date)}</time><span class="blog-author">Dana Cole</span></span></div>
<h1 class="blog-title"><a href="${pathOf(post)}" data-no-animation>${escaped(post.title)}</a></h1><div class="blog-excerpt"><p>${escaped(post.summary)}</p></div><a class="blog-more-link" href="${pathOf(post)}">Read More</a></div></article>`,
  )
  .join('\n')}</div></section></main>`,
      {
        ...look,
        title: `${label} — ${company.name}`,
        head: hasFeed ? feedLink(`https://${company.host}/${folder}?format=rss`, 'RSS Feed') : '',
      },
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      head: `<meta itemprop="datePublished" content="${post.date.toISOString().replace('.000Z', '+0000')}"><meta itemprop="headline" content="${escaped(post.title)}">`,
      dated: `<time class="dt-published blog-item-meta-item" datetime="${slashDate(post.date)}" pubdate>${slashDate(post.date)}</time>`,
    })),
    ...(hasFeed && { [`/${folder}?format=rss`]: rss(company, pathOf) }),
    '/sitemap.xml': wholeSitemap(company, pathOf, { dated: true }),
    '/robots.txt': robots(
      'User-agent: *',
      'Disallow: /config',
      'Disallow: /search',
      `Sitemap: https://${company.host}/sitemap.xml`,
    ),
  }
}
