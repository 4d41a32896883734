import type { Company, Post } from '../company.ts'
import { longDate, shortDate } from '../dates.ts'
import { atom, feedLink, json, openRobots, rss, sitemap, sitemapIndex, wholeSitemap } from '../documents.ts'
import { anchors, articles, escaped, front, furniture, page, type Link, type Pages } from '../markup.ts'

type Options = { folder?: string; label?: string; feed?: 'linked' | 'anchor' | 'unlinked' | 'none' }

const entries = (company: Company, entry: (post: Post) => string) => company.posts.map(entry).join('\n')

/** Each page has a separate data file, and the feed is a plugin. */
export function gatsby(company: Company, { folder = 'blog', label = 'Blog', feed = 'none' }: Options = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}/`
  const menu: Link[] = [[label, `/${folder}/`]]
  const look = { generator: 'Gatsby 5.13.7', menu, head: feed === 'linked' ? feedLink('/rss.xml', company.name) : '' }
  const list = page(
    company,
    `<div id="___gatsby"><div id="gatsby-focus-wrapper"><ol style="list-style:none">
${entries(company, (post) => `<li><article class="post-list-item" itemscope itemtype="http://schema.org/Article"><header><h2><a href="${pathOf(post)}" itemprop="url"><span itemprop="headline">${escaped(post.title)}</span></a></h2><small>${longDate(post.date)}</small></header><section><p itemprop="description">${escaped(post.summary)}</p></section></article></li>`)}
</ol></div></div>`,
    { ...look, title: `${label} | ${company.name}` },
  )
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}/`]: list,
    [`/${folder}`]: { status: 301, headers: { location: `/${folder}/` } },
    [`/page-data/${folder}/page-data.json`]: json({ path: `/${folder}/`, result: { data: { allMdx: { nodes: [] } } } }),
    ...articles(company, pathOf, (post) => ({ ...look, dated: `<p>${longDate(post.date)}</p>` })),
    ...(feed !== 'none' && { '/rss.xml': rss(company, pathOf) }),
    '/sitemap-index.xml': sitemapIndex(company, ['/sitemap-0.xml']),
    '/sitemap-0.xml': wholeSitemap(company, pathOf),
  }
}

/** Nuxt 3 sends the rendered page along with its data as one flat array. */
export function nuxt(company: Company, { folder = 'blog', label = 'Blog' }: Options = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}`
  const menu: Link[] = [[label, `/${folder}`]]
  const flat = [
    ['ShallowReactive', 1],
    { data: 2 },
    company.posts.map((_, index) => index + 3),
    ...company.posts.map(({ title }) => title),
  ]
  return {
    ...furniture(company),
    '/': front(company, menu),
    [`/${folder}`]: page(
      company,
      `<div id="__nuxt"><!--[--><div class="posts" data-v-7ba5bd90>
${entries(company, (post) => `<a href="${pathOf(post)}" class="post-card" data-v-7ba5bd90><!----><div><p class="date" data-v-7ba5bd90>${shortDate(post.date)}</p><h3 data-v-7ba5bd90>${escaped(post.title)}</h3></div></a>`)}
<!--]--></div></div><script type="application/json" data-nuxt-data="nuxt-app" data-ssr="true" id="__NUXT_DATA__">${JSON.stringify(flat)}</script>`,
      { title: `${label} · ${company.name}`, menu },
    ),
    ...articles(company, pathOf, (post) => ({ menu, dated: `<p class="date">${shortDate(post.date)}</p>` })),
  }
}

export function astro(company: Company, { folder = 'blog', label = 'Blog', feed = 'linked' }: Options = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}/`
  const menu: Link[] = [[label, `/${folder}`]]
  const look = { generator: 'Astro v4.16.18', menu, head: feed === 'linked' ? feedLink('/rss.xml', company.name) : '' }
  const time = (post: Post) => `<time datetime="${post.date.toISOString()}"> ${shortDate(post.date)} </time>`
  return {
    ...furniture(company),
    '/': front(company, menu, { ...look, head: '' }),
    [`/${folder}`]: page(
      company,
      `<main><section><ul>${entries(company, (post) => `<li data-astro-cid-5tznm7mj><a href="${pathOf(post)}" data-astro-cid-5tznm7mj><img width="720" src="/_astro/${post.slug}.webp" alt=""><h4 class="title">${escaped(post.title)}</h4><p class="date">${time(post)}</p></a></li>`)}</ul></section>${feed === 'anchor' ? anchors([['RSS', '/rss.xml']]) : ''}</main>`,
      { ...look, title: label },
    ),
    ...articles(company, pathOf, (post) => ({ ...look, dated: `<div class="date">${time(post)}</div>` })),
    ...(feed !== 'none' && { '/rss.xml': rss(company, pathOf) }),
    '/sitemap-index.xml': sitemapIndex(company, ['/sitemap-0.xml']),
    '/sitemap-0.xml': wholeSitemap(company, pathOf),
    '/robots.txt': openRobots(company, '/sitemap-index.xml'),
  }
}

