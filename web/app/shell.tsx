import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Shortcuts, PaletteButton } from '../features/commands/shortcuts.tsx'
import { Sidebar } from './sidebar.tsx'
import { Link, useLocation, useRouterState } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { paths } from '../paths.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useProfile } from '../features/account/queries.ts'
import { useAuth } from '../features/auth/auth-provider.tsx'
import { UNEXPECTED } from '#domain/messages.ts'
import { Button, DocumentLinkButton } from '../ui/button.tsx'

export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="relative min-h-dvh md:pl-16">
      <Sidebar />
      <header>
        <PaletteButton />
        <ProfileButton />
      </header>
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Shortcuts />
    </div>
  )
}

function ProfileButton() {
  const { pathname } = useLocation()
  if (pathname === paths.profile) return null
  return (
    <Link
      to={paths.profile}
      aria-label="Profile"
      className="absolute top-3.5 right-4 z-10 grid size-11 place-items-center rounded-full border border-line-strong bg-surface text-muted shadow-lift hover:border-control-line hover:text-ink xl:fixed xl:right-6"
    >
      <UserRound aria-hidden className="size-5" strokeWidth={1.75} />
    </Link>
  )
}

/**
 * After a navigation the new page gets the focus and its title is announced. A changed query string is not a
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
      // Whoever opened a dialog in the meantime is typing there.
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

const AFTER_FIRST_PAINT_MS = 1500

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
    // Live updates can wait until the page itself has loaded.
    const timer = setTimeout(() => void start().catch(() => {}), AFTER_FIRST_PAINT_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [userId, auth, queryClient])
  return null
}

/** Both buttons load a new document, since this one can no longer be trusted. */
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
