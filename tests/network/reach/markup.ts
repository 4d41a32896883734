import type { Company, Post } from './company.ts'

/** A plain string is an HTML page. */
export type Reply =
  | string
  | {
      status?: number
      type?: string
      headers?: Record<string, string>
      body?: string | Buffer
      afterMs?: number
      way?: 'drip' | 'reset' | 'silence'
    }

/** Keyed by path, including the query; `*` matches every other path. */
export type Pages = Record<string, Reply>

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export type Link = [text: string, href: string]

const MENU: Link[] = [
  ['Product', '/product'],
  ['Pricing', '/pricing'],
  ['Customers', '/customers'],
  ['About us', '/about'],
  ['Careers', '/careers'],
]

const FOOTER: Link[] = [
  ['Privacy Policy', '/privacy'],
  ['Terms of Service', '/terms'],
  ['Security', '/security'],
  ['LinkedIn', 'https://www.linkedin.com/company/example'],
  ['X', 'https://x.com/example'],
]

export const anchors = (links: Link[], className = '') =>
  links
    .map(([text, href]) => `<a${className && ` class="${className}"`} href="${escaped(href)}">${text}</a>`)
    .join('\n')

type Look = {
  title?: string
  generator?: string
  head?: string
  /** Attributes of the `html` element. */
  attributes?: string
  language?: string
  menu?: Link[]
  footer?: Link[]
}

export function page({ name }: Pick<Company, 'name'>, body: string, look: Look = {}): string {
  const { title = name, generator, head = '', attributes = '', language = 'en', menu = [], footer = [] } = look
  return `<!DOCTYPE html><html lang="${language}"${attributes && ` ${attributes}`}><head><meta charset="utf-8">
<title>${escaped(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1">
${generator ? `<meta name="generator" content="${generator}">` : ''}<meta property="og:site_name" content="${escaped(name)}">
${head}</head><body>
<header><a href="/" aria-label="home"><img src="/logo.svg" alt="${escaped(name)}"></a><nav>${anchors([...MENU, ...menu])}</nav></header>
${body}
<footer><nav>${anchors([...footer, ...FOOTER])}</nav><p>© 2026 ${escaped(name)}. All rights reserved.</p></footer>
</body></html>`
}

/** A front page without news, which describes what the company does. */
export const front = (company: Company, menu: Link[], look: Look = {}): string =>
  page(
    company,
    `<main><section><h1>Operations, finally in one place</h1><p>${escaped(company.name)} helps operations teams plan, bill and report.</p>
<a class="button" href="/demo">Book a demo</a></section>
<section><h2>Everything you need</h2><a href="/product/planning"><h3>Planning that adapts</h3></a><a href="/product/billing"><h3>Billing without spreadsheets</h3></a>
<a href="/product/reporting"><h3>Reports your board will read</h3></a></section></main>`,
    { ...look, title: `${company.name} | Operations platform`, menu },
  )

/** Other pages that every company has, none of them news. */
export const furniture = (company: Company): Pages =>
  Object.fromEntries(
    [...MENU, ...FOOTER, ['Demo', '/demo'] as Link]
      .filter(([, href]) => href.startsWith('/'))
      .map(([text, href]) => [
        href,
        page(
          company,
          `<main><h1>${text}</h1><p>Everything about ${text.toLowerCase()} at ${company.name}.</p></main>`,
          {
            title: `${text} | ${company.name}`,
          },
        ),
      ]),
  )

type ArticleLook = Look & { dated?: string; around?: string }

export const article = (company: Company, post: Post, { dated = '', around = '', ...look }: ArticleLook = {}): string =>
  page(
    company,
    `<main><article><h1>${escaped(post.title)}</h1>${dated}<p>${escaped(post.summary)}</p>
<p>The work took most of the year and involved every team at ${escaped(company.name)}. We will share more details with customers soon.</p></article>${around}</main>`,
    { ...look, title: `${post.title} | ${company.name}` },
  )

export const articles = (
  company: Company,
  pathOf: (post: Post) => string,
  lookOf: (post: Post) => ArticleLook = () => ({}),
): Pages => Object.fromEntries(company.posts.map((post) => [pathOf(post), article(company, post, lookOf(post))]))

export const jsonLd = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...(value as object) })}</script>`