/** Every section has an index.xml, but themes often don't link to it. */
export function hugo(company: Company, { folder = 'posts', label = 'Posts', feed = 'unlinked' }: Options = {}): Pages {
  const pathOf = ({ slug }: Post) => `/${folder}/${slug}/`
  const menu: Link[] = [[label, `/${folder}/`]]
  const look = {
    generator: 'Hugo 0.136.5',
    menu,
    head: feed === 'linked' ? feedLink(`/${folder}/index.xml`, label) : '',
  }
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    [`/${folder}/`]: page(
      company,
      `<main class="list"><h1>${label}</h1>${entries(company, (post) => `<article class="post-entry"><header class="entry-header"><h2>${escaped(post.title)}</h2></header><footer class="entry-footer"><span title="${post.date.toISOString()}">${longDate(post.date)}</span></footer><a class="entry-link" aria-label="post link to ${escaped(post.title)}" href="https://${company.host}${pathOf(post)}"></a></article>`)}</main>`,
      { ...look, title: `${label} | ${company.name}` },
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      dated: `<span title="${post.date.toISOString()}">${longDate(post.date)}</span>`,
    })),
    ...(feed !== 'none' && { '/index.xml': rss(company, pathOf), [`/${folder}/index.xml`]: rss(company, pathOf) }),
    '/sitemap.xml': sitemap(
      company,
      company.posts.map((post) => ({ path: pathOf(post), date: post.date })),
    ),
  }
}

/** Mainly documentation, with a blog that has RSS and Atom feeds. */
export function docusaurus(company: Company, { label = 'Blog', feed = 'linked' }: Options = {}): Pages {
  const pathOf = ({ slug }: Post) => `/blog/${slug}`
  const menu: Link[] = [
    ['Docs', '/docs/intro'],
    [label, '/blog'],
  ]
  const look = {
    generator: 'Docusaurus v3.6.3',
    menu,
    head:
      feed === 'linked'
        ? feedLink('/blog/rss.xml', `${company.name} RSS Feed`) +
          feedLink('/blog/atom.xml', `${company.name} Atom Feed`, 'application/atom+xml')
        : '',
  }
  return {
    ...furniture(company),
    '/': front(company, menu, look),
    '/blog': page(
      company,
      `<div id="__docusaurus"><main itemscope itemtype="https://schema.org/Blog">${entries(company, (post) => `<article class="margin-bottom--xl" itemprop="blogPost" itemscope itemtype="https://schema.org/BlogPosting"><header><h2 class="title_f1Hy" itemprop="headline"><a itemprop="url" href="${pathOf(post)}">${escaped(post.title)}</a></h2><div class="container_mt6G margin-vert--md"><time datetime="${post.date.toISOString()}" itemprop="datePublished">${longDate(post.date)}</time> · 4 min read</div></header></article>`)}</main></div>`,
      { ...look, title: `Blog | ${company.name}` },
    ),
    ...articles(company, pathOf, (post) => ({
      ...look,
      dated: `<time datetime="${post.date.toISOString()}" itemprop="datePublished">${longDate(post.date)}</time>`,
    })),
    '/blog/rss.xml': rss(company, pathOf),
    '/blog/atom.xml': atom(company, pathOf),
  }
}
