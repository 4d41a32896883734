import { lazyRouteComponent, type AnyRoute, type RouteComponent } from '@tanstack/react-router'
import { developerPaths } from '../developer-paths.ts'

type Page = (parent: AnyRoute, path: string, component: RouteComponent) => AnyRoute

/** In a production build the condition is constant false, so these pages are not in the bundle. */
export function developerRoutes(page: Page, root: AnyRoute, orPrompt: AnyRoute) {
  if (!__DEVELOPER_PAGES__) return { open: [], prompted: [] }
  const { testEmail, debugReset, trialTest } = developerPaths
  return {
    open: [
      page(
        root,
        testEmail,
        lazyRouteComponent(() => import('../pages/developer/test-email.tsx'), 'TestEmailPage'),
      ),
      page(
        root,
        debugReset,
        lazyRouteComponent(() => import('../pages/developer/debug-reset.tsx'), 'DebugResetPage'),
      ),
    ],
    prompted: [
      page(
        orPrompt,
        trialTest,
        lazyRouteComponent(() => import('../pages/developer/trial-test.tsx'), 'TrialTestPage'),
      ),
    ],
  }
}
