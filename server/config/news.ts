import { z } from 'zod'
import {
  DEFAULT_SOURCES,
  isSourceName,
  needsKey,
  LICENSED_SOURCES,
  type LicensedSource,
} from '#domain/news/source-registry.ts'
import { duration, listOf, text, webAddress } from './fields.ts'

const sourceList = () =>
  text(DEFAULT_SOURCES.join(','))
    .transform(listOf)
    .refine((names) => names.every(isSourceName), 'names a source that does not exist')
    .refine((names) => !names.some(needsKey), 'names a source that needs a key; set its key instead')
    .transform((names) => names.filter(isSourceName))

const dollars = (fallback: number) =>
  z.coerce
    .number('must be an amount in dollars')
    .min(0, 'must be an amount in dollars')
    .max(1_000_000, 'must be an amount in dollars')
    .default(fallback)

const keyOf = (service: string) => text('').describe(`Key of ${service}, which is searched within SEARCH_BUDGET`)

/** With a shorter period, deleted news would be gathered again. */
const MIN_KEEP_SECONDS = 1096 * 86_400

const OWN_SETTINGS = {
  HACKER_NEWS_URL: webAddress().optional().describe('Another origin for Hacker News'),
  SEC_URL: webAddress().optional().describe('Another origin for the SEC'),
  SEC_SEARCH_URL: webAddress().optional().describe('Another origin for the SEC’s full-text search'),
  GREENHOUSE_URL: webAddress().optional().describe('Another origin for Greenhouse'),
  LEVER_URL: webAddress().optional().describe('Another origin for Lever'),
  ASHBY_URL: webAddress().optional().describe('Another origin for Ashby'),
  GITHUB_URL: webAddress().optional().describe('Another origin for GitHub'),
  GOOGLE_NEWS_URL: webAddress().optional().describe('Another origin for Google News'),
  BING_NEWS_URL: webAddress().optional().describe('Another origin for Bing News'),
  GDELT_URL: webAddress().optional().describe('Another origin for GDELT'),
  BRAVE_URL: webAddress().optional().describe('Another origin for Brave News Search'),
  PERPLEXITY_URL: webAddress().optional().describe('Another origin for Perplexity Search'),
  EXA_URL: webAddress().optional().describe('Another origin for Exa'),
  TAVILY_URL: webAddress().optional().describe('Another origin for Tavily'),
  NEWSAPI_URL: webAddress().optional().describe('Another origin for NewsAPI.org'),
  COMPANIES_HOUSE_URL: webAddress().optional().describe('Another origin for Companies House'),
}

const OTHERS = [
  'SEC_DATA',
  'WORKABLE',
  'SMARTRECRUITERS',
  'RECRUITEE',
  'PERSONIO',
  'TEAMTAILOR',
  'BAMBOOHR',
  'APP_STORE',
  'NPM',
  'PYPI',
  'CRATES',
  'HUGGING_FACE',
  'BLUESKY',
  'WIKIDATA',
  'BRREG',
  'GDELT_FILES',
] as const

const otherOrigins = () =>
  text('')
    .transform((list) => listOf(list).map((entry) => entry.split('=', 2)))
    .refine(
      (entries) =>
        entries.every(
          ([name, origin]) => OTHERS.some((known) => known === name) && webAddress().safeParse(origin).success,
        ),
      'must be a comma list of NAME=origin',
    )

export const NewsSettings = z.object({
  SOURCES: sourceList().describe(
    'Sources of news (comma list); those whose terms forbid commercial use are off unless named',
  ),
  PRESS_FEEDS: text('').describe(
    'Press feeds that are matched against every tracked company: a comma list of URLs, or a file with one per line. Default: a built-in list',
  ),
  GATHER_EVERY: duration('60m').describe('Every company is polled at least this often; active sources more often'),
  NEWS_KEEP: duration(
    '1461d',
    MIN_KEEP_SECONDS,
    'must be at least 1096d, the age of the oldest news that is gathered',
  ).describe('News published longer ago is deleted; what founders sent is kept'),
  SEARCH_BUDGET: dollars(0).describe(
    'Dollars per month (UTC) for search services that need a key; never exceeded at their list prices. With `0`, none is asked',
  ),
  SEARCH_BUDGET_PER_COMPANY: dollars(1).describe('The most of it that is spent on one company, per month'),
  BRAVE_API_KEY: keyOf('Brave News Search'),
  PERPLEXITY_API_KEY: keyOf('Perplexity Search'),
  EXA_API_KEY: keyOf('Exa'),
  TAVILY_API_KEY: keyOf('Tavily'),
  NEWSAPI_KEY: keyOf('NewsAPI.org'),
  COMPANIES_HOUSE_KEY: text('').describe(
    'Key of the register of companies of the United Kingdom, which is free; with it, directors, new shares, insolvency and overdue accounts of British companies are news',
  ),
  ...OWN_SETTINGS,
  OTHER_ORIGINS: otherOrigins().describe(
    `Other origins of services without a setting of their own, as a comma list such as \`NPM=https://npm.example\`: ${OTHERS.join(', ')}`,
  ),
})

type OriginName = keyof typeof OWN_SETTINGS | `${(typeof OTHERS)[number]}_URL`

const KEY_OF = {
  brave: 'BRAVE_API_KEY',
  perplexity: 'PERPLEXITY_API_KEY',
  exa: 'EXA_API_KEY',
  tavily: 'TAVILY_API_KEY',
  newsapi: 'NEWSAPI_KEY',
} as const satisfies Record<LicensedSource, string>

/** Null if no key is set. A budget of 0 is kept, so that the operator can be told why nothing is searched. */
function searchConfig(settings: z.infer<typeof NewsSettings>) {
  const keys = new Map(
    LICENSED_SOURCES.flatMap((name) => (settings[KEY_OF[name]] ? [[name, settings[KEY_OF[name]]]] : [])),
  )
  return keys.size === 0
    ? null
    : { keys, dollarsPerMonth: settings.SEARCH_BUDGET, dollarsPerCompany: settings.SEARCH_BUDGET_PER_COMPANY }
}

export const newsConfig = (settings: z.infer<typeof NewsSettings>) => ({
  sources: settings.SOURCES,
  search: searchConfig(settings),
  companiesHouseKey: settings.COMPANIES_HOUSE_KEY || null,
  pressFeeds: settings.PRESS_FEEDS || null,
  everySeconds: settings.GATHER_EVERY,
  keepSeconds: settings.NEWS_KEEP,
  origins: Object.fromEntries([
    ...Object.entries(settings).filter(([name]) => name in OWN_SETTINGS),
    ...settings.OTHER_ORIGINS.map(([name, origin]) => [`${name}_URL`, origin]),
  ]) as Partial<Record<OriginName, string>>,
})
