import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Auth } from './auth-store.ts'
import { AuthContext, useAuth } from './use-auth.ts'

export function AuthProvider({ auth, children }: { auth: Auth; children: ReactNode }) {
  return (
    <AuthContext value={auth}>
      <ForgetsOnChange />
      {children}
    </AuthContext>
  )
}

/** What was fetched for one user is never shown to the next: not after sign-out, not after a change in another tab. */
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
