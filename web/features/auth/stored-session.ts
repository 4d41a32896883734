import type { Session } from '@supabase/auth-js'
import { attempt } from './browser-storage.ts'

export const SESSION_KEY = 'tidings-session'

/** The library renews a session this long before it expires. */
const RENEWED_BEFORE_MS = 90_000

export const storedSession = {
  /** Good enough for prefetching before the library has loaded. */
  isUsable: (): boolean => storedSession.read() !== null,
  /** Null while the session still lacks its second factor. */
  read: (): Session | null => {
    const stored = parsed(storedText())
    return stored !== null && !lacksSecondFactor(stored) ? stored : null
  },
  /** What the library would return without a request, second factor or not; undefined if it has to make one. */
  asKept(now: number = Date.now()): Session | null | undefined {
    const text = storedText()
    if (text === null) return null
    const stored = parsed(text)
    const isComplete = Boolean(stored?.access_token && stored.refresh_token && stored.user)
    return stored && isComplete && (stored.expires_at ?? 0) * 1000 - now > RENEWED_BEFORE_MS ? stored : undefined
  },
  drop: () => attempt(() => localStorage.removeItem(SESSION_KEY)),
}

const storedText = () => attempt(() => localStorage.getItem(SESSION_KEY))
const parsed = (text: string | null) => attempt(() => JSON.parse(text ?? 'null') as Session | null)

/**
 * The library's own check is asynchronous; until it resolved, a session without its second factor would count as
 * complete.
 */
export function lacksSecondFactor({ access_token: token, user }: Pick<Session, 'access_token' | 'user'>) {
  return hasSecondFactor(user) && levelOf(token) !== 'aal2'
}

export const hasSecondFactor = (user: Session['user'] | undefined): boolean =>
  user?.factors?.some(({ status }) => status === 'verified') ?? false

function levelOf(token: string): unknown {
  try {
    const claims = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return (JSON.parse(atob(claims)) as { aal?: unknown }).aal
  } catch {
    return null
  }
}
