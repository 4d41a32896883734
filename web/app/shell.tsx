import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Shortcuts } from '../features/commands/shortcuts.tsx'
import { lazyComponent } from '../ui/lazy.tsx'
import { BottomBar, TopBar } from './bars.tsx'
import { Sidebar, useIsCollapsed } from './sidebar.tsx'
import { useRouterState } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useProfile } from '../features/account/queries.ts'
import { useAuth } from '../features/auth/auth-provider.tsx'
import { whenSettled } from '../api/when-idle.ts'
import { UNEXPECTED } from '#domain/messages.ts'
import { Button, DocumentLinkButton } from '../ui/button.tsx'

const OfflineNotice = lazyComponent(() => import('./offline-notice.tsx'), 'OfflineNotice')

export function Shell({ children }: { children: ReactNode }) {
  return (
    <div
      data-collapsed={useIsCollapsed() || undefined}
      className="group/shell min-h-dvh sm:pl-16 lg:not-data-collapsed:pl-56"
    >
      <Sidebar />
      <TopBar />
      <OfflineNotice />
      {/* A row under the pointer reaches beyond its column, which must not make the page scroll sideways. */}
      <main id="main" tabIndex={-1} className="overflow-x-clip outline-none">
        {children}
      </main>
      <BottomBar />
      <Shortcuts />
    </div>
  )
}

/**
 * After a navigation, moves focus to the new page and announces its title. A changed query string doesn't count as a
 * navigation.
 */
export function PageAnnouncer() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const previous = useRef(path)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (!path || previous.current === path) return
    const isFirstPage = previous.current === undefined
    previous.current = path
    if (isFirstPage) return
    const timer = setTimeout(() => {
      setTitle(document.title)
      // If a dialog was opened in the meantime, it keeps the focus.
      if (document.activeElement?.closest('dialog, [role=dialog]')) return
      const place = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.querySelector('main')
      place?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [path])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}

export function LiveEvents() {
  const { status, session, auth } = useAuth()
  const { profile } = useProfile()
  const queryClient = useQueryClient()
  const mayListen = status === 'signed-in' && profile?.entitlement.hasAccess === true
  const userId = mayListen ? (session?.user.id ?? null) : null
  useEffect(() => {
    if (userId === null) return
    let isOver = false
    let stop = () => {}
    const start = async () => {
      const { startLive } = await import('../features/news/live.ts')
      const { accessToken, renewToken, sessionEnded: onSignedOut } = auth
      if (!isOver) stop = startLive(userId, { accessToken, renewToken, onSignedOut }, queryClient)
    }
    const cancel = whenSettled(queryClient, () => void start().catch(() => {}))
    return () => {
      isOver = true
      cancel()
      stop()
    }
  }, [userId, auth, queryClient])
  return null
}

/** Both buttons load a new document, because this one's state can no longer be trusted. */
export function ErrorScreen() {
  return (
    <main className="mx-auto grid min-h-[70vh] max-w-130 content-center justify-items-start gap-5 px-5">
      <h1 className="text-2xl">{UNEXPECTED}</h1>
      <p className="text-muted">Nothing you saved is lost. Reloading usually helps.</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <DocumentLinkButton to={paths.dashboard}>Back to Dashboard</DocumentLinkButton>
      </div>
    </main>
  )
}
