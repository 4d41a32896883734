import { createAccounts, createLiveEntitlement } from './account/account.ts'
import { accountStore } from './account/store.ts'
import { takeLock } from './billing/sync.ts'
import { createAdmin } from './admin/admin.ts'
import { createPersonalData, type PersonalDataProvider } from './account/personal-data.ts'
import type { KeyedHash } from './auth/auth.ts'
import type { HashCost } from './auth/embedded/passwords/hash-worker.ts'
import { openAuth } from './auth/open-auth.ts'
import { openEmailTransport, type EmailTransport } from './platform/email/transport.ts'
import type { PaymentChoices } from './billing/open-payments.ts'
import { createSuppressions, suppressing, type Suppressions } from './platform/email/suppressions.ts'
import { MAIL_JOBS } from './job-payloads.ts'
import { type JobName, openQueue, type Queue } from './platform/queue/queue.ts'
import { createApp, createWorkerApp } from './app.ts'
import { openSigningKeys, createSecrets } from './auth/embedded/tokens/keys.ts'
import { openMailReader } from './updates/mail/open-mail-reader.ts'
import { openCompanyFileReader } from './companies/import/file/read-company-file.ts'
import { composeBilling } from './compose/billing.ts'
import { composeIntegrations } from './compose/integrations.ts'
import { composeMailings } from './compose/mailings.ts'
import { composeNews } from './compose/news.ts'
import { composePortfolio } from './compose/portfolio.ts'
import { composeSharing } from './compose/sharing.ts'
import { composeUpdates } from './compose/updates.ts'
import type { Config } from './config/config.ts'
import { isMigrated } from './platform/database/migrate.ts'
import { openDatabase, type Database } from './platform/database/open.ts'
import { openFetch } from './platform/fetch/safe-fetch.ts'
import { createHttpMetrics, type MetricReader } from './platform/metrics/http-metrics.ts'
import { readSite } from './platform/http/site.ts'
import { createWrongHosts } from './platform/http/wrong-hosts.ts'
import { createJobs } from './jobs.ts'
import { measuredTransport, operationMetrics } from './platform/metrics/operation-metrics.ts'
import { openLog, type Log } from './platform/log.ts'
import { logMetrics, type LogOutput } from './platform/log-output.ts'
import { observedFetch } from './platform/telemetry/observed-fetch.ts'
import { traceQueries } from './platform/telemetry/query-spans.ts'
import { openTelemetry } from './platform/telemetry/telemetry.ts'
import { writeAuthEmail, type AuthEmail } from './auth/emails/auth-email-texts.ts'
import type { Clock } from '#domain/time.ts'
import type { Fetch } from './platform/fetch/fetch.ts'
import { openTxtRecords, type ResolveTxt } from './platform/fetch/txt-records.ts'

const developerPages = (config: Config) =>
  config.developerPages && (typeof __DEVELOPER_PAGES__ === 'undefined' || __DEVELOPER_PAGES__)

/** With hosted auth, our own emails carry no token. */
const plainEmail = ({ http, site }: Config) => ({
  link: http.publicUrl,
  code: '',
  siteUrl: http.publicUrl,
  supportEmail: site.supportEmail,
})

/** The dependencies that most features need. */
export type Platform = {
  database: Database
  clock: Clock
  log: Log
  queue: Queue
  mail: EmailTransport
  suppressions: Suppressions
  hash: KeyedHash
  fetch: Fetch
}

type Choices = {
  clock?: Clock
  log?: Log
  /** Null when something else serves the pages. */
  webRoot?: string | null
  /** Tests pass their own. */
  database?: Database
  jobs?: 'pg-boss' | 'inline'
  curator?: 'thread' | 'inline'
  webhooks?: PaymentChoices['webhooks']
  /** Tests pass one without network access. */
  safeFetch?: { fetch: Fetch; close: () => Promise<void> }
  resolveTxt?: ResolveTxt
  logOutput?: LogOutput
  /** Tests lower it because they sign in thousands of times. */
  hashCost?: HashCost
}

