import { safeReturnPath } from '#domain/auth/redirect.ts'

const returnTo = tabItem('tidings-return-to')

export const returnPath = {
  remember: returnTo.set,
  forget: returnTo.remove,
  take(): string {
    const path = safeReturnPath(returnTo.get())
    returnTo.remove()
    return path
  },
}

const ended = tabItem('tidings-session-ended')

export const sessionEnded = {
  remember: () => ended.set('1'),
  isRemembered: () => ended.get() !== null,
  forget: ended.remove,
}

const deleted = tabItem('tidings-account-deleted')

export const accountDeleted = {
  remember: () => deleted.set('1'),
  isRemembered: () => deleted.get() !== null,
  forget: deleted.remove,
}

const recovery = tabItem('tidings-recovery')

/** Recovery mode belongs to the tab that opened the link and must survive a reload. */
export const recoveryMark = {
  read: () => recovery.get() !== null,
  write: (inRecovery: boolean) => (inRecovery ? recovery.set('1') : recovery.remove()),
}

const recent = tabItem('tidings-recent')

export const tabMemory = {
  read(userId: string): string[] {
    const { user, chosen } = attempt(() => JSON.parse(recent.get() ?? '{}') as StoredChoices | null) ?? {}
    if (user !== userId) recent.remove()
    return user === userId && Array.isArray(chosen) ? chosen.map(String) : []
  },
  write: (userId: string, chosen: string[]) => recent.set(JSON.stringify({ user: userId, chosen })),
  forget: recent.remove,
}

type StoredChoices = { user?: unknown; chosen?: unknown }

function tabItem(key: string) {
  return {
    get: () => attempt(() => sessionStorage.getItem(key)),
    set: (value: string) => void attempt(() => sessionStorage.setItem(key, value)),
    remove: () => void attempt(() => sessionStorage.removeItem(key)),
  }
}

// Storage can be blocked; in that case nothing is remembered and /dashboard is the default.
export function attempt<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
