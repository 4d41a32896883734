import { paths } from '../paths.ts'
import { developerPaths } from '../developer-paths.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import type { PublicConfig } from '#domain/public-config.ts'
import { safeReturnPath } from '#domain/auth/redirect.ts'
import { ApiContext, PublicConfigContext, createQueryClient } from '../api/context.ts'
import { browserRequests, createApiClient } from '../api/client.ts'
import { createDeviceCopies } from '../api/device-copies.ts'
import { AuthProvider, useAuth, ConfirmIdentityProvider } from '../features/auth/auth-provider.tsx'
import type { Auth } from '../features/auth/auth-store.ts'
import { returnPath } from '../features/auth/browser-storage.ts'
import { ToastProvider, useToast } from '../ui/overlays/toast.tsx'
import { ErrorScreen } from './shell.tsx'
import { createAppRouter } from './routes.tsx'
import { connectTabs } from './tabs.ts'
import { lazyComponent } from '../ui/lazy.tsx'

const ForeignLinkPrompt = lazyComponent(() => import('../features/auth/foreign-link.tsx'), 'ForeignLinkPrompt')

type Assembled = ReturnType<typeof assemble>

export function App({ config, auth, api, queryClient, router }: Assembled) {
  return (
    <CatchBoundary getResetKey={() => 'app'} errorComponent={ErrorScreen}>
      <PublicConfigContext value={config}>
        <ApiContext value={api}>
          <QueryClientProvider client={queryClient}>
            <AuthProvider auth={auth}>
              <ToastProvider>
                <LinkNotice />
                <ConfirmIdentityProvider>
                  <AskedAboutLink>
                    <RouterProvider router={router} />
                  </AskedAboutLink>
                </ConfirmIdentityProvider>
              </ToastProvider>
            </AuthProvider>
          </QueryClientProvider>
        </ApiContext>
      </PublicConfigContext>
    </CatchBoundary>
  )
}

function LinkNotice() {
  const auth = useAuth()
  const toast = useToast()
  useEffect(() => {
    if (!auth.halfConfirmed) return
    toast({
      title: 'Confirmation link accepted',
      description: 'Please open the link sent to the other address too.',
    })
  }, [auth.halfConfirmed, toast])
  return null
}

function AskedAboutLink({ children }: { children: ReactNode }) {
  const { foreignLink } = useAuth()
  if (!foreignLink) return children
  return <ForeignLinkPrompt link={foreignLink} />
}

export function assemble(config: PublicConfig, auth: Auth) {
  const tabs = connectTabs()
  const access = {
    accessToken: auth.accessToken,
    renewToken: auth.renewToken,
    onSignedOut: auth.sessionEnded,
    onNoAccess: sendToSubscribe,
    onSaved: tabs.announce,
  }
  const copies = createDeviceCopies(auth.storedUser, () => queryClient)
  const api = createApiClient(access, browserRequests, copies)
  const queryClient = createQueryClient(api)
  tabs.follow(queryClient)
  const router = createAppRouter(config, { api, queryClient, isSignedIn: auth.hasStoredSession })
  return { config, auth, api, queryClient, router }
}

const OPEN_WITHOUT_ACCESS: string[] = [paths.profile, paths.report, paths.admin]
if (__DEVELOPER_PAGES__) OPEN_WITHOUT_ACCESS.push(developerPaths.trialTest)

/** Follows a 402's redirect only to a page of this site. */
function sendToSubscribe(redirect: string) {
  // The shell's background requests must not navigate users without access away from these pages.
  if ([redirect, ...OPEN_WITHOUT_ACCESS].some((path) => location.pathname.startsWith(path))) return
  returnPath.remember(location.pathname + location.search + location.hash)
  location.assign(safeReturnPath(redirect))
}
