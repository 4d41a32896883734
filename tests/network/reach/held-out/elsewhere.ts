import { company, type Company, type Post } from '../company.ts'
import { britishDate, shortDate } from '../dates.ts'
import { atom, feedLink, redirect, rss } from '../documents.ts'
import { ghost } from '../makes/publishing.ts'
import { articles, escaped, front, furniture, page, type Link, type Pages } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('held-out')

const leading = (own: Company, ...menu: Link[]): Pages => ({ ...furniture(own), '/': front(own, menu) })
const at = (own: Company, host: string): Company => ({ ...own, host })
const issue = ({ slug }: Post) => `/p/${slug}`

const fennel = company('Fennelworks')
const garnet = company('Garnet Freight')
const heron = company('Heron Bio')
const iris = company('Irisfield')
const juno = company('Junoglass')
const kelpie = company('Kelpie Games')
const lotus = company('Lotusbridge')
const magpie = company('Magpie Studios')
const nettle = company('Nettlecraft')

const substack = at(fennel, 'fennelworks.substack.com')
const medium = at(garnet, 'garnet-freight.medium.com')
const ghostHost = at(heron, 'heron-bio.ghost.io')
const engineering = at(juno, 'engineering.junoglass.lab')
const changes = at(nettle, 'changelog.nettlecraft.lab')
const CHANNEL = 'UCir1sf1eldV1deoSer1esX9'
const watch = ({ slug }: Post) => `https://www.youtube.com/watch?v=${slug.slice(-11)}`

export const ELSEWHERE = [
  site(
    fennel,
    {
      make: 'blog redirected to Substack',
      elsewhere: {
        [substack.host]: {
          '/': page(substack, '<div id="entry"></div>'),
          '/feed': rss(substack, issue),
          ...articles(substack, issue),
        },
      },
    },
    { ...leading(fennel, ['Blog', '/blog']), '/blog': redirect(`https://${substack.host}/`, 302) },
  ),
  site(
    garnet,
    {
      make: 'Medium with a name of its own',
      elsewhere: {
        [medium.host]: {
          '/': page(medium, '<div id="root"></div>'),
          '/feed': rss(medium, ({ slug }) => `/${slug}-0f1e2d3c4b5a`),
        },
      },
    },
    leading(garnet, ['Stories', `https://${medium.host}/`]),
  ),
  site(
    heron,
    { make: 'blog on Ghost', elsewhere: { [ghostHost.host]: ghost(ghostHost) } },
    leading(heron, ['Blog', `https://${ghostHost.host}/`]),
  ),
  site(
    iris,
    {
      make: 'YouTube by its handle',
      elsewhere: {
        'www.youtube.com': {
          '/@irisfield': `<!DOCTYPE html><html><head><title>Irisfield - YouTube</title>${feedLink(`https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`, 'RSS')}<meta itemprop="identifier" content="${CHANNEL}"></head><body><script>var ytInitialData = {"metadata":{"channelMetadataRenderer":{"externalId":"${CHANNEL}"}}};</script></body></html>`,
          [`/feeds/videos.xml?channel_id=${CHANNEL}`]: atom(iris, watch),
        },
      },
    },
    leading(iris, ['Watch us on YouTube', 'https://www.youtube.com/@irisfield']),
  ),
  site(
    juno,
    {
      make: 'engineering blog on a subdomain',
      elsewhere: {
        [engineering.host]: {
          '/': page(engineering, '<div id="__next"></div>'),
          '/rss.xml': rss(engineering, ({ slug }) => `/${slug}`),
          ...articles(engineering, ({ slug }) => `/${slug}`),
        },
      },
    },
    leading(juno, ['Engineering blog', `https://${engineering.host}`]),
  ),
  site(
    kelpie,
    { make: 'press cards to other outlets' },
    {
      ...leading(kelpie, ['Press', '/press']),
      '/press': page(
        kelpie,
        `<main><h1>Press coverage</h1><div class="grid">${kelpie.posts.map((post, index) => `<a class="press-card" href="https://paper${index % 2}.lab/article/${post.slug}" target="_blank"><img alt="Paper ${index % 2}" src="/p.svg"><time datetime="${post.date.toISOString().slice(0, 10)}">${britishDate(post.date)}</time><h3>${escaped(post.title)}</h3></a>`).join('')}</div><h2>Media kit</h2><a href="/press/kit.zip">Download our logos and photos</a></main>`,
      ),
    },
  ),
  site(
    lotus,
    { make: 'LinkedIn and nothing else', truth: 'no news anywhere' },
    leading(lotus, ['News', 'https://www.linkedin.com/company/lotusbridge/posts/']),
  ),
  site(
    magpie,
    {
      make: 'podcast page with its feed in the head',
      elsewhere: {
        'anchor.fm': {
          '/s/8c1f2a/podcast/rss': rss(
            at(magpie, 'anchor.fm'),
            ({ slug }) => `https://podcasters.spotify.com/pod/show/magpie/episodes/${slug}`,
          ),
        },
      },
    },
    {
      ...leading(magpie, ['Podcast', '/podcast']),
      '/podcast': page(magpie, '<main><h1>Magpie on Air</h1><p>A show about sound.</p></main>', {
        head: feedLink('https://anchor.fm/s/8c1f2a/podcast/rss', 'Magpie on Air'),
      }),
    },
  ),
  site(
    nettle,
    {
      make: 'changelog on a subdomain',
      elsewhere: {
        [changes.host]: {
          '/': page(
            changes,
            `<main>${changes.posts.map((post) => `<article><a href="/${post.slug}"><h2>${escaped(post.title)}</h2></a><span>${shortDate(post.date)}</span></article>`).join('')}</main>`,
            { head: feedLink('/rss') },
          ),
          '/rss': rss(changes, ({ slug }) => `/${slug}`),
          ...articles(changes, ({ slug }) => `/${slug}`),
        },
      },
    },
    leading(nettle, ['What’s new', `https://${changes.host}`]),
  ),
]
