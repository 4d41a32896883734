import { createContext, use, useSyncExternalStore } from 'react'
import type { Auth, AuthState } from './auth-store.ts'
import { AUTH_HOOK_OUTSIDE } from './messages.ts'

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): AuthState & { auth: Auth } {
  const auth = use(AuthContext)
  if (!auth) throw new Error(AUTH_HOOK_OUTSIDE)
  return { ...useSyncExternalStore(auth.subscribe, auth.getState), auth }
}
