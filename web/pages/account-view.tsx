import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type MouseEvent } from 'react'
import { VIEW_HEADER, type OpenedView } from '#domain/admin/support.ts'
import { dateAndTime } from '#domain/time.ts'
import { createApiClient } from '../api/client.ts'
import { ApiContext, createQueryClient } from '../api/context.ts'
import { useCloseView } from '../features/admin/support-queries.ts'
import { useAuth } from '../features/auth/auth-provider.tsx'
import { paths } from '../paths.ts'
import { Button, Waiting } from '../ui/button.tsx'

const root = createRootRoute({ component: Outlet })
const page = (path: string, load: Parameters<typeof lazyRouteComponent>[0], name: string) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })

const SHOWN = [
  { path: paths.dashboard, label: 'Dashboard' },
  { path: paths.investments, label: 'Portfolio' },
  { path: paths.profile, label: 'Profile' },
  { path: paths.billing, label: 'Billing' },
  { path: paths.subscribe, label: 'Subscribe' },
]

const routeTree = root.addChildren([
  page(paths.dashboard, () => import('./dashboard.tsx'), 'DashboardPage'),
  page(paths.investments, () => import('./investments.tsx'), 'InvestmentsPage'),
  page('/companies/$id', () => import('./company.tsx'), 'CompanyPage'),
  page(paths.analytics, () => import('./analytics.tsx'), 'AnalyticsPage'),
  page(paths.updates, () => import('./account/updates.tsx'), 'UpdatesPage'),
  page(paths.discover, () => import('./discover.tsx'), 'DiscoverPage'),
  page(paths.profile, () => import('./account/profile.tsx'), 'ProfilePage'),
  page(paths.billing, () => import('./account/billing.tsx'), 'BillingPage'),
  page(paths.email, () => import('./account/email.tsx'), 'EmailPage'),
  page(paths.subscribe, () => import('./account/subscribe.tsx'), 'SubscribePage'),
])

const NotShown = () => <p className="p-6 text-muted">This page is not part of the view.</p>

type Props = { view: OpenedView; onClose: () => void }

/** The owner's pages with the owner's data, in a router of their own; the server refuses every change. */
export function AccountView({ view, onClose }: Props) {
  const { accessToken, renewToken } = useAuth().auth
  const [{ api, queryClient, router }] = useState(() => {
    const shown = createRouter({
      routeTree,
      history: createMemoryHistory({ initialEntries: [paths.dashboard] }),
      defaultPendingComponent: Waiting,
      defaultNotFoundComponent: NotShown,
    })
    const send: typeof fetch = (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set(VIEW_HEADER, view.id)
      return fetch(input, { ...init, headers })
    }
    const client = createApiClient(
      { accessToken, renewToken, onSignedOut: onClose, onNoAccess: (to) => void shown.navigate({ to }) },
      { fetch: send, upload: () => Promise.reject(new Error('nothing is uploaded from a view')) },
    )
    return { api: client, queryClient: createQueryClient(client), router: shown }
  })
  const { mutate } = useCloseView()
  const close = () => {
    mutate(view.id)
    onClose()
  }
  const end = useEffectEvent(onClose)
  useEffect(() => {
    const left = setTimeout(() => end(), new Date(view.endsAt).getTime() - Date.now())
    return () => clearTimeout(left)
  }, [view])

  /** Links stay in the view, even those that load a new document elsewhere. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target === '_blank' || link.origin !== location.origin) return
    event.preventDefault()
    event.stopPropagation()
    void router.navigate({ to: link.pathname + link.search })
  }
  return (
    <div>
      <div className="sticky top-0 z-10 flex flex-wrap items-center justify-between gap-3 border-b border-line bg-surface px-4 py-2.5">
        <p>
          <strong className="font-semibold">Viewing {view.email}</strong>{' '}
          <span className="text-muted">Read-only until {dateAndTime(view.endsAt)}. The owner was notified.</span>
        </p>
        <Button onClick={close}>Close View</Button>
        <nav aria-label="Pages of the account" className="flex w-full flex-wrap gap-x-4">
          {SHOWN.map(({ path, label }) => (
            <Button key={path} variant="quiet" onClick={() => void router.navigate({ to: path })}>
              {label}
            </Button>
          ))}
        </nav>
      </div>
      <ApiContext value={api}>
        <QueryClientProvider client={queryClient}>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- catches clicks on links, which keys make as well */}
          <div onClickCapture={follow}>
            <RouterProvider router={router} />
          </div>
        </QueryClientProvider>
      </ApiContext>
    </div>
  )
}
