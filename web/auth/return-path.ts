import { safeReturnPath } from '#domain/auth/redirect.ts'

const KEY = 'tidings-return-to'

/** Where the user meant to go before being asked to sign in; it lives and dies with the tab. */
export const returnPath = {
  remember: (path: string) => attempt(() => sessionStorage.setItem(KEY, path)),
  forget: () => attempt(() => sessionStorage.removeItem(KEY)),
  /** The remembered path if it is one of ours, else /dashboard; asking takes it away. */
  take(): string {
    const path = safeReturnPath(attempt(() => sessionStorage.getItem(KEY)))
    returnPath.forget()
    return path
  },
}

const ENDED = 'tidings-session-ended'

/** That a session ended by itself, for the sign-in page to say; it lives and dies with the tab. */
export const sessionEnded = {
  remember: () => attempt(() => sessionStorage.setItem(ENDED, '1')),
  isRemembered: () => attempt(() => sessionStorage.getItem(ENDED)) !== null,
  forget: () => attempt(() => sessionStorage.removeItem(ENDED)),
}

// Storage can be forbidden; then nothing is remembered and /dashboard is right.
function attempt<Value>(act: () => Value): Value | null {
  try {
    return act()
  } catch {
    return null
  }
}
