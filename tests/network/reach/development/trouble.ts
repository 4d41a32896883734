import { company, daysAgo, postOf } from '../company.ts'
import { openRobots, redirect, robots } from '../documents.ts'
import { plain } from '../makes/plain.ts'
import { always, casinoPosts, forSale, status, takenOver } from '../makes/trouble.ts'
import { front, furniture, page } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('development')

const timberline = company('Timberline Maps')
const larder = company('Larderly')
const copse = company('Copse Genomics')
const walled = company('Walled Garden AI')
const renamed = company('Oldmoor')

export const TROUBLE = [
  site(company('Vanished Pier'), { make: 'domain does not exist', truth: 'not responding' }, null),
  site(company('Closed Harbor'), { make: 'connection refused', truth: 'not responding' }, 'nobody'),
  site(company('Hangup Labs'), { make: 'connection closed', truth: 'not responding' }, always({ way: 'reset' })),
  site(company('Molasses'), { make: 'never answers', truth: 'too slow' }, always({ way: 'silence' })),
  site(company('Slowdrip'), { make: 'answers a byte at a time', truth: 'too slow' }, always({ way: 'drip' })),
  site(
    company('Behemoth Media'),
    { make: 'front page of 9 MB', truth: 'too large' },
    { '/': page(company('Behemoth Media'), `<main>${'<p>A very long page indeed.</p>'.repeat(330_000)}</main>`) },
  ),
  site(
    company('Gatekept'),
    { make: '403 for robots', truth: 'refused' },
    always(status(403, 'Attention Required! You have been blocked.')),
  ),
  site(
    company('Members Only'),
    { make: '401 with a password', truth: 'refused' },
    always(status(401, 'Unauthorized', { 'www-authenticate': 'Basic realm="staging"' })),
  ),
  site(
    company('Overrun'),
    { make: '429 with Retry-After', truth: 'slow down' },
    always(status(429, 'Too Many Requests', { 'retry-after': '1800' })),
  ),
  site(
    company('Downtime'),
    { make: '503 with Retry-After', truth: 'unavailable' },
    always(status(503, 'Scheduled maintenance', { 'retry-after': '3600' })),
  ),
  site(company('Stacktrace'), { make: '500', truth: 'server error' }, always(status(500, 'Internal Server Error'))),
  site(company('Departed'), { make: '410 everywhere', truth: 'gone' }, always(status(410, 'Gone'))),
  site(
    company('Unpublished'),
    { make: '404 everywhere', truth: 'gone' },
    always(status(404, 'There isn’t a site here.')),
  ),
  site(
    walled,
    { make: 'robots.txt disallows everything', truth: 'disallowed' },
    { ...plain(walled), '/robots.txt': robots('User-agent: *', 'Disallow: /') },
  ),
  site(
    timberline,
    { make: 'robots.txt disallows the news page', truth: 'disallowed' },
    { ...plain(timberline), '/robots.txt': robots('User-agent: *', 'Disallow: /news') },
  ),
  site(
    larder,
    { make: 'parked at a registrar', truth: 'parked' },
    always(forSale(larder, 'This domain is parked free, courtesy of RegistrarOne.')),
  ),
  site(
    company('Sablefish'),
    {
      make: 'sent to a marketplace of domains',
      truth: 'parked',
      elsewhere: {
        'www.hugedomains.com': {
          '*': forSale(
            { ...larder, host: 'sablefish.lab' },
            'sablefish.lab is for sale. Buy it now for $2,895 or make an offer.',
          ),
        },
      },
    },
    {
      '/robots.txt': openRobots({ host: 'sablefish.lab' }),
      '*': redirect('https://www.hugedomains.com/domain_profile.cfm?d=sablefish.lab', 302),
    },
  ),
  site(
    copse,
    { make: 'lapsed, now a casino', truth: 'changed hands' },
    takenOver(copse, {
      name: 'LuckyReels777',
      titles: ['Play online slots', 'Casino bonus codes'],
      posts: casinoPosts((title, days) => postOf(title, 'LuckyReels777', daysAgo(days))),
    }),
  ),
  site(
    renamed,
    { make: 'renamed, and says so', posts: company('Highfen').posts },
    {
      ...plain({ ...company('Highfen'), host: renamed.host }, { menu: [['News', '/news']] }),
      ...furniture(renamed),
      '/': front({ ...company('Highfen'), name: 'Highfen' }, [['News', '/news']], {
        head: '<meta name="description" content="Highfen, formerly Oldmoor, plans water networks.">',
      }),
    },
  ),
]
