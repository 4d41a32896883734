import { sourceLabel, type SourceName } from '#domain/news/source-registry.ts'
import { PRODUCT_TOKEN } from '../polling/robots.ts'
import type { SharedSource, Source, PerCompanySource } from './source.ts'
import { BING_NEWS, pollBingNews, pollGoogleNews, GOOGLE_NEWS } from './news-search/rss-news.ts'
import { pollGdelt, GDELT } from './news-search/gdelt.ts'
import { pollGithub, GITHUB } from './github.ts'
import { pollHackerNews, HACKER_NEWS } from './hacker-news.ts'
import { pollJobBoards } from './job-boards/job-boards.ts'
import { BOARD_FORMATS } from './job-boards/roles.ts'
import { pollSample } from './sample.ts'
import { pollCurrentSec, pollSec, SEC, SEC_SEARCH } from './sec/sec.ts'

/** Where each service is, by the setting that names another place for it. The path after the origin is the service's own. */
export const PUBLIC_ORIGINS = {
  HACKER_NEWS_URL: HACKER_NEWS,
  SEC_URL: SEC,
  SEC_SEARCH_URL: SEC_SEARCH,
  GREENHOUSE_URL: BOARD_FORMATS.greenhouse.origin,
  LEVER_URL: BOARD_FORMATS.lever.origin,
  ASHBY_URL: BOARD_FORMATS.ashby.origin,
  GITHUB_URL: GITHUB,
  GOOGLE_NEWS_URL: GOOGLE_NEWS,
  BING_NEWS_URL: BING_NEWS,
  GDELT_URL: GDELT,
}

export type Origins = typeof PUBLIC_ORIGINS

/** The sources that are on. The company's site and the press are not among them: they are watched feed by feed. */
export function openSources(
  enabled: SourceName[],
  { origins = {}, contact }: { origins?: Partial<Origins>; contact: string },
): Source[] {
  const at = originsOf(origins)
  const boards = { greenhouse: at('GREENHOUSE_URL'), lever: at('LEVER_URL'), ashby: at('ASHBY_URL') }
  const filings = {
    origin: at('SEC_URL'),
    searchOrigin: at('SEC_SEARCH_URL'),
    userAgent: `${PRODUCT_TOKEN} ${contact}`,
  }

  const sources: Source[] = [
    perCompany('hacker-news', (trackedCompany, memory, asking) =>
      pollHackerNews(trackedCompany, memory, { ...asking, origin: at('HACKER_NEWS_URL') }),
    ),
    perCompany('sec', (trackedCompany, memory, asking) => pollSec(trackedCompany, memory, { ...asking, ...filings })),
    forAllCompanies('sec', (memory, asking) => pollCurrentSec(memory, { ...asking, ...filings })),
    perCompany('job-boards', (trackedCompany, memory, asking) =>
      pollJobBoards(trackedCompany, memory, { ...asking, origins: boards }),
    ),
    perCompany('github', (trackedCompany, memory, asking) =>
      pollGithub(trackedCompany, memory, { ...asking, origin: at('GITHUB_URL') }),
    ),
    perCompany('google-news', (trackedCompany, memory, asking) =>
      pollGoogleNews(trackedCompany, memory, { ...asking, origin: at('GOOGLE_NEWS_URL') }),
    ),
    perCompany('bing-news', (trackedCompany, memory, asking) =>
      pollBingNews(trackedCompany, memory, { ...asking, origin: at('BING_NEWS_URL') }),
    ),
    perCompany('gdelt', (trackedCompany, memory, asking) =>
      pollGdelt(trackedCompany, memory, { ...asking, origin: at('GDELT_URL') }),
    ),
    forAllCompanies('sample', pollSample),
  ]
  return sources.filter(({ name }) => enabled.includes(name))
}

/** An address for the origin may end in a slash, which the path begins with. */
const originsOf = (changed: Partial<Origins>) => (name: keyof Origins) =>
  (changed[name] ?? PUBLIC_ORIGINS[name]).replace(/\/+$/, '')

const perCompany = (name: SourceName, poll: PerCompanySource['poll']): PerCompanySource => ({
  name,
  label: sourceLabel(name),
  scope: 'company',
  poll,
})

const forAllCompanies = (name: SourceName, poll: SharedSource['poll']): SharedSource => ({
  name,
  label: sourceLabel(name),
  scope: 'shared',
  poll,
})
