import { AppError } from '#domain/errors.ts'
import { PublicConfig } from '#domain/public-config.ts'
import { SAMPLE_ARTICLES } from '#domain/sample-article.ts'
import { personalDataRoutes } from './account/data-routes.ts'
import type { PersonalData } from './account/holdings.ts'
import { accountRoutes } from './account/routes.ts'
import type { Accounts } from './account/account.ts'
import type { Admin } from './admin/admin.ts'
import { adminRoutes } from './admin/routes.ts'
import type { AuthServer } from './auth-server/auth-server.ts'
import { authErrorResponse } from './auth-server/errors.ts'
import { exportRoutes } from './companies/export/routes.ts'
import { importRoutes } from './companies/import/routes.ts'
import { uploadRoutes } from './companies/import/upload-routes.ts'
import { portfolioRoutes } from './companies/portfolio-routes.ts'
import { companyRoutes } from './companies/routes.ts'
import { billingRoutes, webhookRoutes } from './billing/routes.ts'
import type { Billing } from './compose-billing.ts'
import type { Portfolio } from './compose-portfolio.ts'
import type { Config } from './config.ts'
import { trialTestRoutes } from './developer/routes.ts'
import { discoverRoutes } from './discover/routes.ts'
import { ownViewRoutes } from './gather/own-view/routes.ts'
import { gatherRoutes } from './gather/routes.ts'
import { sampleArticleRoutes } from './gather/sample/routes.ts'
import { eventRoutes } from './news/event-routes.ts'
import { apiReference } from './http/api-reference.ts'
import { alive, ready } from './http/health.ts'
import { securityHeaders } from './http/headers.ts'
import { knownHosts, knownMethods, limitedBody, limitedRate } from './http/limits.ts'
import { createMetrics, metricsHandler, type Figure } from './http/metrics.ts'
import { openApiInfo } from './http/open-api.ts'
import { createPages } from './http/pages.ts'
import { createFindPeer } from './http/peer.ts'
import { problemResponse } from './http/problem.ts'
import { reportRoutes } from './http/reports.ts'
import { requestLog } from './http/request-log.ts'
import { createRoutes, json, route } from './http/route.ts'
import { NOT_FOUND, provideSession } from './http/session.ts'
import { limitedMisses } from './http/sweep-limit.ts'
import { securityText } from './http/security-text.ts'
import type { Site } from './http/site.ts'
import { createStaticFiles } from './http/static.ts'
import { insightRoutes } from './insights/routes.ts'
import type { RootLog } from './log.ts'
import { logoRoutes } from './logos/routes.ts'
import { outboxRoutes } from './mail/outbox-routes.ts'
import { pageTexts, publicConfigOf } from './page-texts.ts'
import { newsRoutes } from './news/routes.ts'
import { unsubscribeRoutes } from './reminders/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { viewRoutes } from './search/view-routes.ts'
import type { Auth } from './ports.ts'

const AUTH_PATH = '/auth/v1'
/** Of so many requests that a minute allows, one may be for something that is not there. */
const REQUESTS_PER_MISS = 12
const isAuthPath = (path: string) => path.startsWith(`${AUTH_PATH}/`)

type Words = Portfolio &
  Billing & {
    auth: Auth
    /** The embedded auth service; none when another one is used. */
    authServer: AuthServer | null
    accounts: Accounts
    admin: Admin
    personalData: PersonalData
  }

type Needs = {
  config: Config
  log: RootLog
  words: Words
  /** Letters that were not sent; none where there are no developer pages. */
  outbox: Parameters<typeof outboxRoutes>[0] | null
  health: { database: () => Promise<void>; migrated: () => Promise<boolean>; stopping: () => boolean }
  /** What the operator wants to see beside the requests. */
  figures: Figure[]
  /** What the build made for the browser; none when the pages come from elsewhere, as in development. */
  site: Site | null
}

export type App = ReturnType<typeof createApp>

