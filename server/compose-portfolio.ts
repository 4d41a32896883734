import { createCompanies } from './companies/companies.ts'
import { createPortfolioExports } from './companies/export/portfolio-export.ts'
import type { CompanyFileReader } from './companies/file/read-company-file.ts'
import { createImports } from './companies/import/imports.ts'
import { createUploads } from './companies/import/upload.ts'
import type { Gather } from './compose-gathering.ts'
import type { Config } from './config.ts'
import type { Database } from './database/open.ts'
import { createDiscover } from './discover/discover.ts'
import { createLedger } from './gather/coverage.ts'
import { createOwnView } from './gather/own-view/own-view.ts'
import { createRefresh } from './gather/refresh/refresh.ts'
import { createInsights } from './insights/insights.ts'
import { createLogos } from './logos/logos.ts'
import { createEvents } from './news/events.ts'
import { createNews } from './news/news.ts'
import type { Clock, Fetch, Log, Queue } from './ports.ts'
import { createSavedViews } from './search/saved-views.ts'
import { createSearch } from './search/search.ts'

type Needs = {
  database: Database
  clock: Clock
  log: Log
  queue: Queue
  fetch: Fetch
  reader: CompanyFileReader
  gather: Pick<Gather, 'attach' | 'briefs' | 'gathering' | 'readSample'>
}

export type Portfolio = ReturnType<typeof composePortfolio>

/** The part of the composition that answers people: their companies, and what is known of them. */
export function composePortfolio(config: Config, { reader, gather, ...needs }: Needs) {
  const { database } = needs
  const companies = createCompanies({ ...needs, readSample: gather.readSample })
  const imports = createImports(needs)
  const insights = createInsights({ ...needs, companies })
  return {
    companies,
    imports,
    uploads: createUploads({ imports, reader }),
    exports: createPortfolioExports({ ...needs, storyFigures: insights.figures }),
    logos: createLogos({ ...needs, services: config.logoServices }),
    insights,
    refresh: createRefresh({
      ...needs,
      adopt: gather.attach.adopt,
      help: async () => (config.role === 'web' ? undefined : gather.gathering.runDue()),
    }),
    events: createEvents(needs),
    ledger: createLedger(database),
    news: createNews({ database, companies }),
    search: createSearch(needs),
    views: createSavedViews(needs),
    discover: createDiscover(needs),
    ownView: createOwnView({ ...needs, companies, briefs: gather.briefs }),
  }
}
