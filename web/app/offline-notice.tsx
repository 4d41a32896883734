import { isOffline } from '../api/network-error.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { relativeTime } from '#domain/time.ts'
import { connection } from '../api/offline/connection.ts'
import { Status, cx } from '../ui/button.tsx'
import { COLUMN, useNow } from '../ui/page.tsx'
import { isPaymentPage } from './navigation.ts'
import { registerServiceWorker } from './register-service-worker.ts'

/** Shows how old the data is while the server can't be reached, and reloads it once it can. */
export function OfflineNotice() {
  const queryClient = useQueryClient()
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost)
  useEffect(registerServiceWorker, [])
  useEffect(() => {
    const lose = () => connection.lose()
    addEventListener('offline', lose)
    const unsubscribe = connection.subscribe(() => {
      if (connection.isLost()) return
      // A document that was opened offline has a CSP that doesn't allow the card provider.
      if (isPaymentPage(location.pathname)) location.reload()
      else void queryClient.invalidateQueries()
    })
    return () => {
      removeEventListener('offline', lose)
      unsubscribe()
    }
  }, [queryClient])
  return isLost ? <Label queryClient={queryClient} /> : <Status className="sr-only">{null}</Status>
}

function Label({ queryClient }: { queryClient: QueryClient }) {
  const now = useNow()
  const cache = queryClient.getQueryCache()
  const oldest = useSyncExternalStore(
    (onChange) => cache.subscribe(() => queueMicrotask(onChange)),
    () => oldestShown(queryClient),
  )
  const what = isOffline() ? 'Offline.' : 'We can’t reach the server.'
  return (
    <Status className="border-b border-line bg-warn-soft text-sm text-ink print:hidden">
      <div className={cx(COLUMN, 'flex items-start gap-2.5 py-2')}>
        <CloudOff aria-hidden className="mt-0.5 size-4 flex-none text-warn" />
        <p className="min-w-0">
          {what} {oldest !== null && `Showing what was loaded ${age(oldest, now)}. `}
          <span className="text-muted">Changes need a connection.</span>
        </p>
      </div>
    </Status>
  )
}

function oldestShown(queryClient: QueryClient): number | null {
  const times = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(({ state }) => state.data !== undefined && state.dataUpdatedAt > 0)
    .map(({ queryKey, state }) => {
      const copies = queryKey.flatMap((part) => (typeof part === 'string' ? (connection.shownFrom(part) ?? []) : []))
      return Math.min(state.dataUpdatedAt, ...copies)
    })
  return times.length > 0 ? Math.min(...times) : null
}

/** Worded for the middle of a sentence: "just now", "yesterday", "2 hours ago", "on Nov 3, 2026". */
export function age(at: number, now: Date): string {
  const text = relativeTime(new Date(at).toISOString(), now)
  if (text === 'Just now' || text === 'Yesterday') return text.toLowerCase()
  return text.endsWith('ago') ? text : `on ${text}`
}
