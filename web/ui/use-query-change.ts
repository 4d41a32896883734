import { useMatch, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

type Query = Record<string, unknown>

/** Writes the query of this page's address. A change that comes late, when the person is already on the way to another page, is dropped. */
export function useQueryChange(): (query: Query, replace?: boolean) => void {
  const router = useRouter()
  const navigate = useNavigate()
  const here = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useCallback(
    (query, replace = false) => {
      if (withoutSlash(router.latestLocation.pathname) !== withoutSlash(here)) return
      void navigate({ to: '.', search: query as never, replace, resetScroll: false })
    },
    [router, navigate, here],
  )
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '')
