import { LOGO_LIMIT_MS } from '#domain/companies/logo.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { use } from 'react'
import { useApi } from '../../../api/context.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { Auth } from '../../auth/auth-store.ts'
import { AuthContext } from '../../auth/auth-provider.tsx'

export type KeptLogo = { url: string | null; failed: boolean; until: number }

type Outside = {
  load: (path: string, signal: AbortSignal) => Promise<Blob>
  now: () => number
  createUrl: (blob: Blob) => string
  revokeUrl: (url: string) => void
}

const MAX_KEPT = 500
const AT_ONCE = 4
// Paging through thousands of rows must not exceed the server's rate limit.
const BURST = 40
const GAP_MS = 125
/** How long "none" and "failed" are cached; a logo may be found in the meantime. */
const NONE_FOR_MS = 10 * MINUTE_MS
const FAILED_FOR_MS = MINUTE_MS

export type LogoStore = ReturnType<typeof createLogoStore>

/** An `<img>` cannot send the bearer token, so logos are fetched and shown as object URLs. */
export function createLogoStore({ load, now, createUrl, revokeUrl }: Outside) {
  const kept = new Map<string, KeptLogo>()
  const waiting = new Map<string, { path: string; wanted: number }>()
  const running = new Map<string, { path: string; stop: AbortController }>()
  const watchers = new Map<string, Set<() => void>>()
  let session = 0
  let dueAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  const notify = (key: string) => {
    for (const watcher of watchers.get(key) ?? []) watcher()
  }
  const drop = (key: string) => {
    const url = kept.get(key)?.url
    kept.delete(key)
    if (url) revokeUrl(url)
  }

  const makeRoom = () => {
    for (const key of kept.keys()) {
      if (kept.size <= MAX_KEPT) return
      if (!watchers.has(key)) drop(key)
    }
  }

  const keep = (key: string, blob: Blob | null) => {
    drop(key)
    const url = blob && blob.size > 0 ? createUrl(blob) : null
    const until = url ? Infinity : now() + (blob ? NONE_FOR_MS : FAILED_FOR_MS)
    kept.set(key, { url, failed: !blob, until })
    makeRoom()
    notify(key)
  }

  const start = () => {
    for (const [key, { path }] of waiting) {
      if (running.size >= AT_ONCE || isTooSoon()) return
      dueAt = Math.max(dueAt, now()) + GAP_MS
      waiting.delete(key)
      void fetchOne(key, path, session)
    }
  }

  const isTooSoon = () => {
    if (dueAt - now() < BURST * GAP_MS) return false
    clearTimeout(timer)
    timer = setTimeout(start, GAP_MS)
    return true
  }

  const fetchOne = async (key: string, path: string, begunIn: number) => {
    const stop = new AbortController()
    running.set(key, { path, stop })
    const limit = AbortSignal.any([AbortSignal.timeout(LOGO_LIMIT_MS), stop.signal])
    const blob = await load(path, limit).catch(() => null)
    // Nothing fetched for one user is kept for the next.
    if (begunIn !== session) return
    running.delete(key)
    if (!stop.signal.aborted) keep(key, blob)
    start()
  }

  return {
    find: (key: string): KeptLogo | null => kept.get(key) ?? null,

    isFresh: (key: string) => (kept.get(key)?.until ?? 0) > now(),

    watch(key: string, watcher: () => void): () => void {
      const others = watchers.get(key) ?? new Set()
      watchers.set(key, others.add(watcher))
      return () => {
        others.delete(watcher)
        if (others.size === 0) watchers.delete(key)
      }
    },

    ask(key: string, path: string): () => void {
      if (running.has(key)) return () => {}
      const request = waiting.get(key) ?? { path, wanted: 0 }
      request.wanted += 1
      waiting.set(key, request)
      start()
      return () => {
        request.wanted -= 1
        if (request.wanted === 0 && waiting.get(key) === request) waiting.delete(key)
      }
    },

    /** Cancels pending requests for removed companies, which would fail with a 404. */
    callOff(isGone: (path: string) => boolean) {
      for (const [key, { path }] of waiting) if (isGone(path)) waiting.delete(key)
      for (const { path, stop } of running.values()) if (isGone(path)) stop.abort()
    },

    clear() {
      session += 1
      waiting.clear()
      for (const { stop } of running.values()) stop.abort()
      running.clear()
      const keys = [...kept.keys()]
      for (const key of keys) drop(key)
      for (const key of keys) notify(key)
    },
  }
}

const stores = new WeakMap<ApiClient, LogoStore>()

export function useLogoStore(): LogoStore {
  const api = useApi()
  const auth = use(AuthContext)
  const store = stores.get(api) ?? openStore(api, auth)
  stores.set(api, store)
  return store
}

function openStore(api: ApiClient, auth: Auth | null): LogoStore {
  const store = createLogoStore({
    load: api.picture,
    now: () => Date.now(),
    createUrl: (blob) => URL.createObjectURL(blob),
    revokeUrl: (url) => URL.revokeObjectURL(url),
  })
  const userOf = () => auth?.getState().session?.user.id ?? null
  let user = userOf()
  auth?.subscribe(() => {
    if (userOf() === user) return
    user = userOf()
    store.clear()
  })
  return store
}
