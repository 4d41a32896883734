import { company, type Company, type Post } from '../company.ts'
import { longDate, shortDate } from '../dates.ts'
import { atom, feedLink, rss } from '../documents.ts'
import { wordpress } from '../makes/publishing.ts'
import { articles, escaped, front, furniture, page, type Link, type Pages } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('development')

const leading = (own: Company, ...menu: Link[]): Pages => ({ ...furniture(own), '/': front(own, menu) })
const at = (own: Company, host: string): Company => ({ ...own, host })

const kitewood = company('Kitewood')
const lumenbay = company('Lumenbay')
const mapleforge = company('Mapleforge')
const nimbusly = company('Nimbusly')
const opaline = company('Opaline Care')
const palisade = company('Palisade Audio')
const quillon = company('Quillon')
const rookery = company('Rookery Games')
const sundial = company('Sundial Finance')
const thornbury = company('Thornbury')

/** The front page of a newsletter has no feed link for browsers to discover. */
const newsletter = (own: Company, pathOf: (post: Post) => string): Pages => ({
  '/': page(
    own,
    `<main>${own.posts.map((post) => `<div class="post-preview"><a href="https://${own.host}${pathOf(post)}">${escaped(post.title)}</a><time datetime="${post.date.toISOString()}">${shortDate(post.date)}</time></div>`).join('')}</main>`,
    { title: `${own.name} Newsletter` },
  ),
  ...articles(own, pathOf),
})
const issue = ({ slug }: Post) => `/p/${slug}`

const substack = at(kitewood, 'kitewood.substack.com')
const beehiiv = at(lumenbay, 'lumenbay.beehiiv.com')
const blogDomain = at(nimbusly, 'thecloudyear.lab')
const subdomain = at(opaline, 'blog.opalinecare.lab')
const CHANNEL = 'UCm4plef0rgeV1deoChann3l'
const watch = ({ slug }: Post) => `https://www.youtube.com/watch?v=${slug.slice(0, 11)}`
const OUTLETS = ['The Meridian Post', 'Founders Weekly', 'Trade & Freight']

const episodes = at(palisade, 'feeds.transistor.fm')
const status = at(sundial, 'status.sundialfinance.lab')

export const ELSEWHERE = [
  site(
    kitewood,
    {
      make: 'blog on Substack',
      elsewhere: { [substack.host]: { ...newsletter(substack, issue), '/feed': rss(substack, issue) } },
    },
    leading(kitewood, ['Blog', `https://${substack.host}`]),
  ),
  site(
    lumenbay,
    {
      make: 'newsletter on Beehiiv',
      elsewhere: { [beehiiv.host]: newsletter(beehiiv, issue) },
    },
    leading(lumenbay, ['Newsletter', `https://${beehiiv.host}/`]),
  ),
  site(
    mapleforge,
    {
      make: 'YouTube channel',
      posts: mapleforge.posts,
      elsewhere: { 'www.youtube.com': { [`/feeds/videos.xml?channel_id=${CHANNEL}`]: atom(mapleforge, watch) } },
    },
    leading(mapleforge, ['YouTube', `https://www.youtube.com/channel/${CHANNEL}`]),
  ),
  site(
    nimbusly,
    { make: 'blog on another domain of its own', elsewhere: { [blogDomain.host]: wordpress(blogDomain) } },
    leading(nimbusly, ['Our blog', `https://${blogDomain.host}/`]),
  ),
  site(
    opaline,
    {
      make: 'blog on a subdomain',
      elsewhere: { [subdomain.host]: { ...newsletter(subdomain, issue), '/rss/': rss(subdomain, issue) } },
    },
    leading(opaline, ['Blog', `https://${subdomain.host}/`]),
  ),
  site(
    palisade,
    {
      make: 'podcast feed',
      elsewhere: {
        [episodes.host]: {
          '/palisade-audio': rss(episodes, ({ slug }) => `https://share.transistor.fm/s/${slug.slice(0, 8)}`),
        },
      },
    },
    {
      ...leading(palisade, ['Podcast', '/podcast']),
      '/podcast': page(
        palisade,
        `<main><h1>The Palisade Podcast</h1><a href="https://podcasts.apple.com/us/podcast/id1">Apple Podcasts</a> <a href="https://${episodes.host}/palisade-audio">RSS</a></main>`,
      ),
    },
  ),
  site(
    quillon,
    {
      make: 'publication on Medium',
      elsewhere: {
        'medium.com': {
          '/quillon': page(quillon, '<main><div id="root"></div></main>'),
          '/feed/quillon': rss(quillon, ({ slug }) => `https://medium.com/quillon/${slug}-1a2b3c4d5e6f`),
        },
      },
    },
    leading(quillon, ['Blog', 'https://medium.com/quillon']),
  ),
  site(
    rookery,
    { make: 'list of articles in the press' },
    {
      ...leading(rookery, ['In the news', '/press']),
      '/press': page(
        rookery,
        `<main><h1>In the news</h1><ul>${rookery.posts.map((post, index) => `<li><span class="outlet">${escaped(OUTLETS[index % 3] ?? '')}</span> <a target="_blank" rel="noopener" href="https://outlet${index % 3}.lab/2026/${post.slug}">${escaped(post.title)}</a> <span>${longDate(post.date)}</span></li>`).join('')}</ul></main>`,
      ),
    },
  ),
  site(
    sundial,
    {
      make: 'status page',
      elsewhere: {
        [status.host]: {
          '/': page(status, '<main><h1>All systems operational</h1></main>', {
            head: feedLink('/history.atom', 'Sundial Status - Incident History', 'application/atom+xml'),
          }),
          '/history.atom': atom(status, ({ slug }) => `/incidents/${slug}`),
        },
      },
    },
    leading(sundial, ['Status', `https://${status.host}`]),
  ),
  site(
    thornbury,
    { make: 'changelog page, entries with anchors' },
    {
      ...leading(thornbury, ['Changelog', '/changelog']),
      '/changelog': page(
        thornbury,
        `<main>${thornbury.posts.map((post) => `<section id="${post.slug}"><time datetime="${post.date.toISOString()}">${shortDate(post.date)}</time><h2><a href="#${post.slug}">${escaped(post.title)}</a></h2><p>${escaped(post.summary)}</p></section>`).join('')}</main>`,
      ),
    },
  ),
]
