import { getPublicConfig } from '#domain/service-endpoints.ts'
import { AppError } from '#domain/errors.ts'
import { FEED_PATH } from '#domain/integrations/feeds.ts'
import { SAMPLE_ARTICLES } from '#domain/news/sample-article.ts'
import { personalDataRoutes, accountRoutes } from './account/routes.ts'
import type { PersonalData } from './account/personal-data.ts'
import type { Accounts, createLiveEntitlement } from './account/account.ts'
import type { Admin } from './admin/admin.ts'
import { trustRoutes } from './admin/trust/pages.ts'
import { adminRoutes } from './admin/routes.ts'
import type { AuthServer } from './auth/embedded/auth-server.ts'
import { authErrorResponse } from './auth/embedded/http/errors.ts'
import { exportRoutes, portfolioRoutes, companyRoutes, logoRoutes } from './companies/routes.ts'
import { importRoutes, uploadRoutes } from './companies/import/routes.ts'
import { positionRoutes } from './companies/positions/routes.ts'
import { billingRoutes, webhookRoutes } from './billing/routes.ts'
import type { Billing } from './compose/billing.ts'
import type { IntegrationFeatures } from './compose/integrations.ts'
import type { MailingFeatures } from './compose/mailings.ts'
import type { Portfolio } from './compose/portfolio.ts'
import type { SharingFeatures } from './compose/sharing.ts'
import type { UpdateFeatures } from './compose/updates.ts'
import type { Config } from './config/config.ts'
import { trialTestRoutes } from './billing/developer-pages.ts'
import { overrideRoutes } from './news/overrides/routes.ts'
import { possibleArticleRoutes } from './news/possible-articles/routes.ts'
import { websiteSuggestionRoutes } from './news/website-suggestions/routes.ts'
import { sampleArticleRoutes } from './news/sources/sample.ts'
import { eventRoutes } from './platform/live/event-routes.ts'
import { apiReference, openApiInfo } from './platform/http/open-api.ts'
import { alive, ready, reportRoutes, securityText, type HealthChecks } from './platform/http/system-routes.ts'
import { securityHeaders } from './platform/http/headers.ts'
import { boundedBodies } from './platform/http/body.ts'
import { knownHosts, knownMethods, limitedRate, limitMisses, shedLoad } from './platform/http/limits.ts'
import { metricsHandler, type HttpMetrics, requestLog } from './platform/metrics/http-metrics.ts'
import { createPages, type Site, createStaticFiles } from './platform/http/site.ts'
import type { WrongHosts } from './platform/http/wrong-hosts.ts'
import { createFindPeer } from './platform/http/peer.ts'
import { problemResponse } from './platform/http/problem.ts'
import { API_PATH, createRoutes, route } from './platform/http/route.ts'
import { NOT_FOUND, provideSession } from './platform/http/session.ts'
import type { Log } from './platform/log.ts'
import type { Telemetry } from './platform/telemetry/telemetry.ts'
import { feedRoutes } from './integrations/feeds/feed-routes.ts'
import { MCP_PATH, mcpRoutes } from './integrations/mcp/mcp-routes.ts'
import { keyRoutes, outgoingWebhookRoutes, privateFeedRoutes } from './integrations/routes.ts'
import { mailEventRoutes, mailingRoutes, notificationRoutes } from './mailings/routes.ts'
import { pushDeviceRoutes } from './mailings/push/routes.ts'
import { readAlongRoutes, shareRoutes } from './sharing/routes.ts'
import { inboundRoutes, updateRoutes } from './updates/routes.ts'
import { outboxRoutes } from './platform/email/outbox-routes.ts'
import { pageTexts, publicConfigOf } from './config/public-config.ts'
import {
  analyticsRoutes,
  companyNewsRoutes,
  discoverRoutes,
  newsRoutes,
  readingRoutes,
  searchRoutes,
  viewRoutes,
} from './news/routes.ts'
import { webSubRoutes } from './news/websub/routes.ts'
import { WEBSUB_PATH, type WebSub } from './news/websub/websub.ts'
import type { Auth } from './auth/auth.ts'

