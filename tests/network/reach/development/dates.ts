import { company, type Post } from '../company.ts'
import { britishDate, datePath, dottedDate, longDate, shortDate } from '../dates.ts'
import { openRobots, wholeSitemap } from '../documents.ts'
import { plain, undatedEntry } from '../makes/plain.ts'
import { escaped, jsonLd } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('development')

const elmstead = company('Elmstead')
const foxglove = company('Foxglove Analytics')
const gullwing = company('Gullwing')
const hawthorne = company('Hawthorne Grid')
const islefield = company('Islefield')
const jetsam = company('Jetsam Cloud')
const knollwood = company('Knollwood')
const limestone = company('Limestone AI')

const linked = (dated: (post: Post) => string) => (post: Post, href: string) =>
  `<article class="tile"><a href="${href}"><h2>${escaped(post.title)}</h2></a>${dated(post)}</article>`

export const DATES = [
  site(
    elmstead,
    { make: 'dates with dots in the list' },
    plain(elmstead, { entry: linked(({ date }) => `<small>${dottedDate(date)}</small>`) }),
  ),
  site(
    foxglove,
    { make: 'dates in JSON-LD of the article' },
    plain(foxglove, {
      entry: undatedEntry,
      articleLook: (post) => ({
        head: jsonLd({ '@type': 'NewsArticle', headline: post.title, datePublished: post.date.toISOString() }),
      }),
    }),
  ),
  site(
    gullwing,
    { make: 'dates in JSON-LD of the list' },
    plain(gullwing, {
      entry: undatedEntry,
      listHead: jsonLd({
        '@type': 'Blog',
        blogPost: gullwing.posts.map((post) => ({
          '@type': 'BlogPosting',
          headline: post.title,
          url: `https://gullwing.lab/news/${post.slug}`,
          datePublished: post.date.toISOString(),
        })),
      }),
    }),
  ),
  site(
    hawthorne,
    { make: 'time elements in the list' },
    plain(hawthorne, { entry: linked(({ date }) => `<time datetime="${date.toISOString()}">2 weeks ago</time>`) }),
  ),
  site(
    islefield,
    { make: 'microdata on the article' },
    plain(islefield, {
      entry: undatedEntry,
      articleLook: (post) => ({
        dated: `<div itemscope itemtype="https://schema.org/BlogPosting"><span itemprop="datePublished" content="${post.date.toISOString()}">${britishDate(post.date)}</span></div>`,
      }),
    }),
  ),
  site(
    jetsam,
    { make: 'dates in the sitemap only' },
    {
      ...plain(jetsam, { entry: undatedEntry }),
      '/sitemap.xml': wholeSitemap(jetsam, ({ slug }) => `/news/${slug}`, { dated: true }),
      '/robots.txt': openRobots(jetsam, '/sitemap.xml'),
    },
  ),
  site(
    knollwood,
    { make: 'dates in the address' },
    plain(knollwood, { entry: undatedEntry, pathOf: (post) => `/news/${datePath(post.date)}/${post.slug}` }),
  ),
  site(
    limestone,
    { make: 'dates as text of the article' },
    plain(limestone, {
      entry: undatedEntry,
      articleLook: (post) => ({ dated: `<p class="byline">By Dana Cole · ${shortDate(post.date)} · 5 min read</p>` }),
    }),
  ),
  site(
    company('Marlowe Freight'),
    { make: 'image and title as separate links' },
    plain(company('Marlowe Freight'), {
      entry: (post, href) =>
        `<div class="grid-item"><a href="${href}"><img src="/i/${post.slug}.jpg" alt=""></a><div><a class="tag" href="/news/tag/company">Company</a><p>${longDate(post.date)}</p><a href="${href}">${escaped(post.title)}</a><a href="${href}">Read article →</a></div></div>`,
    }),
  ),
]
