import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../api/api-context.ts'
import { freshProfile } from './queries.ts'

const EVERY_MS = 30_000

/**
 * Whoever has no access hears no live events, and may be given some while they look: by an administrator, or by
 * paying in another tab. So the page asks, when it is seen again and now and then while it is seen.
 */
export function useLiveStanding(isOn: boolean): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const ask = useEffectEvent(() => {
    if (!document.hidden) void freshProfile(queryClient, api).catch(() => {})
  })
  useEffect(() => {
    if (!isOn) return
    const onSeen = () => ask()
    document.addEventListener('visibilitychange', onSeen)
    const timer = setInterval(onSeen, EVERY_MS)
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      clearInterval(timer)
    }
  }, [isOn])
}