const AUTH_PATH = '/auth/v1'
/** Divides the rate limit: a twelfth of it is the budget for 404 responses. */
const REQUESTS_PER_MISS = 12
const isAuthPath = (path: string) => path.startsWith(`${AUTH_PATH}/`)

type Features = Portfolio &
  UpdateFeatures &
  MailingFeatures &
  IntegrationFeatures &
  SharingFeatures &
  Billing & {
    auth: Auth
    /** Null when auth is hosted. */
    authServer: AuthServer | null
    accounts: Accounts
    liveEntitlement: ReturnType<typeof createLiveEntitlement>
    admin: Admin
    personalData: PersonalData
    /** Null unless hubs can reach this installation. */
    websub: WebSub | null
  }

type Needs = {
  config: Config
  log: Log
  telemetry: Telemetry
  features: Features
  /** Null when the developer pages are disabled. */
  outbox: Parameters<typeof outboxRoutes>[0] | null
  health: HealthChecks
  /** The longest time a request has been waiting for a database connection, in milliseconds. */
  longestWait: () => number
  metrics: HttpMetrics
  wrongHosts: WrongHosts
  /** Null in development, where Vite serves the pages. */
  site: Site | null
}

export function createApp(needs: Needs) {
  const { config, log, telemetry, features, outbox, health, longestWait, metrics, wrongHosts, site } = needs
  const app = createRoutes()
  app.onError((error, c) => (isAuthPath(c.req.path) ? authErrorResponse(error, c) : problemResponse(error, c)))
  app.use(requestLog({ log, telemetry, metrics, findPeer: createFindPeer(config.http.trustProxy) }))
  app.use(
    securityHeaders({
      publicUrl: config.http.publicUrl,
      scriptHashes: site?.scriptHashes ?? [],
      connectOrigins: config.auth.kind === 'hosted' ? [new URL(config.auth.url).origin] : [],
      hasCardProvider: config.payments.kind === 'stripe',
      conversionOrigin: config.site.conversion?.origin ?? null,
    }),
  )
  app.use(knownMethods)
  app.use(boundedBodies())
  app.get('/healthz', alive)
  app.get('/readyz', ready(health))
  app.get('/metrics', metricsHandler(metrics, config.http))
  app.use(knownHosts(config.http.publicUrl, wrongHosts))
  app.use(limitedRate(config.http.requestsPerMinute))
  for (const path of [AUTH_PATH, API_PATH]) app.use(`${path}/*`, shedLoad(longestWait))
  app.get('/.well-known/security.txt', securityText(config.http.publicUrl, config.site.supportEmail))

  if (features.authServer) app.route(AUTH_PATH, features.authServer.routes)
  app.route(FEED_PATH, feedRoutes(features.privateFeeds, config.http.publicUrl))
  if (features.websub) app.route(WEBSUB_PATH, webSubRoutes(features.websub))
  app.route(SAMPLE_ARTICLES, sampleArticleRoutes())
  for (const { path, routes } of [features.reminders.unsubscribe, ...features.mailings.unsubscribes])
    app.route(path, routes())

  if (config.site.hasTrustPages)
    app.route('/', trustRoutes({ ...config.site, status: features.admin.status, publicUrl: config.http.publicUrl }))

  if (features.testPayments) app.route('/test-payments', features.testPayments.routes)

  app.route(API_PATH, inboundRoutes(features.inbound))
  app.route(API_PATH, mailEventRoutes(features.mailEvents))

  const api = createRoutes()
  const session = provideSession({
    ...features.auth,
    loadProfile: (identity: Parameters<typeof features.accounts.load>[0]) => features.accounts.load(identity),
    findKeyHolder: features.apiKeys.findHolder,
    findViewed: async (viewId, sessionId) => {
      const row = await features.admin.views.find(viewId, sessionId)
      return row && { id: row.id, email: row.email, profile: features.accounts.profileOf(row) }
    },
  })
  api.use(session)
  api.use(limitMisses(config.http.requestsPerMinute / REQUESTS_PER_MISS))
  api.openapi(route(getPublicConfig), (c) => c.json(publicConfigOf(config), 200))
  api.route('/', accountRoutes(features.accounts))
  api.route('/', personalDataRoutes(features.personalData, features.auth))
  api.route('/', portfolioRoutes(features.companies))
  api.route('/', importRoutes(features.imports))
  api.route('/', uploadRoutes(features))
  api.route('/', exportRoutes(features.exports))
  api.route('/', analyticsRoutes(features.analytics))
  api.route('/', companyRoutes(features.companies))
  api.route('/', positionRoutes(features.positions))
  api.route('/', logoRoutes(features.logos))
  api.route('/', companyNewsRoutes(features))
  api.route('/', eventRoutes({ events: features.events, checkSession: features.liveEntitlement.checkSession }))
  api.route('/', overrideRoutes(features.overrides))
  api.route('/', possibleArticleRoutes(features.possibleArticles))
  api.route('/', websiteSuggestionRoutes(features.suggestedWebsites))
  api.route('/', discoverRoutes(features.discover))
  api.route('/', newsRoutes(features.news))
  api.route('/', readingRoutes(features))
  api.route('/', searchRoutes(features.search))
  api.route('/', updateRoutes(features.updates))
  api.route('/', mailingRoutes(features.mailingSettings))
  api.route('/', notificationRoutes(features.notifications))
  api.route('/', pushDeviceRoutes(features.pushDevices))
  api.route('/', keyRoutes(features.apiKeys))
  api.route('/', privateFeedRoutes(features.privateFeeds))
  api.route('/', outgoingWebhookRoutes(features.webhooks))
  api.route('/', shareRoutes(features.shares))
  api.route('/', readAlongRoutes(features.readAlong))
  api.route('/', billingRoutes(features.billing))
  api.route('/', webhookRoutes(features.webhookHandler))
  api.route('/', viewRoutes(features.views))
  api.route('/', adminRoutes(features.admin))
  api.route('/', reportRoutes())
  // Inlined, so that a build without developer pages drops these routes.
  if ((typeof __DEVELOPER_PAGES__ === 'undefined' || __DEVELOPER_PAGES__) && outbox) {
    api.route('/', outboxRoutes(outbox))
  }
  if ((typeof __DEVELOPER_PAGES__ === 'undefined' || __DEVELOPER_PAGES__) && features.trialTest) {
    api.route('/', trialTestRoutes(features.trialTest))
  }
  const openApi = () => app.getOpenAPI31Document(openApiInfo(config.http.publicUrl))
  api.get('/openapi.json', (c) => c.json(openApi()))
  app.route(API_PATH, api)
  app.use(MCP_PATH, session)
  app.route(MCP_PATH, mcpRoutes(features.mcp))
  app.all('/api/*', () => {
    throw new AppError('not-found', NOT_FOUND)
  })

  if (site) {
    const files = createStaticFiles(site)
    const pages = createPages(site, {
      texts: pageTexts(config),
      markup: (name) => apiReference(openApi(), config.http.publicUrl, name),
    })
    app.get('*', async (c) => (await files(c)) ?? pages(c))
  }
  app.notFound((c) => problemResponse(new AppError('not-found', NOT_FOUND), c))
  return app
}

type WorkerAppNeeds = Pick<Needs, 'config' | 'log' | 'telemetry' | 'metrics'> & { health: HealthChecks }

export function createWorkerApp({ config, log, telemetry, health, metrics }: WorkerAppNeeds) {
  const app = createRoutes()
  app.onError(problemResponse)
  app.use(requestLog({ log, telemetry, metrics, findPeer: createFindPeer(config.http.trustProxy) }))
  app.use(knownMethods)
  app.get('/healthz', alive)
  app.get('/readyz', ready(health))
  app.get('/metrics', metricsHandler(metrics, config.http))
  app.notFound((c) => problemResponse(new AppError('not-found', NOT_FOUND), c))
  return app
}
