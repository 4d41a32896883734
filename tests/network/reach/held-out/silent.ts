import { company, OLD } from '../company.ts'
import { openRobots, sitemap, STATIC_PATHS } from '../documents.ts'
import { nextPages } from '../makes/next.ts'
import { wordpress } from '../makes/publishing.ts'
import { front, furniture, page } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('held-out')

const caraway = company('Caraway Tools', { ages: OLD })
const damson = company('Damson Grid', { ages: OLD })
const endive = company('Endive Support')
const figtree = company('Figtree Studio')
const gentian = company('Gentian Jobs')

const HELP = [
  'How to reset your password',
  'How to invite a teammate to your workspace',
  'Export your invoices as a spreadsheet',
]
const ROLES = ['Senior backend engineer in Berlin', 'Account executive for the Nordics', 'Head of customer success']

const slug = (text: string) => text.toLowerCase().replaceAll(' ', '-')
const list = (folder: string, titles: string[]) =>
  titles.map((title) => `<a href="/${folder}/${slug(title)}"><h3>${title}</h3></a>`).join('')

/** These sites have no news, and none may be invented. */
export const SILENT = [
  site(caraway, { make: 'WordPress, silent for months', truth: 'quiet' }, wordpress(caraway)),
  site(damson, { make: 'rendered list, silent for months', truth: 'quiet' }, nextPages(damson, { isRendered: true })),
  site(
    endive,
    { make: 'help center', truth: 'no news anywhere' },
    {
      ...furniture(endive),
      '/': front(endive, [['Help', '/help']]),
      '/help': page(endive, `<main>${list('help', HELP)}</main>`),
      '/sitemap.xml': sitemap(
        endive,
        [...STATIC_PATHS, ...HELP.map((title) => `/help/${slug(title)}`)].map((path) => ({ path })),
      ),
      '/robots.txt': openRobots(endive, '/sitemap.xml'),
    },
  ),
  site(
    figtree,
    { make: 'one page with anchors', truth: 'no news anywhere' },
    {
      '/': page(
        figtree,
        '<main><a href="#work">Selected work of the studio</a><a href="#contact">Write to us about your project</a><section id="work"><h2>Brand identity for a bakery</h2></section></main>',
      ),
    },
  ),
  site(
    gentian,
    { make: 'careers only', truth: 'no news anywhere' },
    {
      ...furniture(gentian),
      '/': front(gentian, []),
      '/careers': page(gentian, `<main><h1>Open roles</h1>${list('careers', ROLES)}</main>`),
    },
  ),
]
