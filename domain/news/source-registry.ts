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
    gives:
      "Posts of the company's own feeds, lists of news and sitemap, of its blog elsewhere and of the channels it links to, and the facts of its identity card.",
    terms:
      'Published by the company for everybody. robots.txt is followed for every page, feeds are read as feed readers do, requests are few and conditional, and only titles, short extracts and links are shown.',
    termsUrl: null,
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'press',
    label: 'Startup and business press',
    gives: 'Stories and press releases of a curated list of feeds, matched here with the tracked companies.',
    terms:
      "Feeds that publishers offer for syndication, under each publisher's own terms. Titles, short extracts and links are shown; the story stays on the publisher's page. Items are kept for 90 days, so that a company added later is matched without another request; nobody sees one that matches nothing.",
    termsUrl: null,
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'hacker-news',
    label: 'Hacker News',
    gives: 'Submissions that name the company or link to its site, with points and number of comments.',
    terms: 'A public search service without a key, up to 10,000 requests an hour from one address.',
    termsUrl: 'https://hn.algolia.com/api',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'sec',
    label: 'SEC filings',
    gives:
      'Filings of the company in the United States: private offerings (Form D), crowdfunding (Form C), Regulation A, going public, current events and reports.',
    terms:
      'Public records of the United States, free to use. At most 10 requests a second, from a client that says who it is.',
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
      'Public interfaces made for showing the open roles of a company elsewhere; no key. Lever asks for at most two requests a second.',
    termsUrl: 'https://developers.greenhouse.io/job-board.html',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'github',
    label: 'GitHub releases',
    gives: "Releases in the public repositories of the company's organization.",
    terms: 'Public feeds of releases, without a key. Automated requests may not be excessive or collect people.',
    termsUrl: 'https://docs.github.com/en/site-policy/acceptable-use-policies/github-acceptable-use-policies',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'app-store',
    label: 'App Store',
    gives: "New apps and new versions of the company's apps that its site links to, with their notes.",
    terms:
      'A public lookup for websites that show and link to apps, without a key; about 20 requests a minute. Icons and previews may only promote the store, so only text and a link are shown.',
    termsUrl: 'https://performance-partners.apple.com/search-api',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'packages',
    label: 'Published packages',
    gives:
      'Releases on npm, PyPI and crates.io whose home is the site or GitHub organization of the company, and its models on Hugging Face.',
    terms:
      'Public interfaces of the registries, without a key. crates.io asks for one request a second from a client that says who it is, Hugging Face for 500 in five minutes; the others ask for moderation.',
    termsUrl: 'https://crates.io/data-access',
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'social',
    label: 'Social posts',
    gives: "Posts of the company's Bluesky and Mastodon accounts that its site links to, without replies and reposts.",
    terms:
      'Public posts, served to everybody without a key: up to 3,000 requests in five minutes on Bluesky; on Mastodon each server has its own rules, and its robots.txt is followed.',
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
      'Front pages published for everybody. Each is asked once in 30 days for all users together, only for companies without a website, and only where robots.txt allows it. The owners of these domains see a request, but not who tracks whom.',
    termsUrl: null,
    allowsCommercialUse: true,
    isOnByDefault: true,
  },
  {
    name: 'google-news',
    label: 'Google News',
    gives: 'Headlines of a news search by name.',
    terms:
      'The feed is for personal, non-commercial use in a feed reader, and robots.txt asks robots to stay away. Name it only for a private installation.',
    termsUrl: 'https://policies.google.com/terms',
    allowsCommercialUse: false,
    isOnByDefault: false,
  },
  {
    name: 'bing-news',
    label: 'Bing News',
    gives: 'Headlines and first lines of a news search by name.',
    terms: 'The feed is for personal, non-commercial use in a feed reader. Name it only for a private installation.',
    termsUrl: 'https://www.microsoft.com/servicesagreement',
    allowsCommercialUse: false,
    isOnByDefault: false,
  },
  {
    name: 'gdelt',
    label: 'GDELT',
    gives: 'Headlines of news worldwide that name the company.',
    terms:
      'Free for any use with a citation and a link to the project. Its search allows one request in five seconds and refuses most in practice; its files of every quarter of an hour are some megabytes each, so it is off.',
    termsUrl: 'https://www.gdeltproject.org/about.html#termsofuse',
    allowsCommercialUse: true,
    isOnByDefault: false,
  },
  {
    name: 'wikidata',
    label: 'Wikidata',
    gives:
      'Legal and former names, founders and the SEC number of a company whose website the entry names. No news: they help to recognize it.',
    terms:
      'In the public domain, for any use. Requests come one after the other, from a client that says who it is. Off because it knows few startups, and would be asked about every company.',
    termsUrl: 'https://www.wikidata.org/wiki/Wikidata:Data_access',
    allowsCommercialUse: true,
    isOnByDefault: false,
  },
  {
    name: 'sample',
    label: 'Sample wire',
    gives: 'Fictional stories about the companies of the sample portfolio, which read nothing else.',
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

export const OWN_FEED = 'own-feed'

export const sourceLabel = (name: SourceName): string =>
  SOURCE_REGISTRY.find((source) => source.name === name)?.label ?? name

const OWN_SOURCES: Partial<Record<string, string>> = { [OWN_FEED]: 'Your feed', [FOUNDER_UPDATE]: 'Your email' }

/** Also covers sources that only one user has, and sources that no longer exist. */
export const sourceText = (name: string): string => OWN_SOURCES[name] ?? (isSourceName(name) ? sourceLabel(name) : name)
