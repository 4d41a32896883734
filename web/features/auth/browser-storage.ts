import { lacksSecondFactor } from './second-factor.ts'
import { SESSION_KEY, type Session } from './auth-client.ts'
import { safeReturnPath } from '#domain/auth/redirect.ts'

export const storedSession = {
  /** Present and not expired: enough to prefetch before the library has loaded. */
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
      // Nothing was stored.
    }
  },
}

const RETURN_KEY = 'tidings-return-to'

export const returnPath = {
  remember: (path: string) => attempt(() => sessionStorage.setItem(RETURN_KEY, path)),
  forget: () => attempt(() => sessionStorage.removeItem(RETURN_KEY)),
  take(): string {
    const path = safeReturnPath(attempt(() => sessionStorage.getItem(RETURN_KEY)))
    returnPath.forget()
    return path
  },
}

const ENDED = 'tidings-session-ended'

export const sessionEnded = {
  remember: () => attempt(() => sessionStorage.setItem(ENDED, '1')),
  isRemembered: () => attempt(() => sessionStorage.getItem(ENDED)) !== null,
  forget: () => attempt(() => sessionStorage.removeItem(ENDED)),
}

// Storage can be blocked; then nothing is remembered and /dashboard is the default.
function attempt<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}

const RECOVERY_KEY = 'tidings-recovery'

/** Recovery mode belongs to the tab that opened the link and must survive a reload. */
export const recoveryMark = {
  read(): boolean {
    try {
      return sessionStorage.getItem(RECOVERY_KEY) !== null
    } catch {
      return false
    }
  },
  write(inRecovery: boolean) {
    try {
      if (inRecovery) sessionStorage.setItem(RECOVERY_KEY, '1')
      else sessionStorage.removeItem(RECOVERY_KEY)
    } catch {
      // Without storage the mode lasts as long as the document.
    }
  },
}

const RECENT_KEY = 'tidings-recent'

export const tabMemory = {
  read(userId: string): string[] {
    const { user, chosen } = storedUser()
    if (user !== userId) tabMemory.forget()
    return user === userId && Array.isArray(chosen) ? chosen.map(String) : []
  },
  write(userId: string, chosen: string[]) {
    try {
      sessionStorage.setItem(RECENT_KEY, JSON.stringify({ user: userId, chosen }))
    } catch {
      // Storage can be blocked.
    }
  },
  forget() {
    try {
      sessionStorage.removeItem(RECENT_KEY)
    } catch {
      // Storage can be blocked.
    }
  },
}

function storedUser(): { user?: unknown; chosen?: unknown } {
  try {
    return (JSON.parse(sessionStorage.getItem(RECENT_KEY) ?? '{}') ?? {}) as { user?: unknown; chosen?: unknown }
  } catch {
    return {}
  }
}
