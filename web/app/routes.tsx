import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Waiting } from '../ui/button.tsx'
import { developerPaths } from '../developer-paths.ts'
import { ErrorScreen, LiveEvents, PageAnnouncer, Shell } from './shell.tsx'
import { ReportTimeZone } from '../features/mailings/report-time-zone.ts'
import { RequireAccess, RequireSession, SessionOrPrompt, LogInPrompt } from './guards.tsx'
import { ahead, crossesPaymentBorder, queryString, texts, type LoadContext } from './navigation.ts'

const root = createRootRouteWithContext<LoadContext>()({
  component: () => (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <Outlet />
      <PageAnnouncer />
    </>
  ),
  beforeLoad: ({ location: target, preload }) => {
    if (preload || !crossesPaymentBorder(documentPath, target.pathname)) return
    location.assign(target.href)
    return new Promise<void>(() => {})
  },
  notFoundComponent: lazyRouteComponent(() => import('../pages/not-found.tsx'), 'NotFoundPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  loader: loaderOf(ahead.profile),
  component: () => (
    <RequireSession>
      <LiveEvents />
      <ReportTimeZone />
      <Shell>
        <Outlet />
      </Shell>
    </RequireSession>
  ),
})

const withAccess = createRoute({
  getParentRoute: () => signedIn,
  id: 'with-access',
  component: () => (
    <RequireAccess>
      <Outlet />
    </RequireAccess>
  ),
})

const orPrompt = createRoute({
  getParentRoute: () => root,
  id: 'or-prompt',
  loader: loaderOf(ahead.profile),
  component: () => (
    <SessionOrPrompt prompt={<LogInPrompt />}>
      <Shell>
        <Outlet />
      </Shell>
    </SessionOrPrompt>
  ),
})

type Ahead = (
  context: LoadContext,
  search: Record<string, string | undefined>,
  params: Record<string, string | undefined>,
) => void

type Entering = {
  context: LoadContext
  location: { search: Record<string, string | undefined> }
  params: Record<string, string | undefined>
  preload: boolean
}

/** A link under the pointer preloads only the page's code. Without a parent's type, the router's is unknown. */
function loaderOf(fetch: Ahead | undefined) {
  return (entering: unknown) => {
    const {
      context,
      location: { search },
      params,
      preload,
    } = entering as Entering
    if (!preload && context.isSignedIn()) fetch?.(context, search, params)
  }
}

const page = <Parent extends AnyRoute, const Path extends string, Name extends string, Search = Record<never, never>>(
  parent: Parent,
  path: Path,
  load: () => Promise<Record<NoInfer<Name>, RouteComponent>>,
  name: Name,
  validateSearch?: (search: Record<string, unknown>) => Search,
  fetch?: Ahead,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    component: lazyRouteComponent(load, name),
    validateSearch,
    loader: loaderOf(fetch),
  })

const newsFilters = texts('tab', 'q', 'company', 'section', 'event', 'source', 'from', 'to', 'sort', 'show')
const tableFilters = texts('q', 'category', 'stage', 'sort', 'columns', 'view')
const reportFilters = texts('q', 'category', 'stage', 'sort', 'ids')
const invitation = texts('invitation', 'company')
const companyView = texts('section', 'order', 'events')

const visitorPages = [
  page(root, paths.signIn, () => import('../pages/auth/signin.tsx'), 'SignInPage', texts('mode')),
  page(root, paths.forgotPassword, () => import('../pages/auth/forgot-password.tsx'), 'ForgotPasswordPage'),
  page(root, paths.resetPassword, () => import('../pages/auth/reset-password.tsx'), 'ResetPasswordPage'),
] as const

const accessPages = [
  page(
    withAccess,
    paths.dashboard,
    () => import('../pages/dashboard.tsx'),
    'DashboardPage',
    newsFilters,
    ahead.dashboard,
  ),
  page(
    withAccess,
    paths.investments,
    () => import('../pages/investments.tsx'),
    'InvestmentsPage',
    tableFilters,
    ahead.investments,
  ),
  page(withAccess, paths.upload, () => import('../pages/upload.tsx'), 'UploadPage'),
  page(withAccess, paths.analytics, () => import('../pages/analytics.tsx'), 'AnalyticsPage'),
  page(withAccess, '/companies/$id', () => import('../pages/company.tsx'), 'CompanyPage', companyView, ahead.company),
  page(withAccess, paths.updates, () => import('../pages/account/updates.tsx'), 'UpdatesPage'),
  page(withAccess, '/updates/$id', () => import('../pages/update.tsx'), 'UpdatePage'),
  page(withAccess, paths.discover, () => import('../pages/discover.tsx'), 'DiscoverPage', texts('view')),
] as const

const accountPages = [
  page(signedIn, paths.report, () => import('../pages/report.tsx'), 'ReportPage', reportFilters),
  page(signedIn, paths.profile, () => import('../pages/account/profile.tsx'), 'ProfilePage'),
  page(signedIn, paths.billing, () => import('../pages/account/billing.tsx'), 'BillingPage'),
  page(signedIn, paths.security, () => import('../pages/account/security.tsx'), 'SecurityPage'),
  page(signedIn, paths.email, () => import('../pages/account/email.tsx'), 'EmailPage'),
  page(signedIn, paths.integrations, () => import('../pages/account/integrations.tsx'), 'IntegrationsPage'),
  page(signedIn, paths.sharing, () => import('../pages/account/sharing.tsx'), 'SharingPage', invitation),
  page(signedIn, '/shared/$id', () => import('../pages/shared.tsx'), 'SharedPage'),
  page(signedIn, '/shared/$id/companies/$companyId', () => import('../pages/shared-company.tsx'), 'SharedCompanyPage'),
  page(signedIn, paths.admin, () => import('../pages/admin.tsx'), 'AdminPage', texts('tab', 'q', 'user')),
] as const

const promptPages = [
  page(orPrompt, paths.subscribe, () => import('../pages/account/subscribe.tsx'), 'SubscribePage', texts('pay')),
] as const

const documentPath = location.pathname

export function createAppRouter({ developerPages }: { developerPages: boolean }, context: LoadContext) {
  // Pages that a build may leave out aren't part of the typed routes.
  const developer = developerPages ? developerRoutes() : { open: [], prompted: [] }
  return createRouter({
    routeTree: root.addChildren([
      ...visitorPages,
      ...(developer.open as []),
      signedIn.addChildren([withAccess.addChildren(accessPages), ...accountPages]),
      orPrompt.addChildren([...promptPages, ...(developer.prompted as [])]),
    ]),
    ...queryString,
    context,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
  })
}

/** In a production build, the condition is always false, so these pages are left out of the bundle. */
function developerRoutes() {
  if (!__DEVELOPER_PAGES__) return { open: [], prompted: [] }
  const { testEmail, debugReset, trialTest } = developerPaths
  return {
    open: [
      page(root, testEmail, () => import('../pages/developer/test-email.tsx'), 'TestEmailPage'),
      page(root, debugReset, () => import('../pages/developer/debug-reset.tsx'), 'DebugResetPage'),
    ],
    prompted: [page(orPrompt, trialTest, () => import('../pages/developer/trial-test.tsx'), 'TrialTestPage')],
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
