import { FOUNDER_UPDATE } from '../taxonomy.ts'

/** `name` is the source's name in the SOURCES setting. */
export type SourceEntry = {
  name: SourceName
  label: string
  gives: string
  /** Its terms in our own words. */
  terms: string
  /** Null if each publisher has its own terms. */
  termsUrl: string | null
  /** When the terms were summarized from published documentation. They haven't been checked at the service since. */
  readOn: string
  allowsCommercialUse: boolean
  isOnByDefault: boolean
}

const READ_ON = '2026-11-15'

const REGISTER = [
  {
    name: 'company-site',
    label: 'Company website',
    gives: "Posts from the company's feeds, newsroom, sitemap, blog and linked channels, and facts about the company.",
    terms:
      'Published by the company for everybody. We follow robots.txt for every page, read feeds as feed readers do, send few and conditional requests, and show only titles, short extracts and links.',
    termsUrl: null,
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'press',
    label: 'Startup and business press',
    gives: 'Stories and press releases from a curated list of feeds, matched here with the tracked companies.',
    terms:
      "Feeds that publishers offer for syndication, under each publisher's own terms. We show titles, short extracts and links; the full story stays on the publisher's page. Items are kept for 90 days, so that companies added later can be matched without another request; items that match no company are never shown.",
    termsUrl: null,
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'hacker-news',
    label: 'Hacker News',
    gives: 'Submissions that name the company or link to its site, with the number of points and comments.',
    terms: 'A public search service that needs no key, with up to 10,000 requests an hour per IP address.',
    termsUrl: 'https://hn.algolia.com/api',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'sec',
    label: 'SEC filings',
    gives:
      'The company’s filings in the United States: private offerings (Form D), crowdfunding (Form C), Regulation A, going public, current events and reports.',
    terms: 'U.S. public records, free to use. At most 10 requests a second, with an identifying User-Agent.',
    termsUrl: 'https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'job-boards',
    label: 'Job boards',
    gives:
      'Open roles on Greenhouse, Lever, Ashby, Workable, SmartRecruiters, Recruitee, Personio, Teamtailor and BambooHR, and what changed since the last poll.',
    terms:
      'Public APIs for showing a company’s open roles on other sites; they need no key. Lever asks for at most two requests a second.',
    termsUrl: 'https://developers.greenhouse.io/job-board.html',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'github',
    label: 'GitHub releases',
    gives: "Releases in the public repositories of the company's organization.",
    terms: 'Public release feeds that need no key. Automated requests must not be excessive or scrape personal data.',
    termsUrl: 'https://docs.github.com/en/site-policy/acceptable-use-policies/github-acceptable-use-policies',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'app-store',
    label: 'App Store',
    gives: "New apps and new versions of the apps that the company's site links to, with their release notes.",
    terms:
      'A public lookup API for websites that show and link to apps; it needs no key and allows about 20 requests a minute. Icons and previews may only promote the store, so we show only text and a link.',
    termsUrl: 'https://performance-partners.apple.com/search-api',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'packages',
    label: 'Published packages',
    gives:
      'Releases on npm, PyPI and crates.io of packages whose home page is the company’s site or GitHub organization, and its models on Hugging Face.',
    terms:
      'Public registry APIs that need no key. crates.io asks for at most one request a second with an identifying User-Agent, Hugging Face for at most 500 in five minutes; the others ask for moderation.',
    termsUrl: 'https://crates.io/data-access',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'social',
    label: 'Social posts',
    gives:
      "Posts from the Bluesky and Mastodon accounts that the company's site links to, without replies and reposts.",
    terms:
      'Public posts that need no key. Bluesky allows up to 3,000 requests in five minutes; each Mastodon server has its own rules, and we follow its robots.txt.',
    termsUrl: 'https://docs.bsky.app/docs/advanced-guides/rate-limits',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'name-domains',
    label: 'Domains by name',
    gives:
      'Suggestions for the website of a company that was added without one: the front pages of up to six domains that its name suggests, such as name.com and getname.com.',
    terms:
      'Front pages published for everybody. Each is requested at most once in 30 days for all users together, only for companies without a website, and only if robots.txt allows it. The owners of these domains see a request, but not who tracks whom.',
    termsUrl: null,
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'google-news',
    label: 'Google News',
    gives: 'Headlines from a news search by name.',
    terms:
      'The feed is for personal, non-commercial use in a feed reader, and robots.txt asks robots to stay away. Turn it on only in a private installation.',
    termsUrl: 'https://policies.google.com/terms',
    allowsCommercialUse: false,
    isOnByDefault: false,
  },
  {
    name: 'bing-news',
    label: 'Bing News',
    gives: 'Headlines and first lines from a news search by name.',
    terms: 'The feed is for personal, non-commercial use in a feed reader. Turn it on only in a private installation.',
    termsUrl: 'https://www.microsoft.com/servicesagreement',
    allowsCommercialUse: false,
    isOnByDefault: false,
  },
  {
    name: 'gdelt',
    label: 'GDELT',
    gives: 'Headlines from around the world that name the company.',
    terms:
      'Free for any use with a citation and a link to the project. Its search allows one request every five seconds and rejects most in practice; its 15-minute files are several megabytes each, so it is off by default.',
    termsUrl: 'https://www.gdeltproject.org/about.html#termsofuse',
    allowsCommercialUse: true,
    isOnByDefault: false,
  },
  {
    name: 'wikidata',
    label: 'Wikidata',
    gives:
      'Legal and former names, founders and SEC number of a company, if the entry lists its website. No news; these facts help us recognize the company.',
    terms:
      'In the public domain, for any use. Requests are sent one at a time, with an identifying User-Agent. Off by default, because it has few startups and we would look up every company.',
    termsUrl: 'https://www.wikidata.org/wiki/Wikidata:Data_access',
    allowsCommercialUse: true,
    isOnByDefault: false,
  },
  {
    name: 'sample',
    label: 'Sample wire',
    gives: 'Fictional stories about the companies in the sample portfolio, which use no other source.',
    terms: 'Ours. Nothing in it is real, and nothing is fetched.',
    termsUrl: null,
    allowsCommercialUse: true,
    isOnByDefault: false,
  },
] as const satisfies (Omit<SourceEntry, 'name' | 'readOn'> & { name: string })[]

