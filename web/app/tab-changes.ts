import type { QueryClient } from '@tanstack/react-query'
import { listCompanies } from '#domain/companies/endpoints.ts'
import { urlOf } from '#domain/endpoint.ts'
import { refreshNews } from '#domain/news/endpoints.ts'
import { markAllRead, markRead } from '#domain/news/reading-endpoints.ts'
import { isUrlOf } from '../api/context.ts'
import { startOver } from '../features/companies/list-cache.ts'
import { untilVisible } from '../features/news/live.ts'

const COMPANIES = urlOf(listCompanies)
/** Changes that arrive in a burst are loaded together. */
const BURST_MS = 100

export function createTabChanges(queryClient: QueryClient) {
  let hasChanged = false
  let haveCompaniesChanged = false

  const load = async () => {
    await untilVisible()
    const portfolio = haveCompaniesChanged
    hasChanged = false
    haveCompaniesChanged = false
    // Long lists are cut to their first page before they're reloaded.
    if (portfolio) void startOver(queryClient)
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== COMPANIES })
  }

  return {
    apply(url: string): void {
      // These already reach every device as live events from the server.
      if (isUrlOf(url, markRead, markAllRead, refreshNews)) return
      haveCompaniesChanged ||= url.startsWith(COMPANIES)
      if (hasChanged) return
      hasChanged = true
      setTimeout(() => void load(), BURST_MS)
    },
  }
}
