import { gzipSync } from 'node:zlib'

export type Answer = {
  status?: number
  type?: string
  headers?: Record<string, string>
  body?: string | Buffer
}
export type Pages = Record<string, () => Answer>

export type Post = { title: string; path: string; hoursAgo?: number; text?: string; author?: string }

const HOUR = 3_600_000
const at = ({ hoursAgo = 30 }: Post) => new Date(Date.now() - hoursAgo * HOUR)

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const html = (body: string): Answer => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>${body}`,
})

export const frontPage = (name: string, more = ''): Answer =>
  html(
    `<html lang="en"><head><title>${escaped(name)}</title><meta property="og:site_name" content="${escaped(name)}"></head><body><h1>${escaped(name)}</h1>${more}</body></html>`,
  )

export const feedLink = (type: string, href: string) => `<link rel="alternate" type="${type}" href="${href}">`

export const rss = (name: string, origin: string, posts: Post[]): Answer => ({
  type: 'application/rss+xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>${escaped(name)}</title><link>${origin}/</link>${posts
    .map(
      (post) =>
        `<item><title>${escaped(post.title)}</title><link>${escaped(addressOf(post, origin))}</link><pubDate>${at(post).toUTCString()}</pubDate><author>${escaped(post.author ?? '')}</author><description>${escaped(post.text ?? '')}</description></item>`,
    )
    .join('')}</channel></rss>`,
})

export const atom = (name: string, origin: string, posts: Post[]): Answer => ({
  type: 'application/atom+xml',
  body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>${escaped(name)}</title><id>${origin}/</id>${posts
    .map(
      (post) =>
        `<entry><id>${escaped(addressOf(post, origin))}</id><title type="text">${escaped(post.title)}</title><link href="${escaped(addressOf(post, origin))}"/><updated>${at(post).toISOString()}</updated><author><name>${escaped(post.author ?? '')}</name></author><content type="html">${escaped(post.text ?? '')}</content></entry>`,
    )
    .join('')}</feed>`,
})

export const jsonFeed = (name: string, origin: string, posts: Post[]): Answer => ({
  type: 'application/feed+json',
  body: JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: name,
    home_page_url: origin,
    items: posts.map((post) => ({
      id: post.path,
      url: addressOf(post, origin),
      title: post.title,
      content_text: post.text ?? '',
      date_published: at(post).toISOString(),
    })),
  }),
})

export const sitemap = (origin: string, posts: Post[]): Answer => ({
  type: 'application/xml',
  body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${posts
    .map(
      (post) => `<url><loc>${origin}${post.path}</loc><lastmod>${at(post).toISOString().slice(0, 10)}</lastmod></url>`,
    )
    .join('')}</urlset>`,
})

export const newsroom = (name: string, posts: Post[]): Answer =>
  html(
    `<title>News of ${escaped(name)}</title>${posts.map(({ path, title }) => `<p><a href="${path}">${escaped(title)}</a></p>`).join('')}`,
  )

export const json = (value: unknown): Answer => ({ type: 'application/json', body: JSON.stringify(value) })

export const zipped = ({ body = '', ...answer }: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-encoding': 'gzip' },
  body: gzipSync(body),
})

const addressOf = ({ path }: Post, origin: string) => (path.startsWith('/') ? origin + path : path)