export type SourceName = (typeof REGISTER)[number]['name']

export const SOURCE_REGISTRY: SourceEntry[] = REGISTER.map((source) => ({ ...source, readOn: READ_ON }))

export const DEFAULT_SOURCES: SourceName[] = SOURCE_REGISTRY.filter(({ isOnByDefault }) => isOnByDefault).map(
  ({ name }) => name,
)

export const isSourceName = (name: string): name is SourceName => SOURCE_REGISTRY.some((source) => source.name === name)

/** The kinds of accounts that a source polls, and that are part of every URL it yields. */
export const POLLED_ACCOUNTS = {
  github: ['github'],
  'app-store': ['app-store'],
  packages: ['npm', 'pypi', 'crates', 'huggingface'],
  social: ['bluesky', 'mastodon'],
  sec: ['cik'],
  'job-boards': 'greenhouse lever ashby workable smartrecruiters recruitee personio teamtailor bamboohr'.split(' '),
} satisfies Partial<Record<SourceName, string[]>>

export const OWN_FEED = 'own-feed'

export const sourceLabel = (name: SourceName): string =>
  SOURCE_REGISTRY.find((source) => source.name === name)?.label ?? name

const OWN_SOURCES: Partial<Record<string, string>> = { [OWN_FEED]: 'Your feed', [FOUNDER_UPDATE]: 'Your email' }

/** Also covers sources that only one user has, and sources that no longer exist. */
export const sourceText = (name: string): string => OWN_SOURCES[name] ?? (isSourceName(name) ? sourceLabel(name) : name)
