import { sourceLabel, type SourceName } from '#domain/source-register.ts'
import { PRODUCT_TOKEN } from '../../gather/ingest/robots.ts'
import type { EverybodySource, Source, SubjectSource } from '../../gather/ingest/source.ts'
import { BING_NEWS, checkBingNews } from './bing-news.ts'
import { checkGdelt, GDELT } from './gdelt.ts'
import { checkGithub, GITHUB } from './github.ts'
import { checkGoogleNews, GOOGLE_NEWS } from './google-news.ts'
import { checkHackerNews, HACKER_NEWS } from './hacker-news.ts'
import { checkJobBoards } from './job-boards.ts'
import { BOARD_FORMATS } from './role-list.ts'
import { checkSample } from './sample.ts'
import { checkCurrentSec, checkSec, SEC, SEC_SEARCH } from './sec.ts'

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
    perSubject('hacker-news', (subject, memory, asking) =>
      checkHackerNews(subject, memory, { ...asking, origin: at('HACKER_NEWS_URL') }),
    ),
    perSubject('sec', (subject, memory, asking) => checkSec(subject, memory, { ...asking, ...filings })),
    forEverybody('sec', (memory, asking) => checkCurrentSec(memory, { ...asking, ...filings })),
    perSubject('job-boards', (subject, memory, asking) =>
      checkJobBoards(subject, memory, { ...asking, origins: boards }),
    ),
    perSubject('github', (subject, memory, asking) =>
      checkGithub(subject, memory, { ...asking, origin: at('GITHUB_URL') }),
    ),
    perSubject('google-news', (subject, memory, asking) =>
      checkGoogleNews(subject, memory, { ...asking, origin: at('GOOGLE_NEWS_URL') }),
    ),
    perSubject('bing-news', (subject, memory, asking) =>
      checkBingNews(subject, memory, { ...asking, origin: at('BING_NEWS_URL') }),
    ),
    perSubject('gdelt', (subject, memory, asking) =>
      checkGdelt(subject, memory, { ...asking, origin: at('GDELT_URL') }),
    ),
    forEverybody('sample', checkSample),
  ]
  return sources.filter(({ name }) => enabled.includes(name))
}

/** An address for the origin may end in a slash, which the path begins with. */
const originsOf = (changed: Partial<Origins>) => (name: keyof Origins) =>
  (changed[name] ?? PUBLIC_ORIGINS[name]).replace(/\/+$/, '')

const perSubject = (name: SourceName, check: SubjectSource['check']): SubjectSource => ({
  name,
  label: sourceLabel(name),
  scope: 'subject',
  check,
})

const forEverybody = (name: SourceName, check: EverybodySource['check']): EverybodySource => ({
  name,
  label: sourceLabel(name),
  scope: 'everybody',
  check,
})
