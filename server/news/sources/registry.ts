import {
  OWN_FEED,
  sourceLabel,
  sourceText,
  type LicensedSource,
  type SourceName,
} from '#domain/news/source-registry.ts'
import { PRODUCT_TOKEN } from './robots.ts'
import { BRREG, brregNumberOfPage, pollBrreg, readEntry } from './brreg/brreg.ts'
import { companySite } from './company-site/company-site.ts'
import { APP_STORE, pollAppStore } from './accounts/app-store.ts'
import { PACKAGES, pollPackages } from './accounts/packages.ts'
import { BLUESKY, pollSocial } from './accounts/social.ts'
import { COMPANIES_HOUSE, companiesHouse, pollRegisterPage } from './companies-house/companies-house.ts'
import { numberOfPage } from './companies-house/register-entry.ts'
import { pollFeed } from './feed.ts'
import { pollGithub, GITHUB } from './github.ts'
import { pollHackerNews, HACKER_NEWS } from './hacker-news.ts'
import { pollJobBoards } from './job-boards/job-boards.ts'
import { BOARD_FORMATS, BOARDS, type Board } from './job-boards/board-formats.ts'
import { licensedSource } from './licensed-search/licensed-search.ts'
import type { SearchBudget } from './licensed-search/budget.ts'
import { SERVICES } from './licensed-search/search-apis.ts'
import { GDELT_FILES, pollGdeltFiles } from './news-search/gdelt-files.ts'
import { pollGdelt, GDELT } from './news-search/gdelt.ts'
import { BING_NEWS, pollBingNews, pollGoogleNews, GOOGLE_NEWS } from './news-search/rss-news.ts'
import { pollSample, sampleWireOfCompany } from './sample.ts'
import { SEC } from './sec/filing.ts'
import { pollCurrentSec, pollSec, SEC_DATA, SEC_SEARCH } from './sec/sec.ts'
import { badResult } from './poll-result.ts'
import type { ServiceKeys } from './service-keys.ts'
import { pollWikidata, WIKIDATA } from './wikidata.ts'
import type { FactKind, Memory, PollContext, PollResult, Source, SourceResult, TrackedCompany } from './source.ts'

/** Default origins, keyed by the setting that overrides each one. */
export const PUBLIC_ORIGINS = {
  HACKER_NEWS_URL: HACKER_NEWS,
  SEC_URL: SEC,
  SEC_SEARCH_URL: SEC_SEARCH,
  SEC_DATA_URL: SEC_DATA,
  GREENHOUSE_URL: BOARD_FORMATS.greenhouse.origin,
  LEVER_URL: BOARD_FORMATS.lever.origin,
  ASHBY_URL: BOARD_FORMATS.ashby.origin,
  WORKABLE_URL: BOARD_FORMATS.workable.origin,
  SMARTRECRUITERS_URL: BOARD_FORMATS.smartrecruiters.origin,
  RECRUITEE_URL: BOARD_FORMATS.recruitee.origin,
  PERSONIO_URL: BOARD_FORMATS.personio.origin,
  TEAMTAILOR_URL: BOARD_FORMATS.teamtailor.origin,
  BAMBOOHR_URL: BOARD_FORMATS.bamboohr.origin,
  GITHUB_URL: GITHUB,
  APP_STORE_URL: APP_STORE,
  NPM_URL: PACKAGES.npm,
  PYPI_URL: PACKAGES.pypi,
  CRATES_URL: PACKAGES.crates,
  HUGGING_FACE_URL: PACKAGES.huggingface,
  BLUESKY_URL: BLUESKY,
  WIKIDATA_URL: WIKIDATA,
  BRREG_URL: BRREG,
  GOOGLE_NEWS_URL: GOOGLE_NEWS,
  BING_NEWS_URL: BING_NEWS,
  GDELT_URL: GDELT,
  GDELT_FILES_URL: GDELT_FILES,
  BRAVE_URL: SERVICES.brave.origin,
  PERPLEXITY_URL: SERVICES.perplexity.origin,
  EXA_URL: SERVICES.exa.origin,
  TAVILY_URL: SERVICES.tavily.origin,
  NEWSAPI_URL: SERVICES.newsapi.origin,
  COMPANIES_HOUSE_URL: COMPANIES_HOUSE,
}

export type Origins = typeof PUBLIC_ORIGINS

type Settings = {
  origins?: Partial<Origins>
  contact: string
  pressFeeds?: string[]
  /** Null if no search service may be asked. */
  search?: { keys: Map<LicensedSource, string>; budget: SearchBudget } | null
  /** Null without a key. */
  companiesHouse?: { key: string; keys: ServiceKeys } | null
}

