import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach } from 'vitest'
import { PRICE } from '#domain/account/plan.ts'
import type { Offers } from '#domain/billing/checkout.ts'
import type { PaymentsConfig } from '#domain/billing/subscriptions.ts'
import { ApiContext, PublicConfigContext, createQueryClient } from '../api/context.ts'
import { createApiClient } from '../api/client.ts'
import { queryString } from '../app/navigation.ts'
import { AuthProvider, ConfirmIdentityProvider } from '../features/auth/auth-provider.tsx'
import { createAuth } from '../features/auth/auth-store.ts'
import type { LinkFragment } from '../features/auth/link-fragment.ts'
import { ToastProvider } from '../ui/overlays/toast.tsx'
import { fakeServer } from './fake-server.ts'
import { memoryAuth, sampleSession } from './memory-auth.ts'

// Lazy components wait for their modules to load, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)

type Options = {
  server?: ReturnType<typeof fakeServer>
  auth?: ReturnType<typeof memoryAuth>
  at?: string
  path?: string
  link?: LinkFragment
  ai?: boolean
  payments?: PaymentsConfig
  passwordMinLength?: number
  keepsIdentity?: boolean
  sources?: string[]
  offers?: Offers
}

const testMode = { mode: 'test', publishableKey: 'pk_test_embedded', base: '/test-payments' } as const

const config = {
  auth: { url: 'http://auth.example', anonKey: 'anon', keepsIdentity: false },
  developerPages: false,
  supportEmail: 'help@tidings.example',
  price: PRICE,
  founderUpdates: true,
}

export function renderPage(
  page: ReactNode,
  {
    server = fakeServer({}),
    auth = memoryAuth({ session: sampleSession() }),
    at = '/dashboard',
    path = '$',
    link,
    ai = false,
    payments = testMode,
    passwordMinLength = 6,
    sources = ['company-site', 'press'],
    keepsIdentity = false,
    offers,
  }: Options = {},
) {
  const store = createAuth(auth.client, link, at.split('?')[0])
  const sentTo: string[] = []
  const api = createApiClient(
    {
      accessToken: store.accessToken,
      renewToken: store.renewToken,
      onSignedOut: store.sessionEnded,
      onNoAccess: (redirect) => sentTo.push(redirect),
    },
    { fetch: server.fetch as typeof fetch, upload: server.upload },
  )
  const queryClient = createQueryClient(api)
  const root = createRootRoute()
  const here = createRoute({ getParentRoute: () => root, path, component: () => page })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/$', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren(path === '$' ? [here] : [here, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
    ...queryString,
  })
  const view = render(
    <PublicConfigContext
      value={{
        ...config,
        auth: { ...config.auth, keepsIdentity },
        ai,
        payments,
        passwordMinLength,
        sources,
        ...(offers ? { offers } : {}),
      }}
    >
      <ApiContext value={api}>
        <QueryClientProvider client={queryClient}>
          <AuthProvider auth={store}>
            <ToastProvider>
              <ConfirmIdentityProvider>
                <RouterProvider router={router} />
              </ConfirmIdentityProvider>
            </ToastProvider>
          </AuthProvider>
        </QueryClientProvider>
      </ApiContext>
    </PublicConfigContext>,
  )
  return { ...view, server, auth, store, api, queryClient, router, sentTo }
}

export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input, textarea, select' }), { target: { value } })
