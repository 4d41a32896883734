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
import { openCompanyFileReader } from './companies/file/read-company-file.ts'
import { composeBilling } from './compose-billing.ts'
import { composeGathering } from './compose-gathering.ts'
import { composePortfolio } from './compose-portfolio.ts'
import type { Config } from './config.ts'
import { isMigrated } from './database/migrate.ts'
import { openDatabase, type Database } from './database/open.ts'
import { openFetch } from './fetch/safe-fetch.ts'
import type { Figure } from './http/metrics.ts'
import { readSite } from './http/site.ts'
import { createJobs } from './jobs.ts'
import { measuredMail, operationMetrics } from './operation-metrics.ts'
import { openLog, type RootLog } from './log.ts'
import { writeLetter } from './mail/auth-letters.ts'
import type { AuthLetter, Clock, Fetch } from './ports.ts'
import { createWorkerApp } from './worker-app.ts'

const developerPages = (config: Config) =>
  config.developerPages && (typeof __DEVELOPER_PAGES__ === 'undefined' || __DEVELOPER_PAGES__)

/** With a hosted auth service our own letters carry no token: only what leads back to the site. */
const plainLetter = ({ http, site }: Config) => ({
  link: http.publicUrl,
  code: '',
  siteUrl: http.publicUrl,
  supportEmail: site.supportEmail,
})

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
  const { mail, metrics: mailMetrics } = measuredMail(openMail(config.mail, { database, clock }))
  const keys = await openSigningKeys(
    config.auth.kind === 'embedded' ? config.auth.signingKeysFile : null,
    config.dataDir,
  )
  const secrets = createSecrets(keys.secrets)
  const fileReader = openCompanyFileReader()
  const door = choices.door ?? openFetch(config.fetch, { log, clock })

  // the words
  const needs = { database, clock, log, queue: runner.queue, mail, hash: secrets.hashes, fetch: door.fetch }
  const accounts = createAccounts({ ...needs, adminEmails: config.adminEmails })
  const { auth, server: authServer } = openAuth(config.auth, {
    ...needs,
    keys,
    secrets,
    supportEmail: config.site.supportEmail,
    profiles: { ...accounts, erase: (queries, userId) => eraseAll(queries, userId) },
  })
  const { work, ...gather } = await composeGathering(config, {
    ...needs,
    curator: choices.curator ?? 'thread',
  })
  const portfolio = composePortfolio(config, { ...needs, reader: fileReader, gather })
  const money = await composeBilling(config, {
    ...needs,
    hasDeveloperPages: developerPages(config),
    payments: { waits: choices.jobs !== 'inline', webhooks: choices.webhooks },
  })
  if (config.adminEmails.length > 0 && config.auth.kind === 'embedded' && !config.auth.confirmEmail)
    log.warn(
      {},
      'ADMIN_EMAILS: addresses are not confirmed here, whoever signs up with one is an administrator',
    )
  const admin = createAdmin({
    ...needs,
    auth,
    billing: money.administration,
    jobs: runner,
    adminEmails: config.adminEmails,
    sources: config.gather.sources,
    model: config.writer,
  })
  // Whoever holds something of a person, in the order it is erased.
  const holdings: Holding[] = [
    portfolio.ownView,
    portfolio.discover,
    portfolio.views,
    portfolio.news,
    portfolio.companies,
    admin,
    money.reminders,
    money.billing,
    accounts,
    auth,
  ]
  const eraseAll: Holding['erase'] = async (queries, userId) => {
    for (const holding of holdings) await holding.erase(queries, userId)
  }
  const personalData = createPersonalData({ ...needs, auth, holdings, eraseAll })
  await personalData.eraseAgain()
  await accounts.rememberTrials()
  const words = { accounts, auth, authServer, ...portfolio, ...money, admin, personalData }

  const deliver =
    authServer?.deliver ?? ((letter: AuthLetter) => mail.send(writeLetter(letter, plainLetter(config))))

  const health = {
    database: database.ping,
    migrated: () => isMigrated(database),
    stopping: () => stopping,
  }
  const figures: Figure[] = [
    { name: 'jobs_given_up', help: 'Jobs that are not tried any more', read: runner.givenUp },
    {
      name: 'webhook_bad_signatures_total',
      help: 'Webhooks of the payment provider whose signature was refused',
      type: 'counter',
      read: async () => money.hearing.badSignatures(),
    },
    ...operationMetrics(database),
    ...mailMetrics,
    ...gather.figures,
  ]
  return {
    app: createApp({
      config,
      log,
      words,
      outbox: developerPages(config)
        ? { database, mail, publicUrl: config.http.publicUrl, supportEmail: config.site.supportEmail }
        : null,
      health,
      figures,
      site: webRoot ? readSite(webRoot) : null,
    }),
    workerApp: createWorkerApp({ config, log, health, figures }),
    database,
    queue: runner.queue,
    startJobs: async () => {
      await gather.attach.agreeWithSettings()
      await runner.start(createJobs({ ...words, ...gather, ...work, deliver }))
    },
    /** Runs what is waiting now, where jobs do not run by themselves. */
    settleJobs: async () => runner.settle?.(),
    authServer,
    /** From here on /readyz says no, so that a balancer sends nobody any more. */
    announceStop: () => {
      stopping = true
      portfolio.events.endStreams()
    },
    close: async () => {
      gather.gathering.stop()
      money.testPayments?.stop()
      await runner.stop()
      await gather.close()
      await fileReader.close()
      await door.close()
      await portfolio.events.close()
      await database.close()
    },
  }
}
