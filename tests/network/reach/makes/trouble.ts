import type { Company, Post } from '../company.ts'
import { rss } from '../documents.ts'
import { escaped, type Pages, type Reply } from '../markup.ts'

export const always = (reply: Reply): Pages => ({ '*': reply })

export const status = (code: number, body = '', headers: Record<string, string> = {}): Reply => ({
  status: code,
  headers,
  body: `<html><head><title>${code}</title></head><body><h1>${code}</h1>${body}</body></html>`,
})

/** The page that registrars and marketplaces show for an unused domain. */
export const forSale = ({ host }: Company, text: string, head = ''): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${escaped(host)}</title>${head}</head><body><div id="content"><h1>${escaped(host)}</h1><p>${text}</p>
<div class="ads"><a href="/search?q=insurance">Insurance quotes online</a><a href="/search?q=loans">Business loans for startups</a></div>
<p>The sponsored listings displayed above are served automatically by a third party.</p></div></body></html>`

type Newcomer = { name: string; titles: string[]; posts: Post[] }

/** Someone else's site on the company's former domain, with its own feed. */
export const takenOver = (company: Company, { name, titles, posts }: Newcomer): Pages => ({
  '/': `<!DOCTYPE html><html lang="en"><head><title>${escaped(name)}</title><meta property="og:site_name" content="${escaped(name)}">
<link rel="alternate" type="application/rss+xml" title="${escaped(name)} » Feed" href="/feed/"></head><body><h1>${escaped(name)}</h1>
<nav><a href="/">Home</a><a href="/blog/">Blog</a></nav>${titles.map((title) => `<h2>${escaped(title)}</h2>`).join('')}</body></html>`,
  '/feed/': rss({ ...company, posts }, ({ slug }) => `/${slug}/`, name),
  '/blog/': `<!DOCTYPE html><html><head><title>Blog - ${escaped(name)}</title></head><body>${posts.map((post) => `<h2><a href="/${post.slug}/">${escaped(post.title)}</a></h2>`).join('')}</body></html>`,
})

export const casinoPosts = (postOf: (title: string, days: number) => Post): Post[] => [
  postOf('Best online slots with free spins this November', 2),
  postOf('How to claim a no deposit bonus in five minutes', 8),
  postOf('Top ten live roulette tables reviewed', 15),
]