/** The HTTP table of contents. */
export function createApp({ config, log, words, outbox, health, figures, site }: Needs) {
  const metrics = createMetrics(figures)

  const app = createRoutes()
  app.onError((error, c) =>
    isAuthPath(c.req.path) ? authErrorResponse(error, c) : problemResponse(error, c),
  )
  app.use(requestLog({ log, metrics, findPeer: createFindPeer(config.http.trustProxy) }))
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
  app.get('/healthz', alive)
  app.get('/readyz', ready(health))
  app.get('/metrics', metricsHandler(metrics, config.http))
  app.use(knownHosts(config.http.publicUrl))
  app.use(limitedRate(config.http.requestsPerMinute))
  app.get('/.well-known/security.txt', securityText(config.http.publicUrl, config.site.supportEmail))

  if (words.authServer) app.route(AUTH_PATH, words.authServer.routes)
  app.route(SAMPLE_ARTICLES, sampleArticleRoutes())
  app.route('/unsubscribe', unsubscribeRoutes(words.reminders.unsubscribe))

  if (words.testPayments) {
    app.use('/test-payments/*', limitedBody)
    app.route('/test-payments', words.testPayments.routes)
  }

  const api = createRoutes()
  api.use(limitedBody)
  api.use(limitedMisses(config.http.requestsPerMinute / REQUESTS_PER_MISS))
  api.use(provideSession(words.auth, (identity) => words.accounts.load(identity)))
  api.openapi(
    route('public', '/config', {
      method: 'get',
      tags: ['Service'],
      summary: 'What a browser may know of this installation',
      responses: { 200: json(PublicConfig, 'The public settings') },
    }),
    (c) => c.json(publicConfigOf(config), 200),
  )
  api.route('/', accountRoutes(words.accounts))
  api.route('/', personalDataRoutes(words.personalData, words.auth))
  api.route('/', portfolioRoutes(words.companies))
  api.route('/', importRoutes(words.imports))
  api.route('/', uploadRoutes(words))
  api.route('/', exportRoutes(words.exports))
  api.route('/', insightRoutes(words.insights))
  api.route('/', companyRoutes(words.companies))
  api.route('/', logoRoutes(words.logos))
  api.route('/', gatherRoutes(words))
  api.route(
    '/',
    eventRoutes({
      events: words.events,
      auth: words.auth,
      hasAccess: async (identity) => (await words.accounts.load(identity)).entitlement.hasAccess,
    }),
  )
  api.route('/', ownViewRoutes(words.ownView))
  api.route('/', discoverRoutes(words.discover))
  api.route('/', newsRoutes(words.news))
  api.route('/', searchRoutes(words.search))
  api.route('/', billingRoutes(words.billing))
  api.route('/', webhookRoutes(words.hearing))
  api.route('/', viewRoutes(words.views))
  api.route('/', adminRoutes(words.admin))
  api.route('/', reportRoutes())
  // Written out here, so that a build without developer pages drops the routes themselves.
  if ((typeof __DEVELOPER_PAGES__ === 'undefined' || __DEVELOPER_PAGES__) && outbox) {
    api.route('/', outboxRoutes(outbox))
  }
  if ((typeof __DEVELOPER_PAGES__ === 'undefined' || __DEVELOPER_PAGES__) && words.trialTest) {
    api.route('/', trialTestRoutes(words.trialTest))
  }
  const openApi = () => app.getOpenAPI31Document(openApiInfo(config.http.publicUrl))
  api.get('/openapi.json', (c) => c.json(openApi()))
  app.route('/api', api)
  app.all('/api/*', () => {
    throw new AppError('not-found', NOT_FOUND)
  })

  if (site) {
    const files = createStaticFiles(site)
    const pages = createPages(site, {
      texts: pageTexts(config),
      markup: { 'api-reference': () => apiReference(openApi()) },
    })
    app.get('*', async (c) => (await files(c)) ?? pages(c))
  }
  app.notFound((c) => problemResponse(new AppError('not-found', NOT_FOUND), c))
  return app
}
