import type { Company, Post } from '../company.ts'
import { longDate } from '../dates.ts'
import { openRobots, wholeSitemap } from '../documents.ts'
import { articles, escaped, front, furniture, page, type Link, type Pages } from '../markup.ts'

type Options = {
  /** The collection's folder; `label` is its name in the menu. */
  folder?: string
  label?: string
  dateIn?: 'list' | 'article'
  writeDate?: (date: Date) => string
}

/** A collection list: no feed, a sitemap without dates, the date as plain text. */
export function webflow(company: Company, options: Options = {}): Pages {
  const { folder = 'blog', label = 'Blog', dateIn = 'list', writeDate = longDate } = options
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}`
  const menu: Link[] = [[label, `/${folder}`]]
  const look = {
    generator: 'Webflow',
    attributes: `data-wf-domain="www.${company.host}" data-wf-page="65f0c1" data-wf-site="65f0c0"`,
    menu,
  }
  const dateText = (post: Post) => `<div class="text-size-small">${writeDate(post.date)}</div>`
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}`]: page(
      company,
      `<section class="section_blog"><h1 class="heading-style-h1">${label}</h1><div class="w-dyn-list"><div role="list" class="blog_list w-dyn-items">
${company.posts
  .map(
    (
      post,
    ) => `<div role="listitem" class="w-dyn-item"><a href="${pathOf(post)}" class="blog_item-link w-inline-block"><div class="blog_image-wrapper"><img loading="lazy" src="https://cdn.prod.website-files.com/65f0/${post.slug}.webp" alt=""></div>
<div class="blog_category">Company</div><h3 class="heading-style-h5">${escaped(post.title)}</h3>${dateIn === 'list' ? dateText(post) : ''}<div class="text-style-link">Read more</div></a></div>`,
  )
  .join('\n')}</div></div></section>`,
      { ...look, title: `${label} | ${company.name}` },
    ),
    ...articles(company, pathOf, (post) => ({ ...look, dated: dateText(post) })),
    '/sitemap.xml': wholeSitemap(company, pathOf),
    '/robots.txt': openRobots(company, '/sitemap.xml'),
  }
}
