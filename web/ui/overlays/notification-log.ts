import type { ToastMessage } from './toast.tsx'

/** `id` doubles as the time, in milliseconds. */
export type Notification = Omit<ToastMessage, 'action'> & { id: number }

type Kept = { messages: Notification[]; readUpTo: number }

const KEY = 'tidings-notifications'
const MOST_KEPT = 50
const NOTHING: Kept = { messages: [], readUpTo: 0 }

export type NotificationLog = ReturnType<typeof createNotificationLog>

/** Stored on this device for the signed-in user and shared by all tabs. */
export function createNotificationLog(now: () => number = Date.now) {
  let kept = NOTHING
  let owner: string | null = null
  const listeners = new Set<() => void>()
  const show = (next: Kept) => {
    kept = next
    for (const listener of listeners) listener()
  }
  const change = (update: (latest: Kept) => Kept) => {
    // Another tab may have changed the log in the meantime.
    const next = update((owner && read(owner)) || kept)
    if (owner) write(owner, next)
    show(next)
  }
  addEventListener('storage', ({ key }) => {
    if (owner && (key === KEY || key === null)) show(read(owner) ?? NOTHING)
  })
  return {
    list: () => kept,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: ({ action: _over, ...message }: ToastMessage) =>
      change(({ messages, readUpTo }) => {
        const id = Math.max(now(), (messages[0]?.id ?? 0) + 1)
        return { messages: [{ ...message, id }, ...messages].slice(0, MOST_KEPT), readUpTo }
      }),
    markRead: () => change(({ messages }) => ({ messages, readUpTo: messages[0]?.id ?? 0 })),
    clear: () => change(() => NOTHING),
    /** Adds messages from before the sign-in to the user's own. Returns a cleanup function. */
    keepFor(userId: string) {
      const { messages, readUpTo } = read(userId) ?? NOTHING
      const before = owner === null ? kept.messages : []
      const next = { messages: [...before, ...messages].slice(0, MOST_KEPT), readUpTo }
      owner = userId
      write(userId, next)
      show(next)
      return () => {
        owner = null
        show(NOTHING)
      }
    },
  }
}

export function forgetNotifications(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // If storage is blocked, there's nothing to remove.
  }
}

/** Ignores messages that belong to another user. */
function read(owner: string): Kept | null {
  try {
    const { user, messages, readUpTo } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>
    if (user !== owner || !Array.isArray(messages)) return null
    return { messages: messages.filter(isNotification), readUpTo: Number(readUpTo) || 0 }
  } catch {
    return null
  }
}

type Stored = Kept & { user: string }

const isNotification = (value: unknown): value is Notification => {
  const { id, title } = (value ?? {}) as Partial<Notification>
  return typeof id === 'number' && typeof title === 'string'
}

function write(owner: string, { messages, readUpTo }: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ user: owner, messages, readUpTo } satisfies Stored))
  } catch {
    // Storage can be blocked or full; the list then lasts only as long as the page.
  }
}
