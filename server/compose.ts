import { createAccounts } from './account/account.ts'
import { createAdmin } from './admin/admin.ts'
import { createPersonalData, type Holding } from './account/holdings.ts'
import { openAuth } from './adapters/auth/open.ts'
import { openMail } from './adapters/mail/open.ts'
import type { PaymentChoices } from './adapters/payments/open.ts'
import { openQueue } from './adapters/queue/open.ts'
import { createApp } from './app.ts'
import { openSigningKeys } from './auth-server/keys.ts'
import { createSecrets } from './auth-server/secrets.ts'
import { createCompanies } from './companies/companies.ts'
import { openCompanyFileReader } from './companies/file/read-company-file.ts'
import { createPortfolioExports } from './companies/export/portfolio-export.ts'
import { createImports } from './companies/import/imports.ts'
import { createUploads } from './companies/import/upload.ts'
import { composeBilling } from './compose-billing.ts'
import { composeGathering } from './compose-gathering.ts'
import type { Config } from './config.ts'
import { isMigrated } from './database/migrate.ts'
import { openDatabase, type Database } from './database/open.ts'
import { modelFigures } from './gather/briefs/model-figures.ts'
import { createLedger } from './gather/coverage.ts'
import { createOwnView } from './gather/own-view/own-view.ts'
import { createRefresh } from './gather/refresh/refresh.ts'
import { watchStore } from './gather/watches/watch-store.ts'
import { createEvents } from './news/events.ts'
import { createDiscover } from './discover/discover.ts'
import { openFetch } from './fetch/safe-fetch.ts'
import { readSite } from './http/site.ts'
import { createInsights } from './insights/insights.ts'
import { createJobs } from './jobs.ts'
import { openLog, type RootLog } from './log.ts'
import { createLogos } from './logos/logos.ts'
import { writeLetter } from './mail/auth-letters.ts'
import { createNews } from './news/news.ts'
import { createSavedViews } from './search/saved-views.ts'
import { createSearch } from './search/search.ts'
import type { AuthLetter, Clock, Fetch } from './ports.ts'

const developerPages = (config: Config) =>
  config.developerPages && (typeof __DEVELOPER_PAGES__ === 'undefined' || __DEVELOPER_PAGES__)

/** With a hosted auth service our own letters carry no token: only what leads back to the site. */
const plainLetter = ({ http }: Config) => ({ link: http.publicUrl, code: '', siteUrl: http.publicUrl })

type Choices = {
  clock?: Clock
  log?: RootLog
  /** Where the build put the pages; none when they come from elsewhere. */
  webRoot?: string | null
  /** A database that is open already: tests give each file its own. */
  database?: Database
  jobs?: 'pg-boss' | 'inline'
  /** Where curation thinks. */
  curator?: 'thread' | 'inline'
  /** How the payments' test mode reaches our webhook. */
  webhooks?: PaymentChoices['webhooks']
  /** Another door to foreign addresses: tests give one that leads nowhere. */
  door?: { fetch: Fetch; close: () => Promise<void> }
}

