import { lacksSecondFactor } from './assurance.ts'
import { SESSION_KEY, type Session } from './auth-client.ts'

/** The session as the library keeps it in this browser. */
export const storedSession = {
  /** True when it is there and needs nothing more: enough to begin fetching before the library has looked at it. */
  isUsable(): boolean {
    try {
      const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as Session | null
      return stored !== null && !lacksSecondFactor(stored)
    } catch {
      return false
    }
  },
  drop() {
    try {
      localStorage.removeItem(SESSION_KEY)
    } catch {
      // Nothing was stored then.
    }
  },
}
