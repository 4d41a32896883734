import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProfile } from '../account/queries.ts'
import { useAuth } from '../auth/use-auth.ts'

const AFTER_FIRST_PAINT_MS = 1500

/** Listens to what happens while somebody with access is signed in. Its code comes after what the page needs itself. */
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
      const { startLive } = await import('../news/live.ts')
      const { accessToken, renewToken, sessionEnded: onSignedOut } = auth
      if (!isOver) stop = startLive(userId, { accessToken, renewToken, onSignedOut }, queryClient)
    }
    // Without it the page only shows what was true when it was loaded.
    const timer = setTimeout(() => void start().catch(() => {}), AFTER_FIRST_PAINT_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [userId, auth, queryClient])
  return null
}
