import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode, createContext, use, useSyncExternalStore } from 'react'
import type { Auth, AuthState } from './auth-store.ts'
import { AUTH_HOOK_OUTSIDE } from './messages.ts'

export function AuthProvider({ auth, children }: { auth: Auth; children: ReactNode }) {
  return (
    <AuthContext value={auth}>
      <ForgetsOnChange />
      {children}
    </AuthContext>
  )
}

/** One user's data is never shown to the next: not after sign-out, not after a change in another tab. */
function ForgetsOnChange() {
  const userId = useAuth().session?.user.id ?? null
  const queryClient = useQueryClient()
  const previous = useRef<string | null>(null)
  useEffect(() => {
    if (previous.current !== null && previous.current !== userId) queryClient.clear()
    previous.current = userId
  }, [userId, queryClient])
  return null
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): AuthState & { auth: Auth } {
  const auth = use(AuthContext)
  if (!auth) throw new Error(AUTH_HOOK_OUTSIDE)
  return { ...useSyncExternalStore(auth.subscribe, auth.getState), auth }
}
