import { createAccounts } from './account/account.ts'
import { openAuth } from './adapters/auth/open.ts'
import { openQueue } from './adapters/queue/open.ts'
import { createApp } from './app.ts'
import { createCompanies } from './companies/companies.ts'
import type { Config } from './config.ts'
import { isMigrated } from './database/migrate.ts'
import { openDatabase, type Database } from './database/open.ts'
import { readSite } from './http/site.ts'
import { createJobs } from './jobs.ts'
import { openLog, type RootLog } from './log.ts'
import { createNews } from './news/news.ts'
import type { Clock } from './ports.ts'

type Choices = {
  clock?: Clock
  log?: RootLog
  /** Where the build put the pages; none when they come from elsewhere. */
  webRoot?: string | null
  /** A database that is open already: tests give each file its own. */
  database?: Database
  jobs?: 'pg-boss' | 'inline'
}

/** The composition root: the only place that knows which adapter answers. */
export async function compose(config: Config, choices: Choices = {}) {
  const { clock = () => new Date(), log = openLog(config.logLevel), webRoot = null } = choices
  let stopping = false

  // doors to the outside
  const database = choices.database ?? (await openDatabase(config.database, (line) => log.info({}, line)))
  const auth = await openAuth(config.auth, { database, clock })
  const runner = openQueue(choices.jobs ?? 'pg-boss', database, log)

  // the words
  const accounts = createAccounts({ database, clock })
  const companies = createCompanies({ database, clock })
  const news = createNews({ database, companies })

  return {
    app: createApp({
      config,
      log,
      auth,
      accounts,
      companies,
      news,
      health: { database: database.ping, migrated: () => isMigrated(database), stopping: () => stopping },
      site: webRoot ? readSite(webRoot) : null,
    }),
    database,
    startJobs: () => runner.start(createJobs({ accounts })),
    /** From here on /readyz says no, so that a balancer sends nobody any more. */
    announceStop: () => {
      stopping = true
    },
    close: async () => {
      await runner.stop()
      await database.close()
    },
  }
}
