import { company, type Post } from '../company.ts'
import { britishDate, isoDay, longDate, shortDate } from '../dates.ts'
import { plain, undatedEntry } from '../makes/plain.ts'
import { escaped, jsonLd } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('held-out')

const viola = company('Viola Bank')
const walnut = company('Walnutry')
const xylem = company('Xylem Sensors')
const yewtree = company('Yewtree')
const zephyr = company('Zephyrline')
const anise = company('Anise Mobility')
const borage = company('Borage Labs')

const linked = (dated: (post: Post) => string) => (post: Post, href: string) =>
  `<li>${dated(post)}<a href="${href}"><strong>${escaped(post.title)}</strong></a></li>`

const ordinal = (date: Date) => {
  const day = date.getUTCDate()
  const suffix = day > 10 && day < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return longDate(date).replace(`${day},`, `${day}${suffix},`)
}

export const DATES = [
  site(
    viola,
    { make: 'ordinal dates in the list' },
    plain(viola, { entry: linked(({ date }) => `<em>${ordinal(date)}</em>`) }),
  ),
  site(
    walnut,
    { make: 'JSON-LD graph on the article' },
    plain(walnut, {
      entry: undatedEntry,
      articleLook: (post) => ({
        head: jsonLd({
          '@graph': [
            { '@type': 'WebPage', name: post.title, datePublished: post.date.toISOString() },
            { '@type': 'Organization', name: 'Walnutry' },
          ],
        }),
      }),
    }),
  ),
  site(
    xylem,
    { make: 'time element without an attribute' },
    plain(xylem, { entry: linked(({ date }) => `<time>${britishDate(date)}</time>`) }),
  ),
  site(
    yewtree,
    { make: 'day in the slug' },
    plain(yewtree, { entry: undatedEntry, pathOf: (post) => `/news/${isoDay(post.date)}-${post.slug}` }),
  ),
  site(
    zephyr,
    { make: 'relative text, date in the title attribute' },
    plain(zephyr, {
      entry: linked(({ date }) => `<abbr title="${date.toISOString()}">recently</abbr>`),
      articleLook: (post) => ({ head: `<meta name="date" content="${isoDay(post.date)}">` }),
    }),
  ),
  site(
    anise,
    { make: 'microdata in the list' },
    plain(anise, {
      entry: (post, href) =>
        `<div itemscope itemtype="https://schema.org/NewsArticle"><meta itemprop="datePublished" content="${isoDay(post.date)}"><a itemprop="url" href="${href}"><span itemprop="headline">${escaped(post.title)}</span></a></div>`,
    }),
  ),
  site(
    borage,
    { make: 'table of releases' },
    plain(borage, {
      path: '/press/releases',
      label: 'Press releases',
      entry: (post, href) =>
        `<tr><td>${shortDate(post.date)}</td><td><a href="${href}">${escaped(post.title)}</a></td><td><a href="${href}.pdf">PDF</a></td></tr>`,
      around: (entries) =>
        `<table><thead><tr><th>Date</th><th>Release</th><th></th></tr></thead><tbody>${entries}</tbody></table>`,
    }),
  ),
]
