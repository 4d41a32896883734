import { expect } from 'vitest'
import { poll } from './company-site.ts'

export type Pages = Parameters<typeof poll>[0]

const MAX_REQUESTS = 16

/** What a user sees after the first scan, with the date if it is known. */
export async function found(pages: Pages) {
  const { feeds, pages: lists, asked, ...rest } = await poll(pages)
  const items = [...feeds.map(({ result }) => result), ...lists.map(({ result }) => result)].flatMap(
    (result) => result?.items ?? [],
  )
  expect(asked.length).toBeLessThanOrEqual(MAX_REQUESTS)
  expect(asked.length).toBe(new Set(asked).size)
  const titles = items.map(({ title, publishedAt }) =>
    publishedAt ? `${publishedAt.toISOString().slice(5, 10)} ${title}` : title,
  )
  return { titles, items, asked, ...rest }
}
export const titles = async (pages: Pages) => (await found(pages)).titles

export const feed = (day: string, title = 'One') =>
  `<rss version="2.0"><channel><title>Acme</title><item><title>${title}</title><link>/p/${title.toLowerCase()}</link><pubDate>${day}</pubDate></item></channel></rss>`
export const RECENT = 'Tue, 10 Nov 2026 09:00:00 GMT'
export const LONG_AGO = 'Tue, 10 Nov 2020 09:00:00 GMT'
export const linked = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
export const article = (day: string, title = 'Acme opens an office in Leeds') =>
  `<title>${title} | Acme</title><meta property="og:title" content="${title}"><meta property="og:type" content="article">${linked({ '@type': 'BlogPosting', datePublished: day })}<h1>${title}</h1>`

export const NAV =
  '<nav><a href="/">Home</a><a href="/product">Product</a><a href="/pricing">Pricing for every team</a><a href="/careers">Careers</a><a href="/about">About us and more</a></nav>'
export const FOOTER =
  '<footer><a href="/privacy">Privacy policy of Acme</a><a href="/terms">Terms of our service</a><a href="/author/ann">Ann Lee the author</a></footer>'
export const home = (link: string) => `<title>Acme</title>${NAV}<main>${link}</main>${FOOTER}`