/** The composition root: the only place that knows the adapters. */
export async function compose(config: Config, choices: Choices = {}) {
  const { clock = () => new Date(), log = openLog(config.logLevel), webRoot = null } = choices
  let stopping = false

  const database = choices.database ?? (await openDatabase(config.database, (line) => log.info({}, line)))
  const telemetry = await openTelemetry(config.telemetry, log)
  if (telemetry.isOn) database.onConnect((client) => traceQueries(client, telemetry))
  const runner = openQueue(choices.jobs ?? 'pg-boss', database, log, telemetry, MAIL_JOBS)
  const keys = await openSigningKeys(
    config.auth.kind === 'embedded' ? config.auth.signingKeysFile : null,
    config.dataDir,
  )
  const secrets = createSecrets(keys.secrets)
  const suppressions = createSuppressions({ database, clock, log, hash: secrets.hashes })
  const measured = measuredTransport(openEmailTransport(config.mail, { database, clock }))
  const { mail, metrics: refusals } = suppressing(measured.mail, suppressions, log)
  const fileReader = openCompanyFileReader()
  const mailReader = openMailReader({ resolveTxt: choices.resolveTxt ?? openTxtRecords(), log })
  const safeFetch = choices.safeFetch ?? openFetch(config.fetch, { log, clock })

  const needs: Platform = {
    database,
    clock,
    log,
    queue: runner.queue,
    mail,
    suppressions,
    hash: secrets.hashes,
    fetch: observedFetch(safeFetch.fetch, { telemetry, log }),
  }
  const accounts = createAccounts({ ...needs, adminEmails: config.adminEmails })
  const { auth, server: authServer } = openAuth(config.auth, {
    ...needs,
    keys,
    secrets,
    supportEmail: config.site.supportEmail,
    ...(choices.hashCost && { hashCost: choices.hashCost }),
    profiles: { ...accounts, erase: (queries, userId) => eraseAll(queries, userId) },
  })
  const { work, ...gather } = await composeNews(config, {
    ...needs,
    curator: choices.curator ?? 'thread',
  })
  const portfolio = composePortfolio(config, { ...needs, reader: fileReader, gather })
  const updateFeatures = composeUpdates(config, {
    ...needs,
    ...portfolio,
    briefs: gather.briefs,
    mailReader,
  })
  const mailingFeatures = composeMailings(config, { ...needs, ...portfolio })
  const integrations = composeIntegrations(config, { ...needs, ...portfolio, accounts })
  const sharing = composeSharing(config, { ...needs, ...portfolio, ...updateFeatures, ...integrations })
  const money = await composeBilling(config, {
    ...needs,
    hasDeveloperPages: developerPages(config),
    payments: { waits: choices.jobs !== 'inline', webhooks: choices.webhooks },
  })
  if (config.adminEmails.length > 0 && config.auth.kind === 'embedded' && !config.auth.confirmEmail)
    log.warn(
      {},
      'ADMIN_EMAILS: email confirmation is off, so anyone who signs up with one of these addresses is an administrator',
    )
  const wrongHosts = createWrongHosts(needs)
  const admin = createAdmin({
    ...needs,
    wrongHosts,
    auth,
    billing: money.administration,
    jobs: runner,
    adminEmails: config.adminEmails,
    isMailSent: config.mail.kind === 'smtp',
    sources: [...config.gather.sources, ...(config.gather.companiesHouseKey ? ['companies-house'] : [])],
    search: config.gather.search,
    model: config.model,
  })
  // Data is erased in this order.
  const personalDataProviders: PersonalDataProvider[] = [
    sharing.shares,
    integrations.apiKeys,
    integrations.privateFeeds,
    integrations.webhooks,
    mailingFeatures.pushDevices,
    mailingFeatures.mailingSettings,
    updateFeatures.updates,
    portfolio.overrides,
    portfolio.discover,
    portfolio.views,
    portfolio.newStories,
    portfolio.news,
    portfolio.positions,
    portfolio.companies,
    admin,
    money.reminders,
    money.billing,
    accounts,
    auth,
  ]
  const eraseAll: PersonalDataProvider['erase'] = async (queries, userId) => {
    // Taken first, and in the order of billing: whoever writes a row of the account needs the account's own row.
    await takeLock(queries, userId)
    await accountStore(queries).lock(userId)
    for (const dataProvider of personalDataProviders) await dataProvider.erase(queries, userId)
  }
  const personalData = createPersonalData({ ...needs, auth, providers: personalDataProviders, eraseAll })
  await personalData.eraseRestored()
  await accounts.rememberTrials()
  const liveEntitlement = createLiveEntitlement({ events: portfolio.events, auth, accounts })
  const features = {
    accounts,
    liveEntitlement,
    auth,
    authServer,
    ...portfolio,
    ...updateFeatures,
    ...mailingFeatures,
    ...integrations,
    ...sharing,
    ...money,
    admin,
    personalData,
    websub: gather.websub,
  }

  const deliver = authServer?.deliver ?? ((email: AuthEmail) => mail.send(writeAuthEmail(email, plainEmail(config))))

  const health = {
    database: database.ping,
    migrated: () => isMigrated(database),
    stopping: () => stopping,
  }
  const metricReaders: MetricReader[] = [
    ...(choices.logOutput ? logMetrics(choices.logOutput) : []),
    { name: 'jobs_given_up', help: 'Jobs that failed permanently', read: runner.givenUp },
    {
      name: 'webhook_bad_signatures_total',
      help: 'Webhooks with an invalid signature',
      type: 'counter',
      read: async () => money.webhookHandler.badSignatures(),
    },
    {
      name: 'inbound_bad_signatures_total',
      help: 'Inbound emails with an invalid signature',
      type: 'counter',
      read: async () => updateFeatures.inbound.badSignatures(),
    },
    {
      name: 'mail_event_bad_signatures_total',
      help: 'Bounces and complaints with an invalid signature',
      type: 'counter',
      read: async () => mailingFeatures.mailEvents.badSignatures(),
    },
    wrongHosts.metric,
    ...operationMetrics(database),
    ...measured.metrics,
    ...refusals,
    ...gather.metricReaders,
  ]
  const enqueue: Parameters<typeof createJobs>[0]['enqueue'] = (name, payload) =>
    database.asSystem((queries) => runner.queue.enqueue(queries, name, payload))
  const jobs = () => createJobs({ ...features, ...gather, ...work, deliver, enqueue })
  const metrics = createHttpMetrics(metricReaders)
  telemetry.exportMetrics(metrics.read)
  return {
    app: createApp({
      config,
      log,
      telemetry,
      features,
      outbox: developerPages(config)
        ? { database, mail, publicUrl: config.http.publicUrl, supportEmail: config.site.supportEmail }
        : null,
      health,
      longestWait: database.longestWait,
      metrics,
      wrongHosts,
      site: webRoot ? readSite(webRoot) : null,
    }),
    workerApp: createWorkerApp({ config, log, telemetry, health, metrics }),
    database,
    queue: runner.queue,
    suppressions,
    admin,
    prepareQueue: () => runner.prepare(Object.keys(jobs()) as JobName[]),
    startJobs: async () => {
      // No other process uses an embedded database, so any existing claims were left behind by a process that died.
      if (!choices.database && config.database.url === null) await gather.releaseClaims()
      await gather.attach.agreeWithSettings()
      await gather.startKeys()
      await runner.start(jobs())
    },
    settleJobs: async () => runner.settle?.(),
    flushTelemetry: telemetry.flush,
    authServer,
    /** Makes /readyz fail, so that a load balancer stops sending requests. Jobs finish while requests do. */
    announceStop: () => {
      stopping = true
      portfolio.events.endStreams()
      gather.poller.stop()
      runner.drain()
    },
    close: async () => {
      gather.poller.stop()
      money.testPayments?.stop()
      await runner.stop()
      await gather.close()
      await fileReader.close()
      await mailReader.close()
      await safeFetch.close()
      await portfolio.events.close()
      await telemetry.close()
      await database.close()
    },
  }
}
