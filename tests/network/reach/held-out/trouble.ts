import { company, daysAgo, postOf } from '../company.ts'
import { feedLink, robots, rss } from '../documents.ts'
import { plain } from '../makes/plain.ts'
import { always, forSale, status, takenOver } from '../makes/trouble.ts'
import { front, furniture, page } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('held-out')

const hyssop = company('Hyssop Imaging')
const sorrel = company('Sorrel Energy')
const tansy = company('Tansy Foods')
const vetch = company('Vetchling')
const compliance = company('Casino Compliance Cloud')
const untitled = company('Woodruff Marine')
const huge = company('Rosemary Archive', { ages: [3] })

export const TROUBLE = [
  site(company('Fogbank'), { make: 'domain does not exist', truth: 'not responding' }, null),
  site(company('Gravelpit'), { make: 'connection refused', truth: 'not responding' }, 'nobody'),
  site(
    company('Treacle Works'),
    { make: 'front page after 15 seconds', truth: 'too slow' },
    always({ afterMs: 15_000, body: '<title>Treacle Works</title>' }),
  ),
  site(
    company('Mastodonic'),
    { make: 'front page of 7 MB', truth: 'too large' },
    always(page(company('Mastodonic'), `<svg>${'<path d="M0 0h24v24H0z"/>'.repeat(300_000)}</svg>`)),
  ),
  site(
    huge,
    { make: 'feed of 8 MB', truth: 'too large' },
    {
      ...furniture(huge),
      '/': front(huge, [], { head: feedLink('/all.xml') }),
      '/all.xml': rss(
        { ...huge, posts: huge.posts.map((post) => ({ ...post, summary: 'Long text. '.repeat(760_000) })) },
        ({ slug }) => `/a/${slug}`,
      ),
    },
  ),
  site(
    company('Bouncer AI'),
    { make: '403 by a firewall', truth: 'refused' },
    always(status(403, 'Request blocked. Reference #18.2f4')),
  ),
  site(company('Lawyered'), { make: '451', truth: 'refused' }, always(status(451, 'Unavailable For Legal Reasons'))),
  site(
    company('Throttle Lane'),
    { make: '429 without a time', truth: 'slow down' },
    always(status(429, 'Too Many Requests')),
  ),
  site(
    company('Backsoon'),
    { make: '503 without a time', truth: 'unavailable' },
    always(status(503, 'We will be back soon')),
  ),
  site(company('Gateway Down'), { make: '502', truth: 'server error' }, always(status(502, 'Bad Gateway'))),
  site(
    company('Pagesgone'),
    { make: '404 of a host for static sites', truth: 'gone' },
    always(status(404, 'There isn’t a GitHub Pages site here.')),
  ),
  site(
    hyssop,
    { make: 'robots.txt disallows us by name', truth: 'disallowed' },
    { ...plain(hyssop), '/robots.txt': robots('User-agent: *', 'Allow: /', '', 'User-agent: Tidings', 'Disallow: /') },
  ),
  site(
    sorrel,
    { make: 'parked, lander by script', truth: 'parked' },
    {
      '/': '<!DOCTYPE html><html><head><script>window.onload=function(){window.location.href="/lander"}</script></head></html>',
      '/lander': forSale(sorrel, 'This Web page is parked for FREE. Is this your domain? Add hosting.'),
    },
  ),
  site(
    tansy,
    { make: 'for sale by its owner', truth: 'parked' },
    always(
      forSale(
        tansy,
        'The domain name tansyfoods.lab is for sale. Make an offer or request a price.',
        '<meta name="description" content="tansyfoods.lab is available for purchase. Get in touch to discuss the possibilities!">',
      ),
    ),
  ),
  site(
    vetch,
    { make: 'lapsed, now an essay service', truth: 'changed hands' },
    takenOver(vetch, {
      name: 'Essay Genie Pro',
      titles: ['Order your essay today'],
      posts: [
        postOf('Ten tips for writing a dissertation overnight', 'Essay Genie Pro', daysAgo(1)),
        postOf('Cheap term papers for college students', 'Essay Genie Pro', daysAgo(12)),
      ],
    }),
  ),
  site(compliance, { make: 'a company about casinos' }, plain(compliance, { label: 'Blog', path: '/blog' })),
  site(
    untitled,
    { make: 'front page that never names the company' },
    {
      ...plain(untitled),
      '/': page(
        { name: 'Home' },
        '<main><h1>Engines that run on anything</h1><a href="/news">News</a><a href="/product">Product</a></main>',
        { title: 'Home' },
      ),
    },
  ),
]
