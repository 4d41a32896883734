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
  /** Set for search services that need a key, from which each request is bought. */
  dollarsPerRequest?: number
  /** On when its key is set, whatever SOURCES names. */
  needsKey?: boolean
}

const READ_ON = '2026-11-15'
const SEARCH_READ_ON = '2026-11-19'

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
  },
  {
    name: 'bing-news',
    label: 'Bing News',
    gives: 'Headlines and first lines from a news search by name.',
    terms: 'The feed is for personal, non-commercial use in a feed reader. Turn it on only in a private installation.',
    termsUrl: 'https://www.microsoft.com/servicesagreement',
    allowsCommercialUse: false,
  },
  {
    name: 'gdelt',
    label: 'GDELT',
    gives: 'Headlines from around the world that name the company.',
    terms:
      'Free for any use with a citation and a link to the project. Its search allows one request every five seconds and rejects most in practice; its 15-minute files are several megabytes each, so it is off by default.',
    termsUrl: 'https://www.gdeltproject.org/about.html#termsofuse',
    allowsCommercialUse: true,
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
  },
  {
    name: 'brreg',
    label: 'Brønnøysund registers',
    gives:
      'What happened to a Norwegian company in the official register: bankruptcy, dissolution, and a new chief executive or chair.',
    terms:
      'No key. Said to be open data of Norway under NLOD, for any use with attribution; this could not be verified. Only a company whose entry gives its website, or whose name and place only one entry has, is followed; otherwise its owner is asked. Off by default, because we would look up every company.',
    termsUrl: 'https://data.norge.no/nlod/en',
    readOn: SEARCH_READ_ON,
    allowsCommercialUse: true,
  },
  {
    name: 'brave',
    label: 'Brave News Search',
    gives: 'News stories that a search of the web finds by the company’s name, trade or site.',
    terms:
      'Needs a key. $5 per 1,000 requests on the Search plan, as others reported in September 2026; only answered requests are billed. Its terms were last updated on February 11, 2026. What they say about storing and showing results could not be verified; according to others, the Search plan grants the right to store them. We show titles, short extracts and links to the publisher.',
    termsUrl: 'https://api-dashboard.search.brave.com/terms-of-service',
    readOn: SEARCH_READ_ON,
    allowsCommercialUse: true,
    dollarsPerRequest: 0.005,
  },
  {
    name: 'perplexity',
    label: 'Perplexity Search',
    gives: 'Dated pages that a search of the web finds by the company’s name, trade or site.',
    terms:
      'Needs a key. $5 per 1,000 requests, as others reported in October 2026. Its API terms were last updated on January 23, 2026. What they say about storing and showing search results could not be verified. We show titles, short extracts and links to the publisher.',
    termsUrl: 'https://www.perplexity.ai/hub/legal/perplexity-api-terms-of-service',
    readOn: SEARCH_READ_ON,
    allowsCommercialUse: true,
    dollarsPerRequest: 0.005,
  },
  {
    name: 'exa',
    label: 'Exa Search',
    gives: 'News pages that a search by meaning finds for the company.',
    terms:
      'Needs a key. Its published schema shows $5 per 1,000 searches with up to 25 results; others reported $7 in May 2026, which is what we count. Others quote terms that forbid storing and showing what the service returns; this could not be verified. Ask Exa for permission before you set a key.',
    termsUrl: 'https://exa.ai/assets/Exa_Labs_Terms_of_Service.pdf',
    readOn: SEARCH_READ_ON,
    allowsCommercialUse: true,
    dollarsPerRequest: 0.007,
  },
  {
    name: 'tavily',
    label: 'Tavily',
    gives: 'News stories that a search of the web finds by the company’s name, trade or site.',
    terms:
      'Needs a key. A basic search costs one credit, $0.008 without a monthly plan, according to its documentation. What its agreement says about storing and showing results could not be verified. We show titles, short extracts and links to the publisher.',
    termsUrl: 'https://tavily.com/policy',
    readOn: SEARCH_READ_ON,
    allowsCommercialUse: true,
    dollarsPerRequest: 0.008,
  },
  {
    name: 'newsapi',
    label: 'NewsAPI.org',
    gives: 'Articles of the last month that name the company.',
    terms:
      'Needs a key. The free Developer plan is for development and testing only. The Business plan costs $449 a month for 250,000 requests, $0.0018 each, as others reported. What its terms say about storing and showing articles could not be verified. We show titles, short extracts and links to the publisher.',
    termsUrl: 'https://newsapi.org/terms',
    readOn: SEARCH_READ_ON,
    allowsCommercialUse: true,
    dollarsPerRequest: 0.0018,
  },
  {
    name: 'companies-house',
    label: 'Companies House',
    gives:
      'What happened to a British company in the official register: directors who join or leave, new shares, insolvency, and overdue accounts.',
    terms:
      'Needs a free key. Public records of the United Kingdom, at most 600 requests in five minutes, as others reported. What its terms say about reuse could not be verified. Only a company whose site states its number, or whose name and place only one entry has, is followed; otherwise its owner is asked.',
    termsUrl: 'https://developer.company-information.service.gov.uk/developer-guidelines',
    readOn: SEARCH_READ_ON,
    allowsCommercialUse: true,
    needsKey: true,
  },
  {
    name: 'sample',
    label: 'Sample wire',
    gives: 'Fictional stories about the companies in the sample portfolio, which use no other source.',
    terms: 'Ours. Nothing in it is real, and nothing is fetched.',
    termsUrl: null,
    allowsCommercialUse: true,
  },
] as const satisfies (Omit<SourceEntry, 'name' | 'readOn' | 'isOnByDefault'> & {
  name: string
  readOn?: string
  isOnByDefault?: true
})[]

export type SourceName = (typeof REGISTER)[number]['name']

export const SOURCE_REGISTRY: SourceEntry[] = REGISTER.map((source) => ({
  readOn: READ_ON,
  isOnByDefault: false,
  ...source,
}))

export type LicensedSource = Extract<(typeof REGISTER)[number], { dollarsPerRequest: number }>['name']

/** Each request costs money. */
export const LICENSED_SOURCES = SOURCE_REGISTRY.filter(({ dollarsPerRequest }) => dollarsPerRequest !== undefined).map(
  ({ name }) => name as LicensedSource,
)

/** Whether it is on when its key is set, whatever SOURCES names. */
export const needsKey = (name: string) =>
  SOURCE_REGISTRY.some((source) => source.name === name && (source.needsKey ?? source.dollarsPerRequest !== undefined))

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
  'companies-house': ['companies-house'],
  'job-boards': 'greenhouse lever ashby workable smartrecruiters recruitee personio teamtailor bamboohr'.split(' '),
} satisfies Partial<Record<SourceName, string[]>>

export const OWN_FEED = 'own-feed'

export const sourceLabel = (name: SourceName): string =>
  SOURCE_REGISTRY.find((source) => source.name === name)?.label ?? name

const OWN_SOURCES: Partial<Record<string, string>> = { [OWN_FEED]: 'Your feed', [FOUNDER_UPDATE]: 'Your email' }

/** Also covers sources that only one user has, and sources that no longer exist. */
export const sourceText = (name: string): string => OWN_SOURCES[name] ?? (isSourceName(name) ? sourceLabel(name) : name)
