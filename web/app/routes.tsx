import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Waiting } from '../ui/button.tsx'
import { developerRoutes } from './developer-routes.tsx'
import { ErrorScreen, LiveEvents, PageAnnouncer, Shell } from './shell.tsx'
import { RequireAccess, RequireSession, SessionOrPrompt, LogInPrompt } from './guards.tsx'
import { crossesPaymentBorder, queryString, texts } from './navigation.ts'

const root = createRootRoute({
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
  component: () => (
    <RequireSession>
      <LiveEvents />
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
  component: () => (
    <SessionOrPrompt prompt={<LogInPrompt />}>
      <Shell>
        <Outlet />
      </Shell>
    </SessionOrPrompt>
  ),
})

const page = <Parent extends AnyRoute, const Path extends string, Search = Record<never, never>>(
  parent: Parent,
  path: Path,
  component: RouteComponent,
  validateSearch?: (search: Record<string, unknown>) => Search,
) => createRoute({ getParentRoute: () => parent, path, component, validateSearch })

const visitorPages = [
  page(
    root,
    paths.signIn,
    lazyRouteComponent(() => import('../pages/auth/signin.tsx'), 'SignInPage'),
    texts('mode'),
  ),
  page(
    root,
    paths.forgotPassword,
    lazyRouteComponent(() => import('../pages/auth/forgot-password.tsx'), 'ForgotPasswordPage'),
  ),
  page(
    root,
    paths.resetPassword,
    lazyRouteComponent(() => import('../pages/auth/reset-password.tsx'), 'ResetPasswordPage'),
  ),
] as const

const accessPages = [
  page(
    withAccess,
    paths.dashboard,
    lazyRouteComponent(() => import('../pages/dashboard.tsx'), 'DashboardPage'),
    texts('tab', 'q', 'company', 'section', 'source', 'from', 'to', 'sort', 'show'),
  ),
  page(
    withAccess,
    paths.investments,
    lazyRouteComponent(() => import('../pages/investments.tsx'), 'InvestmentsPage'),
    texts('q', 'category', 'stage', 'sort', 'columns', 'view'),
  ),
  page(
    withAccess,
    paths.upload,
    lazyRouteComponent(() => import('../pages/upload.tsx'), 'UploadPage'),
  ),
  page(
    withAccess,
    paths.analytics,
    lazyRouteComponent(() => import('../pages/analytics.tsx'), 'AnalyticsPage'),
  ),
  page(
    withAccess,
    '/companies/$id',
    lazyRouteComponent(() => import('../pages/company.tsx'), 'CompanyPage'),
    texts('section', 'order', 'events'),
  ),
  page(
    withAccess,
    paths.discover,
    lazyRouteComponent(() => import('../pages/discover.tsx'), 'DiscoverPage'),
    texts('view'),
  ),
] as const

const accountPages = [
  page(
    signedIn,
    paths.report,
    lazyRouteComponent(() => import('../pages/report.tsx'), 'ReportPage'),
    texts('q', 'category', 'stage', 'sort', 'ids'),
  ),
  page(
    signedIn,
    paths.profile,
    lazyRouteComponent(() => import('../pages/account/profile.tsx'), 'ProfilePage'),
  ),
  page(
    signedIn,
    paths.billing,
    lazyRouteComponent(() => import('../pages/account/billing.tsx'), 'BillingPage'),
  ),
  page(
    signedIn,
    paths.security,
    lazyRouteComponent(() => import('../pages/account/security.tsx'), 'SecurityPage'),
  ),
  page(
    signedIn,
    paths.admin,
    lazyRouteComponent(() => import('../pages/admin.tsx'), 'AdminPage'),
    texts('tab', 'q', 'user'),
  ),
] as const

const promptPages = [
  page(
    orPrompt,
    paths.subscribe,
    lazyRouteComponent(() => import('../pages/account/subscribe.tsx'), 'SubscribePage'),
    texts('pay'),
  ),
] as const

const documentPath = location.pathname

export function createAppRouter({ developerPages }: { developerPages: boolean }) {
  // Pages that a build may leave out are not among the typed ones.
  const developer = developerPages ? developerRoutes(page, root, orPrompt) : { open: [], prompted: [] }
  return createRouter({
    routeTree: root.addChildren([
      ...visitorPages,
      ...(developer.open as []),
      signedIn.addChildren([withAccess.addChildren(accessPages), ...accountPages]),
      orPrompt.addChildren([...promptPages, ...(developer.prompted as [])]),
    ]),
    ...queryString,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
