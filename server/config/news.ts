import { z } from 'zod'
import {
  DEFAULT_SOURCES,
  isLicensed,
  isSourceName,
  LICENSED_SOURCES,
  type LicensedSource,
} from '#domain/news/source-registry.ts'
import { duration, listOf, text, webAddress } from './fields.ts'

const sourceList = () =>
  text(DEFAULT_SOURCES.join(','))
    .transform(listOf)
    .refine((names) => names.every(isSourceName), 'names a source that does not exist')
    .refine((names) => !names.some(isLicensed), 'names a search service; set its key instead')
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
  HACKER_NEWS_URL: webAddress().optional().describe('Another origin for Hacker News'),
  SEC_URL: webAddress().optional().describe('Another origin for the SEC'),
  SEC_SEARCH_URL: webAddress().optional().describe('Another origin for the SEC’s full-text search'),
  SEC_DATA_URL: webAddress().optional().describe('Another origin for the SEC’s lists of filings'),
  GREENHOUSE_URL: webAddress().optional().describe('Another origin for Greenhouse'),
  LEVER_URL: webAddress().optional().describe('Another origin for Lever'),
  ASHBY_URL: webAddress().optional().describe('Another origin for Ashby'),
  WORKABLE_URL: webAddress().optional().describe('Another origin for Workable'),
  SMARTRECRUITERS_URL: webAddress().optional().describe('Another origin for SmartRecruiters'),
  RECRUITEE_URL: webAddress()
    .optional()
    .describe('Another origin for Recruitee; the path starts with the name of the board'),
  PERSONIO_URL: webAddress()
    .optional()
    .describe('Another origin for Personio; the path starts with the name of the board'),
  TEAMTAILOR_URL: webAddress()
    .optional()
    .describe('Another origin for Teamtailor; the path starts with the name of the board'),
  BAMBOOHR_URL: webAddress()
    .optional()
    .describe('Another origin for BambooHR; the path starts with the name of the board'),
  GITHUB_URL: webAddress().optional().describe('Another origin for GitHub'),
  APP_STORE_URL: webAddress().optional().describe('Another origin for the App Store'),
  NPM_URL: webAddress().optional().describe('Another origin for npm'),
  PYPI_URL: webAddress().optional().describe('Another origin for PyPI'),
  CRATES_URL: webAddress().optional().describe('Another origin for crates.io'),
  HUGGING_FACE_URL: webAddress().optional().describe('Another origin for Hugging Face'),
  BLUESKY_URL: webAddress().optional().describe('Another origin for Bluesky'),
  WIKIDATA_URL: webAddress().optional().describe('Another origin for Wikidata'),
  GOOGLE_NEWS_URL: webAddress().optional().describe('Another origin for Google News'),
  BING_NEWS_URL: webAddress().optional().describe('Another origin for Bing News'),
  GDELT_URL: webAddress().optional().describe('Another origin for GDELT'),
  GDELT_FILES_URL: webAddress().optional().describe('Another origin for the files of GDELT'),
  BRAVE_URL: webAddress().optional().describe('Another origin for Brave News Search'),
  PERPLEXITY_URL: webAddress().optional().describe('Another origin for Perplexity Search'),
  EXA_URL: webAddress().optional().describe('Another origin for Exa'),
  TAVILY_URL: webAddress().optional().describe('Another origin for Tavily'),
  NEWSAPI_URL: webAddress().optional().describe('Another origin for NewsAPI.org'),
})

const ORIGINS = [
  'HACKER_NEWS_URL',
  'SEC_URL',
  'SEC_SEARCH_URL',
  'SEC_DATA_URL',
  'GREENHOUSE_URL',
  'LEVER_URL',
  'ASHBY_URL',
  'WORKABLE_URL',
  'SMARTRECRUITERS_URL',
  'RECRUITEE_URL',
  'PERSONIO_URL',
  'TEAMTAILOR_URL',
  'BAMBOOHR_URL',
  'GITHUB_URL',
  'APP_STORE_URL',
  'NPM_URL',
  'PYPI_URL',
  'CRATES_URL',
  'HUGGING_FACE_URL',
  'BLUESKY_URL',
  'WIKIDATA_URL',
  'GOOGLE_NEWS_URL',
  'BING_NEWS_URL',
  'GDELT_URL',
  'GDELT_FILES_URL',
  'BRAVE_URL',
  'PERPLEXITY_URL',
  'EXA_URL',
  'TAVILY_URL',
  'NEWSAPI_URL',
] as const

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
  pressFeeds: settings.PRESS_FEEDS || null,
  everySeconds: settings.GATHER_EVERY,
  keepSeconds: settings.NEWS_KEEP,
  origins: Object.fromEntries(ORIGINS.flatMap((name) => (settings[name] ? [[name, settings[name]]] : []))) as Partial<
    Record<(typeof ORIGINS)[number], string>
  >,
})
