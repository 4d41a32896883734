import { createCompanies } from '../companies/companies.ts'
import { createPortfolioExports } from '../companies/export/portfolio-export.ts'
import type { CompanyFileReader } from '../companies/import/file/read-company-file.ts'
import { createImports } from '../companies/import/imports.ts'
import { createPositions } from '../companies/positions/positions.ts'
import { createUploads } from '../companies/import/upload.ts'
import type { NewsPipeline } from './news.ts'
import type { Platform } from '../compose.ts'
import type { Config } from '../config/config.ts'
import { createDiscover } from '../news/read/discover/discover.ts'
import { createCoverageReader } from '../news/read/coverage.ts'
import { createOverrides } from '../news/overrides/overrides.ts'
import { createRefresh } from '../news/polling/refresh.ts'
import { createAnalytics } from '../news/read/analytics/analytics.ts'
import { createLogos } from '../companies/logos/logos.ts'
import { createLiveNews } from '../news/live/live-news.ts'
import { createRefreshProgress } from '../news/live/refresh-progress.ts'
import { createEventBus } from '../platform/live/event-bus.ts'
import { createCompanyStories } from '../news/read/company-stories.ts'
import { createMornings } from '../news/read/morning.ts'
import { createStandings } from '../news/read/standings.ts'
import { createNewStories } from '../news/read/new-stories.ts'
import { createNews } from '../news/read/news.ts'
import { createSavedViews } from '../news/read/search/saved-views.ts'
import { createPossibleArticles } from '../news/possible-articles/possible-articles.ts'
import { createSuggestedWebsites } from '../news/website-suggestions/suggestions.ts'
import { createSearch } from '../news/read/search/search.ts'

type Needs = Platform & {
  reader: CompanyFileReader
  gather: Pick<NewsPipeline, 'attach' | 'briefs' | 'permission' | 'poller' | 'readSample'>
}

export type Portfolio = ReturnType<typeof composePortfolio>

export function composePortfolio(config: Config, { reader, gather, ...needs }: Needs) {
  const { database } = needs
  const companies = createCompanies({ ...needs, readSample: gather.readSample })
  const imports = createImports(needs)
  const events = createEventBus(needs)
  createLiveNews({ ...needs, events })
  const coverageReader = createCoverageReader(needs)
  const analytics = createAnalytics({ ...needs, companies })
  return {
    companies,
    imports,
    positions: createPositions(needs),
    uploads: createUploads({ imports, reader }),
    exports: createPortfolioExports({ ...needs, storyCounts: analytics.storyCounts }),
    logos: createLogos({ ...needs, permission: gather.permission, services: config.logoServices }),
    analytics,
    refresh: createRefresh({
      ...needs,
      adopt: gather.attach.adopt,
      help: async () => (config.role === 'web' ? undefined : gather.poller.runDue()),
    }),
    events,
    refreshProgress: createRefreshProgress({ ...needs, events }),
    coverageReader,
    companyStories: createCompanyStories({ database }),
    newStories: createNewStories({ ...needs, events, companies, coverageReader }),
    mornings: createMornings(needs),
    standings: createStandings(needs),
    news: createNews({ database, companies }),
    search: createSearch(needs),
    views: createSavedViews(needs),
    discover: createDiscover(needs),
    suggestedWebsites: createSuggestedWebsites({ ...needs, companies }),
    possibleArticles: createPossibleArticles({ ...needs, companies, briefs: gather.briefs }),
    overrides: createOverrides({ ...needs, companies, briefs: gather.briefs }),
  }
}
