import type { Company, Post } from '../company.ts'
import { longDate } from '../dates.ts'
import { wholeSitemap } from '../documents.ts'
import { articles, escaped, front, furniture, page, type Link, type Pages } from '../markup.ts'

type Options = { folder?: string; label?: string; isRendered?: boolean; hasSitemap?: boolean }

/** Posts as they appear in page props. Every project uses its own name for the date field. */
const propsOf = ({ posts }: Company) =>
  posts.map((post, index) => ({
    id: 4100 - index,
    slug: post.slug,
    title: post.title,
    excerpt: post.summary,
    publishedAt: post.date.toISOString(),
    author: { name: 'Dana Cole' },
    cover: { url: `/images/${post.slug}.jpg`, width: 1200 },
  }))

const list = (company: Company, folder: string) =>
  company.posts
    .map(
      (post) =>
        `<article class="group relative flex flex-col"><time class="text-gray-500 text-sm">${longDate(post.date)}</time><h2 class="text-xl font-semibold"><a href="/${folder}/${post.slug}"><span class="absolute inset-0"></span>${escaped(post.title)}</a></h2></article>`,
    )
    .join('')

/** Pages Router: `__NEXT_DATA__`, plus an empty root element if the list is rendered in the browser. */
export function nextPages(company: Company, options: Options = {}): Pages {
  const { folder = 'blog', label = 'Blog', isRendered = false, hasSitemap = false } = options
  const data = (props: unknown, route: string) =>
    `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: props }, page: route, query: {}, buildId: 'kq3xR', isFallback: false })}</script>`
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}`
  const menu: Link[] = [[label, `/${folder}`]]
  const look = { menu, head: '<script src="/_next/static/chunks/main-8d1.js" defer></script>' }
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}`]: page(
      company,
      `<div id="__next">${isRendered ? list(company, folder) : '<div class="spinner"></div>'}</div>${data({ posts: propsOf(company), total: company.posts.length }, `/${folder}`)}`,
      { ...look, title: `${label} | ${company.name}` },
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      around: data({ post: { title: post.title, publishedAt: post.date.toISOString() } }, `/${folder}/[slug]`),
    })),
    ...(hasSitemap && { '/sitemap.xml': wholeSitemap(company, pathOf) }),
  }
}

/** App Router: the list is in a stream of escaped JSON, whether or not it is also rendered. */
export function nextApp(company: Company, options: Options = {}): Pages {
  const { folder = 'blog', label = 'Blog', isRendered = false, hasSitemap = false } = options
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}`
  const menu: Link[] = [[label, `/${folder}`]]
  const pushed = (text: string) => `<script>self.__next_f.push([1,${JSON.stringify(text)}])</script>`
  const stream = `4:["$","main",null,{"className":"container","children":["$","$L12",null,{"posts":${JSON.stringify(propsOf(company))}}]}]\n`
  const half = Math.ceil(stream.length / 2)
  return {
    ...furniture(company),
    '/': front(company, menu),
    [`/${folder}`]: page(
      company,
      `<main>${isRendered ? list(company, folder) : '<div aria-busy="true"></div>'}</main><script>(self.__next_f=self.__next_f||[]).push([0])</script>${pushed('1:"$Sreact.fragment"\n')}${pushed(stream.slice(0, half))}${pushed(stream.slice(half))}`,
      { title: `${label} | ${company.name}`, menu },
    ),
    ...articles(company, pathOf, (post) => ({
      menu,
      head: `<meta property="og:type" content="article"><meta property="article:published_time" content="${post.date.toISOString()}">`,
    })),
    ...(hasSitemap && { '/sitemap.xml': wholeSitemap(company, pathOf, { dated: true }) }),
  }
}
