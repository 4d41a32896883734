import type { Company, Post } from '../company.ts'
import { shortDate } from '../dates.ts'
import { wholeSitemap } from '../documents.ts'
import { articles, escaped, front, furniture, page, type Link, type Pages } from '../markup.ts'

const text = (tag: string, written: string) =>
  `<div class="framer-1x9k2" data-framer-component-type="RichTextContainer" style="transform:none"><${tag} class="framer-text" dir="auto">${escaped(written)}</${tag}></div>`

/** Page-relative links, headings nested deep in generic containers, no feed. */
export function framer(company: Company, { folder = 'blog', label = 'Blog', dateIn = 'list' } = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}`
  const menu: Link[] = [[label, `./${folder}`]]
  const look = { generator: 'Framer 9ad1f33', attributes: 'data-redirect-timezone="1"', menu }
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}`]: page(
      company,
      `<div id="main" data-framer-hydrate-v2="{}"><div class="framer-72rtr7" data-framer-name="Posts">
${company.posts
  .map(
    (
      post,
    ) => `<div class="framer-18f2-container"><a class="framer-Xk1Lq framer-v-1a2b" data-framer-name="Card" href=".${pathOf(post)}"><div data-framer-background-image-wrapper="true"><img decoding="async" src="https://framerusercontent.com/images/${post.slug}.png" alt=""></div>
<div class="framer-meta">${dateIn === 'list' ? text('p', shortDate(post.date)) : ''}${text('p', 'News')}</div>${text('h6', post.title)}</a></div>`,
  )
  .join('\n')}</div></div>`,
      { ...look, title: `${label} — ${company.name}` },
    ),
    ...articles(company, pathOf, (post) => ({ ...look, dated: text('p', shortDate(post.date)) })),
    '/sitemap.xml': wholeSitemap(company, pathOf),
    '/robots.txt': {
      type: 'text/plain',
      body: `User-agent: *\nDisallow:\nSitemap: https://${company.host}/sitemap.xml\n`,
    },
  }
}