/** Pasted feeds, the sample companies' wire and services with a key are enabled regardless of SOURCES. */
export function openSources(
  enabled: SourceName[],
  { origins = {}, contact, pressFeeds = [], search = null, companiesHouse: register = null }: Settings,
): Source[] {
  const at = originsOf(origins)
  const boards = Object.fromEntries(BOARDS.map((board) => [board, at(settingOf(board))])) as Record<Board, string>
  const packages = {
    npm: at('NPM_URL'),
    pypi: at('PYPI_URL'),
    crates: at('CRATES_URL'),
    huggingface: at('HUGGING_FACE_URL'),
  }
  const filings = {
    origin: at('SEC_URL'),
    searchOrigin: at('SEC_SEARCH_URL'),
    dataOrigin: at('SEC_DATA_URL'),
    userAgent: `${PRODUCT_TOKEN} ${contact}`,
  }
  const optional: (Source & { name: SourceName })[] = [
    { ...companySite, name: 'company-site' },
    { ...feeds('press', 'shared', pressFeeds), name: 'press' },
    nameSearch('hacker-news', (company, memory, context) =>
      pollHackerNews(company, memory, { ...context, origin: at('HACKER_NEWS_URL') }),
    ),
    accountSearch('sec', (company, memory, context) => pollSec(company, memory, { ...context, ...filings })),
    stream('sec', (memory, context) => pollCurrentSec(memory, { ...context, ...filings })),
    accountSearch('job-boards', (company, memory, context) =>
      pollJobBoards(company, memory, { ...context, origins: boards }),
    ),
    accountSearch('github', (company, memory, context) =>
      pollGithub(company, memory, { ...context, origin: at('GITHUB_URL') }),
    ),
    accounts('app-store', ['app-store'], (company, memory, context) =>
      pollAppStore(company, memory, { ...context, origin: at('APP_STORE_URL') }),
    ),
    accounts('packages', ['npm', 'pypi', 'crates', 'huggingface'], (company, memory, context) =>
      pollPackages(company, memory, { ...context, origins: packages, userAgent: filings.userAgent }),
    ),
    accounts('social', ['bluesky', 'mastodon'], (company, memory, context) =>
      pollSocial(company, memory, { ...context, origin: at('BLUESKY_URL') }),
    ),
    accountSearch('wikidata', (company, memory, context) =>
      pollWikidata(company, memory, { ...context, origin: at('WIKIDATA_URL'), userAgent: filings.userAgent }),
    ),
    accountSearch('brreg', (company, memory, context) =>
      pollBrreg(company, memory, { ...context, origin: at('BRREG_URL') }),
    ),
    nameSearch('google-news', (company, memory, context) =>
      pollGoogleNews(company, memory, { ...context, origin: at('GOOGLE_NEWS_URL') }),
    ),
    nameSearch('bing-news', (company, memory, context) =>
      pollBingNews(company, memory, { ...context, origin: at('BING_NEWS_URL') }),
    ),
    nameSearch('gdelt', (company, memory, context) =>
      pollGdelt(company, memory, { ...context, origin: at('GDELT_URL') }),
    ),
    stream('gdelt', (memory, context) => pollGdeltFiles(memory, { ...context, origin: at('GDELT_FILES_URL') })),
    stream('sample', pollSample),
  ]
  const ofSampleCompanies = { ...nameSearch('sample', sampleWireOfCompany), initialWatches: [] }
  const licensed = search
    ? [...search.keys].map(([name, key]) =>
        licensedSource(name, { key, origin: at(originSettingOf(name)), budget: search.budget }),
      )
    : []
  const entry = register && { ...register, origin: at('COMPANIES_HOUSE_URL') }
  return [
    ...optional.filter(({ name }) => enabled.includes(name)),
    ...licensed,
    ...(entry ? [companiesHouse(entry)] : []),
    ownFeeds(entry, enabled.includes('brreg') ? at('BRREG_URL') : null),
    ofSampleCompanies,
  ]
}

const originSettingOf = (name: LicensedSource) => `${name.toUpperCase() as Uppercase<LicensedSource>}_URL` as const

const settingOf = (board: Board) => `${board.toUpperCase() as Uppercase<Board>}_URL` as const

const originsOf = (changed: Partial<Origins>) => (name: keyof Origins) =>
  (changed[name] ?? PUBLIC_ORIGINS[name]).replace(/\/+$/, '')

type Search = (company: TrackedCompany, memory: Memory, context: PollContext) => Promise<PollResult>

/** Searches by name, so it also finds namesakes. */
const nameSearch = (name: SourceName, poll: Search) => ({ ...accountSearch(name, poll), needsMatch: true })

/** Searches by an account or exact name, so all results are about the company. */
const accountSearch = (name: SourceName, search: Search) =>
  ({
    name,
    label: sourceLabel(name),
    scope: 'company' as const,
    kinds: ['search' as const],
    initialWatches: [{ kind: 'search' as const, url: null }],
    needsMatch: false,
    poll: ({ trackedCompany, memory }, context) =>
      trackedCompany
        ? search(trackedCompany, memory, context)
        : Promise.resolve(badResult('unsupported', null, memory)),
  }) satisfies Source

/** Few companies have such an account, and only those get a watch. */
const accounts = (name: SourceName, accountKinds: FactKind[], search: Search) => ({
  ...accountSearch(name, search),
  initialWatches: [],
  accountKinds,
})

const stream = (name: SourceName, poll: (memory: Memory, context: PollContext) => Promise<SourceResult>) =>
  ({
    name,
    label: sourceLabel(name),
    scope: 'shared' as const,
    kinds: ['stream' as const],
    initialWatches: [{ kind: 'stream' as const, url: null }],
    needsMatch: true,
    poll: ({ memory }, context) => poll(memory, context),
  }) satisfies Source

/** A pasted page of the register says which entry is the owner's company. */
function ownFeeds(entry: Parameters<typeof companiesHouse>[0] | null, brreg: string | null): Source {
  const own = feeds(OWN_FEED, 'owner', [])
  return {
    ...own,
    poll: (watch, context) => {
      const { url, memory } = watch
      const british = entry && numberOfPage(url ?? '')
      const norwegian = brreg === null ? null : brregNumberOfPage(url ?? '')
      if (entry && british) return pollRegisterPage(british, { ...entry, ...context, memory })
      return brreg !== null && norwegian
        ? readEntry(norwegian, null, { ...context, origin: brreg, memory })
        : own.poll(watch, context)
    },
  }
}

const feeds = (name: Source['name'], scope: 'shared' | 'owner', urls: string[]): Source => ({
  name,
  label: sourceText(name),
  scope,
  kinds: ['feed'],
  initialWatches: urls.map((url) => ({ kind: 'feed', url })),
  needsMatch: scope === 'shared',
  poll: ({ url, memory }, context) => pollFeed(url ?? '', memory, context),
})
