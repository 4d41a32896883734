import { expect, test } from 'vitest'
import { FOOTER, home, linked, NAV, titles, type Pages } from '../../../testing/network/first-scan.ts'

const page = (body: string) => `<title>Acme</title>${NAV}<main>${body}</main>${FOOTER}`
const card = (href: string, title: string, more = '') =>
  `<div class="card"><h3><a href="${href}">${title}</a></h3>${more}</div>`

test.each<[string, Pages]>([
  [
    'jobs with dates',
    {
      '/': home('<a href="/careers">Careers</a>'),
      '/careers': page(
        card('/careers/senior-engineer', 'Senior engineer in Leeds', '<time datetime="2026-11-10"></time>'),
      ),
      '/careers/senior-engineer': `<h1>Senior engineer</h1><time datetime="2026-11-10"></time>${linked({ '@type': 'JobPosting', datePosted: '2026-11-10' })}`,
    },
  ],
  [
    'evergreen lessons without dates',
    {
      '/': home('<a href="/learn">Learn</a>'),
      '/learn': page(
        card('/learn/how-to-plan', 'How to plan a project') + card('/learn/how-to-bill', 'How to bill a client'),
      ),
      '/learn/how-to-plan': '<h1>How to plan</h1><p>Text</p>',
      '/learn/how-to-bill': '<h1>How to bill</h1><p>Last updated: November 10, 2026</p>',
    },
  ],
  [
    'pages of a plugin that dates everything',
    {
      '/': home('<a href="/resources">Resources</a>'),
      '/resources': page(
        card('/our-great-platform', 'Our great new platform') + card('/for-large-teams-too', 'For large teams too'),
      ),
      ...Object.fromEntries(
        ['/our-great-platform', '/for-large-teams-too'].map((path) => [
          path,
          `<meta property="og:type" content="article"><meta property="article:modified_time" content="2026-11-10">${linked({ '@graph': [{ '@type': 'WebPage', datePublished: '2026-11-10' }] })}<h1>Page</h1><p>Text</p>`,
        ]),
      ),
    },
  ],
  [
    'a shop with reviews',
    {
      '/': home(
        ['red', 'blue', 'green']
          .map((color) =>
            card(`/products/${color}-running-shoes`, `Running shoes in ${color}`, '<p>Reviewed on Nov 10, 2026</p>'),
          )
          .join(''),
      ),
    },
  ],
  [
    'a blog that is still empty',
    {
      '/': home('<a href="/blog">Blog</a>'),
      '/blog': page(
        '<h1>Blog</h1><p>Coming soon. Launching November 10, 2026.</p><a href="/">Back to the front page</a>',
      ),
    },
  ],
  [
    'partners and customers on other sites',
    {
      '/': home('<a href="/press">Press</a>'),
      '/press': page(
        '<h1>Press kit</h1><a href="/press-kit.zip">Download our logos here</a><a href="https://www.linkedin.com/company/acme">Follow us on LinkedIn</a><a href="mailto:press@acme.example">Write to the press team</a>',
      ),
    },
  ],
  [
    'documentation in a sitemap with dates',
    {
      '/': home('<a href="/docs">Docs</a>'),
      '/sitemap.xml': `<urlset>${['/docs/getting-started', '/pricing', '/features/fast', '/legal/terms', '/blog/author/ann', '/blog/tag/news', '/blog'].map((path) => `<url><loc>${path}</loc><lastmod>2026-11-10</lastmod></url>`).join('')}</urlset>`,
    },
  ],
])('a site without news yields none: %s', async (_, pages) => expect(await titles(pages)).toEqual([]))
