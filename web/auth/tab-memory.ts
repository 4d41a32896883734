const KEY = 'tidings-recent'

/** What a tab remembers of what its user chose last. It belongs to that user alone and goes with the session. */
export const tabMemory = {
  read(userId: string): string[] {
    const { user, chosen } = stored()
    if (user !== userId) tabMemory.forget()
    return user === userId && Array.isArray(chosen) ? chosen.map(String) : []
  },
  write(userId: string, chosen: string[]) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ user: userId, chosen }))
    } catch {
      // Then nothing is remembered.
    }
  },
  forget() {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Nothing was stored then.
    }
  },
}

function stored(): { user?: unknown; chosen?: unknown } {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {}) as { user?: unknown; chosen?: unknown }
  } catch {
    return {}
  }
}
