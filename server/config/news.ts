import { z } from 'zod'
import { DEFAULT_SOURCES, isSourceName } from '#domain/news/source-registry.ts'
import { duration, listOf, text, webAddress } from './fields.ts'

const sourceList = () =>
  text(DEFAULT_SOURCES.join(','))
    .transform(listOf)
    .refine((names) => names.every(isSourceName), 'names a source that does not exist')
    .transform((names) => names.filter(isSourceName))

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
  ...OWN_SETTINGS,
  OTHER_ORIGINS: otherOrigins().describe(
    `Other origins of services without a setting of their own, as a comma list such as \`NPM=https://npm.example\`: ${OTHERS.join(', ')}`,
  ),
})

type OriginName = keyof typeof OWN_SETTINGS | `${(typeof OTHERS)[number]}_URL`

export const newsConfig = (settings: z.infer<typeof NewsSettings>) => ({
  sources: settings.SOURCES,
  pressFeeds: settings.PRESS_FEEDS || null,
  everySeconds: settings.GATHER_EVERY,
  keepSeconds: settings.NEWS_KEEP,
  origins: Object.fromEntries([
    ...Object.entries(settings).filter(([name]) => name in OWN_SETTINGS),
    ...settings.OTHER_ORIGINS.map(([name, origin]) => [`${name}_URL`, origin]),
  ]) as Partial<Record<OriginName, string>>,
})
