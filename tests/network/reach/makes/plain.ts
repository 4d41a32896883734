import type { Company, Post } from '../company.ts'
import { longDate } from '../dates.ts'
import { articles, escaped, front, furniture, page, type Link, type Pages } from '../markup.ts'

type ArticleLook = NonNullable<ReturnType<NonNullable<Parameters<typeof articles>[2]>>>

export type Written = {
  label?: string
  /** The path of the list page. */
  path?: string
  pathOf?: (post: Post) => string
  /** Renders one entry of the list. */
  entry?: (post: Post, href: string) => string
  around?: (entries: string) => string
  articleLook?: (post: Post) => ArticleLook
  language?: string
  listHead?: string
  frontHead?: string
  menu?: Link[]
}

/** A hand-written site, like those by agencies: a front page, a list and articles. */
export function plain(company: Company, written: Written = {}): Pages {
  const { label = 'News', path = '/news', language = 'en', listHead = '', frontHead = '' } = written
  const { pathOf = ({ slug }: Post) => `${path}/${slug}`, around = (entries: string) => entries } = written
  const { entry = datedEntry, menu = [[label, path]], articleLook = () => ({}) } = written
  return {
    ...furniture(company),
    '/': front(company, menu, { head: frontHead, language }),
    [path]: page(
      company,
      `<main><h1>${label}</h1>${around(company.posts.map((post) => entry(post, pathOf(post))).join('\n'))}</main>`,
      { title: `${label} | ${company.name}`, menu, language, head: listHead },
    ),
    ...articles(company, pathOf, (post) => ({ menu, language, ...articleLook(post) })),
  }
}

const datedEntry = (post: Post, href: string) =>
  `<div class="teaser"><span class="teaser__date">${longDate(post.date)}</span><h3><a href="${href}">${escaped(post.title)}</a></h3><p>${escaped(post.summary)}</p></div>`

export const undatedEntry = (post: Post, href: string) =>
  `<div class="card"><h3><a href="${href}">${escaped(post.title)}</a></h3><p>${escaped(post.summary)}</p></div>`