/** The composition root: the only place that knows which adapter answers. */
export async function compose(config: Config, choices: Choices = {}) {
  const { clock = () => new Date(), log = openLog(config.logLevel), webRoot = null } = choices
  let stopping = false

  // doors to the outside
  const database = choices.database ?? (await openDatabase(config.database, (line) => log.info({}, line)))
  const runner = openQueue(choices.jobs ?? 'pg-boss', database, log)
  const mail = openMail(config.mail, { database, clock })
  const keys = await openSigningKeys(
    config.auth.kind === 'embedded' ? config.auth.signingKeysFile : null,
    config.dataDir,
  )
  const secrets = createSecrets(keys.secrets)
  const fileReader = openCompanyFileReader()
  const door = choices.door ?? openFetch(config.fetch, { log, clock })

  // the words
  const accounts = createAccounts({
    database,
    clock,
    hash: secrets.hashes,
    adminEmails: config.adminEmails,
  })
  const { auth, server: authServer } = openAuth(config.auth, {
    database,
    clock,
    keys,
    secrets,
    mail,
    queue: runner.queue,
    profiles: { ...accounts, erase: (queries, userId) => eraseAll(queries, userId) },
  })
  const companies = createCompanies({ database, clock, queue: runner.queue })
  const imports = createImports({ database, clock, queue: runner.queue })
  const uploads = createUploads({ imports, reader: fileReader })
  const logos = createLogos({ database, clock, log, fetch: door.fetch, services: config.logoServices })
  const gather = await composeGathering(config, {
    database,
    clock,
    log,
    fetch: door.fetch,
    curator: choices.curator ?? 'thread',
  })
  const { attach, briefs, gathering } = gather
  const refresh = createRefresh({
    database,
    clock,
    queue: runner.queue,
    adopt: attach.adopt,
    help: async () => (config.role === 'web' ? undefined : gathering.runDue()),
  })
  const events = createEvents({ database, log, clock })
  const insights = createInsights({ database, clock, companies })
  const exports = createPortfolioExports({ database, clock, storyFigures: insights.figures })
  const news = createNews({ database, companies })
  const search = createSearch({ database, clock })
  const views = createSavedViews({ database, clock })
  const discover = createDiscover({ database, clock })
  const ownView = createOwnView({ database, clock, queue: runner.queue, companies, briefs })
  if (config.adminEmails.length > 0 && config.auth.kind === 'embedded' && !config.auth.confirmEmail)
    log.warn(
      {},
      'ADMIN_EMAILS: addresses are not confirmed here, whoever signs up with one is an administrator',
    )
  const admin = createAdmin({
    database,
    clock,
    hash: secrets.hashes,
    auth,
    jobs: runner,
    adminEmails: config.adminEmails,
    sources: config.gather.sources,
    model: config.writer,
  })
  const { billing, hearing, testPayments, reminders, trialTest } = await composeBilling(config, {
    database,
    clock,
    log,
    queue: runner.queue,
    mail,
    hash: secrets.hashes,
    hasDeveloperPages: developerPages(config),
    payments: { waits: choices.jobs !== 'inline', webhooks: choices.webhooks },
  })
  // What each word holds of a person, in the order it is erased.
  const holdings: Holding[] = [
    { name: 'own view', export: ownView.export, erase: ownView.erase },
    { name: 'discover', export: discover.export, erase: discover.erase },
    { name: 'saved views', export: views.export, erase: views.erase },
    { name: 'news', export: news.export, erase: news.erase },
    { name: 'companies', export: companies.export, erase: companies.erase },
    { name: 'administration', export: admin.export, erase: admin.erase },
    { name: 'reminders', export: reminders.export, erase: reminders.erase },
    { name: 'billing', export: billing.export, erase: billing.erase },
    { name: 'account', export: accounts.export, erase: accounts.erase },
    { name: 'auth', export: auth.export, erase: auth.erase },
  ]
  const eraseAll: Holding['erase'] = async (queries, userId) => {
    for (const holding of holdings) await holding.erase(queries, userId)
  }
  const personalData = createPersonalData({ database, clock, auth, queue: runner.queue, holdings, eraseAll })
  await personalData.eraseAgain()

  const deliver =
    authServer?.deliver ?? ((letter: AuthLetter) => mail.send(writeLetter(letter, plainLetter(config))))

  return {
    app: createApp({
      config,
      log,
      auth,
      authServer,
      accounts,
      companies,
      imports,
      uploads,
      exports,
      insights,
      refresh,
      events,
      discover,
      ownView,
      ledger: createLedger(database),
      logos,
      news,
      search,
      views,
      personalData,
      billing,
      hearing,
      testPayments,
      admin,
      outbox: developerPages(config) ? { database, mail, publicUrl: config.http.publicUrl } : null,
      unsubscribe: reminders.unsubscribe,
      trialTest,
      health: { database: database.ping, migrated: () => isMigrated(database), stopping: () => stopping },
      figures: [
        { name: 'jobs_given_up', help: 'Jobs that are not tried any more', read: runner.givenUp },
        {
          name: 'watches_parked',
          help: 'Addresses that failed so often that they are asked once a day',
          read: () => watchStore(database.system).parked(),
        },
        ...(config.writer ? modelFigures(database, clock, config.writer.price) : []),
      ],
      site: webRoot ? readSite(webRoot) : null,
    }),
    database,
    queue: runner.queue,
    startJobs: async () => {
      await attach.agreeWithSettings()
      await runner.start(
        createJobs({
          accounts,
          authServer,
          companies,
          logos,
          attach,
          gathering,
          ...gather.work,
          hearing,
          testPayments,
          reminders,
          deliver,
        }),
      )
    },
    /** Runs what is waiting now, where jobs do not run by themselves. */
    settleJobs: async () => runner.settle?.(),
    authServer,
    /** From here on /readyz says no, so that a balancer sends nobody any more. */
    announceStop: () => {
      stopping = true
      events.endStreams()
    },
    close: async () => {
      gathering.stop()
      testPayments?.stop()
      await runner.stop()
      await gather.close()
      await fileReader.close()
      await door.close()
      await events.close()
      await database.close()
    },
  }
}
