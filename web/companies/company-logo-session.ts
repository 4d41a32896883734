import { use } from 'react'
import { useApi } from '../api/api-context.ts'
import type { ApiClient } from '../api/client.ts'
import type { Auth } from '../auth/auth-store.ts'
import { AuthContext } from '../auth/use-auth.ts'
import { createLogoStore, type LogoStore } from './company-logo-store.ts'

const stores = new WeakMap<ApiClient, LogoStore>()

/** The logos of whoever is signed in; they are forgotten when somebody else is, or nobody. */
export function useLogoStore(): LogoStore {
  const api = useApi()
  const auth = use(AuthContext)
  const store = stores.get(api) ?? openStore(api, auth)
  stores.set(api, store)
  return store
}

function openStore(api: ApiClient, auth: Auth | null): LogoStore {
  const store = createLogoStore({
    load: (path, signal) => api.download(path, { signal }),
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
