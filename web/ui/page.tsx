import { Link, useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { startTransition, useCallback, useEffect, useState, type ReactNode } from 'react'
import { cx } from './button.tsx'

/** Also used by the shell's top bar, so that their edges line up. */
export const COLUMN = 'mx-auto w-full max-w-260 px-4.5 sm:px-6 lg:px-10'

export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <div className={cx(COLUMN, 'pt-3 pb-28 sm:pt-8 sm:pb-20')}>
      <div className={cx(narrow && 'max-w-160')}>{children}</div>
    </div>
  )
}

export function PageHeading({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <h1
        tabIndex={-1}
        className="flex min-h-11 min-w-0 flex-1 basis-40 items-center text-xl wrap-anywhere outline-none md:min-h-0 md:text-2xl"
      >
        {children}
      </h1>
      {actions}
    </div>
  )
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="mb-3 -ml-1 inline-flex h-11 items-center gap-1.5 rounded-sm px-1 text-sm text-muted hover:text-ink md:h-9"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </Link>
  )
}

type Query = Record<string, string | undefined>

/** The change is dropped if the user is already navigating to another page. */
export function useQueryChange(): (query: Query, replace?: boolean) => void {
  const router = useRouter()
  const navigate = useNavigate()
  const here = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useCallback(
    (query, replace = false) => {
      if (withoutSlash(router.latestLocation.pathname) !== withoutSlash(here)) return
      void navigate({ to: '.', search: query, replace, resetScroll: false })
    },
    [router, navigate, here],
  )
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '')

const EVERY_MS = 30_000

export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => startTransition(() => setNow(new Date())), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
