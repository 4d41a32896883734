import { PRESS_LIST } from '../../../server/news/sources/press.ts'
import { html, type CompanySite, type Reply } from './company-sites.ts'

const json = (value: unknown): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
const xml = (body: string): Reply => ({ headers: { 'content-type': 'application/xml' }, body })
const rss = (title: string, link: string) =>
  xml(`<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title><item><title>${title}</title>
<link>${link}</link></item></channel></rss>`)

export const OPEN_COMPANY: CompanySite = {
  host: 'quillmark.lab',
  website: 'https://quillmark.lab/about',
  pages: {
    '/': html(
      '<meta property="og:site_name" content="Quillmark Robotics"><link rel="alternate" type="application/rss+xml" href="/feed.xml">',
      '<a href="https://boards.greenhouse.io/quillmarkboard">Jobs</a><a href="https://github.com/quillmark-code">Code</a>',
    ),
    '/feed.xml': rss('We ship', 'https://quillmark.lab/news/we-ship'),
  },
}

export const PRESS_PATHS: Record<string, string[]> = Object.fromEntries(
  Map.groupBy(
    PRESS_LIST.map(({ url }) => new URL(url)),
    ({ hostname }) => hostname,
  )
    .entries()
    .map(([host, urls]) => [host, urls.map(({ pathname, search }) => pathname + search)]),
)

const press: CompanySite[] = Object.keys(PRESS_PATHS).map((host) => ({
  host,
  pages: { '*': rss('Quillmark Robotics opens an office', `https://${host}/quillmark-robotics-opens`) },
}))

export const PROVIDERS: CompanySite[] = [
  { host: 'hn.algolia.com', pages: { '*': json({ hits: [] }) } },
  { host: 'efts.sec.gov', pages: { '*': json({ hits: { hits: [] } }) } },
  { host: 'www.sec.gov', pages: { '*': xml('<feed xmlns="http://www.w3.org/2005/Atom"></feed>') } },
  { host: 'boards-api.greenhouse.io', pages: { '*': json({ jobs: [] }) } },
  { host: 'github.com', pages: { '*': html('') } },
]

export const PROVIDER_SITES: CompanySite[] = [OPEN_COMPANY, ...PROVIDERS, ...press]
